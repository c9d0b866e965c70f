import { DateText, hidden, ListScreen, StatusBadge } from '@millwright/core/browser';
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
        { id: 'lotNumber', header: 'Lot', width: 140 },
        { id: 'item', header: 'SKU', sortable: 'sku', width: 150 },
        { id: 'description', csv: 'item.description' },
        { id: 'onHand', csv: ['onHand.measure', 'onHand.unit=Unit'] },
        {
          id: 'expiresOn',
          cell: (lot) =>
            lot.isExpired ? (
              <StatusBadge tone="danger">
                <DateText value={lot.expiresOn} />
              </StatusBadge>
            ) : (
              lot.expiresOn && <DateText value={lot.expiresOn} />
            ),
          width: 130,
        },
        ...hidden('createdAt'),
      ]}
      filters={[
        { name: 'itemIDs', options: itemSource },
        { name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { name: 'hasStock', yes: 'On hand', no: 'Used up' },
        { name: 'expiresUntil', label: 'Expires until (2026-12-31)' },
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
