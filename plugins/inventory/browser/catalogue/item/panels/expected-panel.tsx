import { type ListedColumn, ListScreen } from '@millwright/core/browser';
import { type ExpectedReceipt, type Item, listExpectedReceipts } from '../../../../contracts/index.ts';
import { ExpectedReceiptBadge } from './expected-receipt-badge.tsx';

const columns: readonly ListedColumn<ExpectedReceipt>[] = [
  'expectedOn',
  { id: 'isOpen', header: 'State', cell: (row) => <ExpectedReceiptBadge receipt={row} />, width: 100 },
  'open',
  'received',
  'quantity',
  { id: 'storageLocation', header: 'Location' },
  { id: 'note', width: 160 },
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
      filters={['isOpen']}
      columns={columns}
      rowHref={(row) => `/dashboard/expected-receipts/${row.id}`}
      rowLabel={(row) => `${row.quantity.measure} ${row.quantity.unit} on ${row.expectedOn}`}
      empty={{ title: 'Nothing expected', text: 'Expected receipts can be promised for their day.', icon: 'truck' }}
    />
  );
}
