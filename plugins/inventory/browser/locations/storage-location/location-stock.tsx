import { hidden, ListScreen, StatusBadge } from '@millwright/core/browser';
import { useNavigate } from 'react-router';
import { listLocationStock, type StorageLocation } from '../../../contracts/index.ts';
import { itemHref } from '../../record-sources.ts';
import { movePath } from './location-text.tsx';

/** Stock in a place, including the places inside it. */
export function LocationStock({ location }: { location: StorageLocation }) {
  const hasInside = location.childCount > 0;
  const navigate = useNavigate();
  return (
    <ListScreen
      embedded
      name="location-stock"
      title="Stock"
      endpoint={listLocationStock}
      params={{ locationID: location.id }}
      fixedQuery={{ isBelowIncluded: true }}
      searchPlaceholder="SKU or description"
      columns={[
        { id: 'item', header: 'SKU', sortable: 'sku', width: 150 },
        { id: 'description', csv: 'item.description' },
        { id: 'storageLocation', header: 'Place', sortable: 'location', defaultHidden: !hasInside },
        { id: 'lot', width: 110 },
        ...hidden({ id: 'expiresOn', csv: 'lot.expiresOn', width: 110 }),
        {
          id: 'ownerAccount',
          header: 'Owner',
          cell: (row) =>
            row.ownerAccount.isSelf ? null : <StatusBadge tone="info">{row.ownerAccount.name}</StatusBadge>,
          width: 150,
        },
        'quantity',
        ...hidden({ id: 'updatedAt', instant: 'relative', width: 130 } as const),
      ]}
      bulkActions={[
        {
          id: 'move',
          label: 'Move',
          icon: 'arrowRight',
          needs: 'inventory:update',
          takesFilter: false,
          isQuiet: true,
          run: async (selection) => {
            if (selection.kind === 'ids') await navigate(movePath(location.id, selection.ids));
            return undefined;
          },
        },
      ]}
      rowHref={(row) => itemHref(row.item)}
      rowLabel={(row) => row.item.sku}
      empty={{ title: 'Nothing lies here', text: 'Receive, move or count stock into this place.', icon: 'box' }}
    />
  );
}
