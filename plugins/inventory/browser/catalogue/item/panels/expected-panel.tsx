import { DateText, type ListColumn, ListScreen, Quantity } from '@millwright/core/browser';
import { type ExpectedReceipt, type Item, listExpectedReceipts } from '../../../../contracts/index.ts';
import { ExpectedReceiptBadge } from './expected-receipt-badge.tsx';

const columns: readonly ListColumn<ExpectedReceipt>[] = [
  {
    id: 'expectedOn',
    header: 'Expected',
    cell: (row) => <DateText value={row.expectedOn} />,
    sortable: true,
    width: 130,
  },
  {
    id: 'isOpen',
    header: 'State',
    cell: (row) => <ExpectedReceiptBadge receipt={row} />,
    width: 100,
  },
  {
    id: 'open',
    csv: 'open.measure',
    header: 'Open',
    cell: (row) => <Quantity value={row.open} />,
    align: 'end',
    width: 110,
  },
  {
    id: 'received',
    csv: 'received.measure',
    header: 'Received',
    cell: (row) => <Quantity value={row.received} />,
    align: 'end',
    width: 110,
  },
  {
    id: 'quantity',
    csv: 'quantity.measure',
    header: 'Quantity',
    cell: (row) => <Quantity value={row.quantity} />,
    align: 'end',
    width: 110,
  },
  {
    id: 'storageLocation',
    csv: 'storageLocation.fullName',
    header: 'Location',
    cell: (row) => row.storageLocation?.fullName,
  },
  { id: 'note', header: 'Note', cell: (row) => row.note, width: 160 },
];

/** Expected stock of the item. */
export function ExpectedPanel({ item }: { item: Item }) {
  return (
    <ListScreen
      embedded
      name="item-expected-receipts"
      title="Expected receipts"
      endpoint={listExpectedReceipts}
      fixedQuery={{ itemIDs: [item.id] }}
      searchable={false}
      filters={[{ kind: 'boolean', name: 'isOpen', label: 'Open' }]}
      columns={columns}
      rowHref={(row) => `/dashboard/expected-receipts/${row.id}`}
      rowLabel={(row) => `${row.quantity.measure} ${row.quantity.unit} on ${row.expectedOn}`}
      empty={{ title: 'Nothing expected', text: 'Expected receipts can be promised for their day.', icon: 'truck' }}
    />
  );
}
