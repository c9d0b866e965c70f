import { DateText, ListScreen, Quantity, StatusBadge } from '@millwright/core/browser';
import { listLots } from '../../../contracts/index.ts';
import { usePrintLabels } from '../../labels/label/use-print-labels.ts';
import { itemSource, locationSource } from '../../record-sources.ts';

export function LotListScreen() {
  const printLabels = usePrintLabels('lot');
  return (
    <ListScreen
      name="lots"
      title="Lots"
      endpoint={listLots}
      searchPlaceholder="Lot number or SKU"
      columns={[
        { id: 'lotNumber', header: 'Lot', cell: (lot) => lot.lotNumber, sortable: true, width: 140 },
        { id: 'item', csv: 'item.sku', header: 'SKU', cell: (lot) => lot.item.sku, sortable: 'sku', width: 150 },
        { id: 'description', csv: 'item.description', header: 'Description', cell: (lot) => lot.item.description },
        {
          id: 'onHand',
          csv: ['onHand.measure', 'onHand.unit=Unit'],
          header: 'On hand',
          cell: (lot) => <Quantity value={lot.onHand} />,
          align: 'end',
          width: 130,
        },
        {
          id: 'expiresOn',
          header: 'Expires',
          cell: (lot) =>
            lot.isExpired ? (
              <StatusBadge tone="danger">
                <DateText value={lot.expiresOn} />
              </StatusBadge>
            ) : (
              lot.expiresOn && <DateText value={lot.expiresOn} />
            ),
          sortable: true,
          width: 130,
        },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (lot) => <DateText value={lot.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        { kind: 'multi', name: 'itemIDs', label: 'Item', options: itemSource },
        { kind: 'multi', name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { kind: 'boolean', name: 'hasStock', label: 'Stock', yes: 'On hand', no: 'Used up' },
        { kind: 'text', name: 'expiresUntil', label: 'Expires until (2026-12-31)' },
      ]}
      views={[{ id: 'on-hand', name: 'On hand', query: 'hasStock=true&sortBy=expiresOn' }]}
      rowHref={(lot) => `/dashboard/lots/${lot.id}`}
      rowLabel={(lot) => lot.lotNumber}
      bulkActions={printLabels}
      primaryAction={{ label: 'New lot', href: '/dashboard/lots/create', needs: 'storage_locations:create' }}
      empty={{
        title: 'No lots yet',
        text: 'A lot is what was made or bought together. Receiving stock with a lot number makes one.',
        icon: 'layers',
        action: { label: 'New lot', href: '/dashboard/lots/create' },
      }}
    />
  );
}
