import { DateText, ListScreen, Quantity } from '@millwright/core/browser';
import { listExpectedReceipts } from '../../../contracts/index.ts';
import { ExpectedReceiptBadge } from '../../catalogue/item/panels/expected-receipt-badge.tsx';
import { itemSource, locationSource } from '../../record-sources.ts';

export function ExpectedReceiptListScreen() {
  return (
    <ListScreen
      name="expected-receipts"
      title="Expected receipts"
      endpoint={listExpectedReceipts}
      searchPlaceholder="SKU, description or note"
      columns={[
        {
          id: 'expectedOn',
          header: 'Expected',
          cell: (row) => <DateText value={row.expectedOn} />,
          sortable: true,
          width: 130,
        },
        { id: 'item', csv: 'item.sku', header: 'SKU', cell: (row) => row.item.sku, width: 150 },
        { id: 'description', csv: 'item.description', header: 'Description', cell: (row) => row.item.description },
        { id: 'isOpen', header: 'State', cell: (row) => <ExpectedReceiptBadge receipt={row} />, width: 110 },
        {
          id: 'open',
          csv: ['open.measure', 'open.unit=Unit'],
          header: 'Still open',
          cell: (row) => <Quantity value={row.open} />,
          align: 'end',
          width: 120,
        },
        {
          id: 'received',
          csv: 'received.measure',
          header: 'Received',
          cell: (row) => <Quantity value={row.received} />,
          align: 'end',
          width: 120,
        },
        {
          id: 'quantity',
          csv: 'quantity.measure',
          header: 'Quantity',
          cell: (row) => <Quantity value={row.quantity} />,
          align: 'end',
          width: 120,
          defaultHidden: true,
        },
        {
          id: 'storageLocation',
          csv: 'storageLocation.fullName',
          header: 'Place',
          cell: (row) => row.storageLocation?.fullName,
          width: 180,
        },
        { id: 'note', header: 'Note', cell: (row) => row.note },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (row) => <DateText value={row.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        { kind: 'boolean', name: 'isOpen', label: 'State', yes: 'Open', no: 'Closed' },
        { kind: 'boolean', name: 'isLate', label: 'Date', yes: 'Late', no: 'In time' },
        { kind: 'multi', name: 'itemIDs', label: 'Item', options: itemSource },
        { kind: 'multi', name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Expected' },
      ]}
      views={[
        { id: 'open', name: 'Open', query: 'isOpen=true' },
        { id: 'late', name: 'Late', query: 'isLate=true' },
      ]}
      defaultSort={{ by: 'expectedOn', order: 'asc' }}
      rowHref={(row) => `/dashboard/expected-receipts/${row.id}`}
      rowLabel={(row) => `${row.quantity.measure} ${row.item.sku} on ${row.expectedOn}`}
      primaryAction={{
        label: 'New expected receipt',
        href: '/dashboard/expected-receipts/create',
        needs: 'inventory:create',
      }}
      empty={{
        title: 'Nothing is expected',
        text: 'What is expected on a day can be promised for that day before it is here.',
        icon: 'truck',
        action: { label: 'New expected receipt', href: '/dashboard/expected-receipts/create' },
      }}
    />
  );
}
