import { hidden, type ListedColumn, ListScreen } from '@millwright/core/browser';
import {
  type InventoryChangeLog,
  type Item,
  listInventoryChangeLogs,
  movementActions,
} from '../../../../contracts/index.ts';
import { ActionBadge } from '../../../action-badge.tsx';

const columns: readonly ListedColumn<InventoryChangeLog>[] = [
  { id: 'createdAt', header: 'When', instant: 'exact' },
  { id: 'actionType', header: 'What', cell: (row) => <ActionBadge change={row} />, width: 140 },
  'quantity',
  { id: 'storageLocation', header: 'Location' },
  { id: 'lot', width: 100 },
  { id: 'responsibleName', header: 'Who', width: 130 },
  { id: 'reason', width: 150 },
  ...hidden('value'),
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
