import { DateTimeText, type ListFilter, ListScreen, Money, Quantity, useSession } from '@millwright/core/browser';
import { listInventoryChangeLogs, movementActions } from '../../../contracts/index.ts';
import { itemSource, locationSource, lotSource, memberSource, stationSource } from '../../record-sources.ts';
import { ActionBadge } from './action-badge.tsx';

const actionOptions = Object.entries(movementActions).map(([value, label]) => ({ value, label }));

export function InventoryLogListScreen() {
  const session = useSession();
  const accountID = session.account?.id ?? '';
  const people: ListFilter[] = session.can('team_users:read')
    ? [{ kind: 'multi', name: 'changedByUserIDs', label: 'Who', options: memberSource(accountID) }]
    : [];
  const stations: ListFilter[] = session.can('scanning_stations:read')
    ? [{ kind: 'multi', name: 'scanningStationIDs', label: 'Station', options: stationSource }]
    : [];
  return (
    <ListScreen
      name="inventory-logs"
      title="Inventory logs"
      endpoint={listInventoryChangeLogs}
      searchPlaceholder="SKU or description"
      columns={[
        {
          id: 'createdAt',
          header: 'When',
          cell: (row) => <DateTimeText value={row.createdAt} />,
          sortable: true,
          width: 170,
        },
        {
          id: 'actionType',
          header: 'What',
          cell: (row) => <ActionBadge change={row} />,
          sortable: true,
          width: 150,
        },
        { id: 'item', csv: 'item.sku', header: 'SKU', cell: (row) => row.item.sku, sortable: 'sku', width: 150 },
        {
          id: 'quantity',
          csv: ['quantity.measure', 'quantity.unit=Unit'],
          header: 'Quantity',
          cell: (row) => <Quantity value={row.quantity} />,
          sortable: true,
          align: 'end',
          width: 120,
        },
        {
          id: 'storageLocation',
          csv: 'storageLocation.fullName',
          header: 'Place',
          cell: (row) => row.storageLocation.fullName,
        },
        { id: 'lot', csv: 'lot.lotNumber', header: 'Lot', cell: (row) => row.lot?.lotNumber, width: 100 },
        { id: 'responsibleName', header: 'Who', cell: (row) => row.responsibleName, width: 140 },
        {
          id: 'responsibleScanningStation',
          csv: 'responsibleScanningStation.name',
          header: 'Station',
          cell: (row) => row.responsibleScanningStation?.name,
          width: 120,
          // Hidden for accounts without stations, which only production has.
          defaultHidden: !session.can('scanning_stations:read'),
        },
        { id: 'reason', header: 'Reason', cell: (row) => row.reason },
        {
          id: 'ownerAccount',
          csv: 'ownerAccount.name',
          header: 'Owner',
          cell: (row) => !row.ownerAccount.isSelf && row.ownerAccount.name,
          width: 130,
          defaultHidden: true,
        },
        {
          id: 'unitCost',
          header: 'Unit cost',
          cell: (row) => <Money value={row.unitCost} unitPrice />,
          sortable: true,
          align: 'end',
          width: 110,
          defaultHidden: true,
        },
        {
          id: 'value',
          header: 'Value',
          cell: (row) => <Money value={row.value} />,
          align: 'end',
          width: 110,
        },
      ]}
      filters={[
        { kind: 'multi', name: 'itemIDs', label: 'Item', options: itemSource },
        { kind: 'multi', name: 'actionTypeCodes', label: 'What', options: actionOptions },
        ...people,
        ...stations,
        { kind: 'multi', name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { kind: 'multi', name: 'lotIDs', label: 'Lot', options: lotSource },
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'When' },
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
