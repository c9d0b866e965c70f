import { DateTimeText, type ListColumn, ListScreen, Money, Quantity, StatusBadge } from '@millwright/core/browser';
import {
  type InventoryChangeLog,
  type Item,
  listInventoryChangeLogs,
  movementActions,
} from '../../../../contracts/index.ts';

const columns: readonly ListColumn<InventoryChangeLog>[] = [
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
    cell: (row) => (
      <StatusBadge tone={row.actionType === 'void' || row.reversedByID ? 'neutral' : 'info'}>
        {row.reversedByID ? `${movementActions[row.actionType]}, voided` : movementActions[row.actionType]}
      </StatusBadge>
    ),
    sortable: true,
    width: 140,
  },
  {
    id: 'quantity',
    csv: 'quantity.measure',
    header: 'Quantity',
    cell: (row) => <Quantity value={row.quantity} />,
    align: 'end',
    sortable: true,
    width: 120,
  },
  {
    id: 'storageLocation',
    csv: 'storageLocation.fullName',
    header: 'Location',
    cell: (row) => row.storageLocation.fullName,
  },
  { id: 'lot', csv: 'lot.lotNumber', header: 'Lot', cell: (row) => row.lot?.lotNumber, width: 100 },
  { id: 'responsibleName', header: 'Who', cell: (row) => row.responsibleName, width: 130 },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 150 },
  {
    id: 'value',
    header: 'Value',
    cell: (row) => <Money value={row.value} />,
    align: 'end',
    width: 110,
    defaultHidden: true,
  },
];

/** Every change of the item's stock, the newest first. */
export function MovementPanel({ item }: { item: Item }) {
  return (
    <ListScreen
      embedded
      name="item-movements"
      title="Movements"
      endpoint={listInventoryChangeLogs}
      fixedQuery={{ itemIDs: [item.id] }}
      searchable={false}
      columns={columns}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowLabel={(row) => `${movementActions[row.actionType]} ${row.quantity.measure} ${row.quantity.unit}`}
      empty={{ title: 'No movements yet', text: 'Receipts, counts, moves and shipments appear here.', icon: 'clock' }}
    />
  );
}
