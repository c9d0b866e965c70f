import { ListScreen } from '@millwright/core/browser';
import { listSampleRecords } from '../../contracts/index.ts';

export function SampleRecordListScreen() {
  return (
    <ListScreen
      name="sample-records"
      title="Sample records"
      endpoint={listSampleRecords}
      columns={[
        { id: 'orderNumber', header: 'Order', width: 120 },
        { id: 'customerName', header: 'Customer' },
        'text',
        'createdAt',
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
