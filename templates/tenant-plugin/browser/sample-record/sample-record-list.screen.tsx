import { DateText, ListScreen } from '@millwright/core/browser';
import { listSampleRecords } from '../../contracts/index.ts';

export function SampleRecordListScreen() {
  return (
    <ListScreen
      name="sample-records"
      title="Sample records"
      endpoint={listSampleRecords}
      columns={[
        { id: 'orderNumber', header: 'Order', cell: (record) => record.orderNumber, sortable: true, width: 120 },
        { id: 'customerName', header: 'Customer', cell: (record) => record.customerName, sortable: true },
        { id: 'text', header: 'Text', cell: (record) => record.text },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (record) => <DateText value={record.createdAt} />,
          sortable: true,
          width: 140,
        },
      ]}
      rowHref={(record) => `/dashboard/sales-orders/${record.orderID}`}
      rowLabel={(record) => `order ${record.orderNumber}`}
      empty={{
        title: 'No sample records yet',
        text: 'When an order is issued, its record appears here.',
        icon: 'note',
      }}
    />
  );
}
