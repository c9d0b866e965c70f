import { hidden, ListScreen, useSession } from '@millwright/core/browser';
import { listInventoryChangeLogs, movementActions } from '../../../contracts/index.ts';
import { ActionBadge } from '../../action-badge.tsx';
import { itemSource, locationSource, lotSource, memberSource, stationSource } from '../../record-sources.ts';

export function InventoryLogListScreen() {
  const session = useSession();
  const accountID = session.account?.id ?? '';
  return (
    <ListScreen
      name="inventory-logs"
      title="Inventory logs"
      endpoint={listInventoryChangeLogs}
      searchPlaceholder="SKU or description"
      columns={[
        { id: 'createdAt', header: 'When', instant: 'exact' },
        { id: 'actionType', header: 'What', cell: (row) => <ActionBadge change={row} />, width: 150 },
        { id: 'item', header: 'SKU', sortable: 'sku', width: 150 },
        { id: 'quantity', csv: ['quantity.measure', 'quantity.unit=Unit'] },
        { id: 'storageLocation', header: 'Place' },
        { id: 'lot', width: 100 },
        { id: 'responsibleName', header: 'Who', width: 140 },
        {
          id: 'responsibleScanningStation',
          header: 'Station',
          width: 120,
          // Hidden for accounts without stations, which only production has.
          defaultHidden: !session.can('scanning_stations:read'),
        },
        'reason',
        {
          id: 'ownerAccount',
          header: 'Owner',
          cell: (row) => !row.ownerAccount.isSelf && row.ownerAccount.name,
          width: 130,
          defaultHidden: true,
        },
        ...hidden('unitCost'),
        'value',
      ]}
      filters={[
        { name: 'itemIDs', options: itemSource },
        { name: 'actionTypeCodes', label: 'What' },
        { name: 'changedByUserIDs', label: 'Who', options: memberSource(accountID) },
        { name: 'scanningStationIDs', label: 'Station', options: stationSource },
        { name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { name: 'lotIDs', options: lotSource },
        { name: 'startDate', label: 'When' },
      ]}
      views={[
        { id: 'counts', name: 'Counts', query: 'actionTypeCodes=count' },
        { id: 'voids', name: 'Voids', query: 'actionTypeCodes=void' },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(row) => `/dashboard/inventory-logs/${row.id}`}
      rowLabel={(row) => `${movementActions[row.actionType]} ${row.quantity.measure} ${row.item.sku}`}
      empty={{ title: 'Nothing has moved yet', text: 'Every change of stock appears here.', icon: 'clock' }}
    />
  );
}
