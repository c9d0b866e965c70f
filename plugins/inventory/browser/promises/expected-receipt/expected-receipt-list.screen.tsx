import { hidden, ListScreen } from '@millwright/core/browser';
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
        'expectedOn',
        { id: 'item', header: 'SKU', width: 150 },
        { id: 'description', csv: 'item.description' },
        { id: 'isOpen', header: 'State', cell: (row) => <ExpectedReceiptBadge receipt={row} />, width: 110 },
        { id: 'open', csv: ['open.measure', 'open.unit=Unit'], header: 'Still open' },
        'received',
        ...hidden('quantity'),
        { id: 'storageLocation', header: 'Place', width: 180 },
        'note',
        ...hidden('createdAt'),
      ]}
      filters={[
        { name: 'isOpen', label: 'State', yes: 'Open', no: 'Closed' },
        { name: 'isLate', label: 'Date', yes: 'Late', no: 'In time' },
        { name: 'itemIDs', options: itemSource },
        { name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { name: 'startDate', label: 'Expected' },
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
