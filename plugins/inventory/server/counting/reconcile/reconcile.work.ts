import { problems } from '@millwright/core/contracts';
import type { ChangeSetAction, RowVerdict, StagedRow, WorkOptions } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import { type CountedRow, countChanges, countLabel, countVerdictRows, countWarnings } from './count-verdicts.ts';
import type { EnteredCount } from './resolve-counts.ts';
import { stockUndo, stockUndoing } from './undo-stock.ts';

/** Options of the set. */
interface ReconcileOptions extends WorkOptions {
  mode: ReconcileType;
  reason?: string;
}

/** Cells of a row; what is not named has none. Stock without lot is an empty cell. */
export function countCells(entered: EnteredCount): Record<string, string> {
  const { sku, unit, quantity, storageLocationID, storageLocation, lotNumber, customerID } = entered;
  const cells = { sku, unit, quantity, storageLocationID, storageLocation, customerID };
  const filled = Object.entries(cells).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return Object.fromEntries([...filled, ...(lotNumber === undefined ? [] : [['lotNumber', lotNumber ?? '']])]);
}

const enteredOf = ({ values }: StagedRow): EnteredCount => ({
  sku: values['sku'] ?? '',
  unit: values['unit'],
  quantity: values['quantity'] ?? '0',
  storageLocationID: values['storageLocationID'],
  storageLocation: values['storageLocation'],
  lotNumber: values['lotNumber'],
  customerID: values['customerID'],
});

/** What the change set says of a row. */
export const reconcileVerdict = (row: number, counted: CountedRow): RowVerdict<null> => ({
  row,
  label: countLabel(counted),
  effect: counted.faults.length ? 'error' : counted.count?.isChanged ? 'update' : 'unchanged',
  recordID: counted.resolved.itemID,
  changes: countChanges(counted),
  errors: [...counted.faults],
  warnings: counted.faults.length ? [] : countWarnings(counted),
  data: null,
});

/**
 * Counts that came in one call, as a change set: items are the keys, so that the places of one are counted together.
 */
export const reconcileWork: ChangeSetAction<null> = {
  action: 'inventory.reconcile',
  recordType: 'item_stock',
  permission: 'inventory:update',
  async check(ctx, rows, options) {
    const { mode } = options as ReconcileOptions;
    const counted = await countVerdictRows(ctx, rows.map(enteredOf), {
      mode,
      write: false,
      rowOf: (index) => rows[index]?.row ?? 0,
    });
    return rows.map(({ row }, index) => reconcileVerdict(row, counted[index] as CountedRow));
  },
  async apply(ctx, rows, options) {
    const { mode, reason } = options as ReconcileOptions;
    const counted = await countVerdictRows(ctx, rows.map(enteredOf), { mode, reason, write: true });
    const fault = counted.find(({ faults }) => faults.length)?.faults[0];
    if (fault) throw problems.conflict({ message: fault.message });
    return rows.map(({ row, recordID, label }, index) => ({
      row,
      recordID,
      undo: stockUndo(label, counted[index]?.count?.movementIDs ?? []),
      versions: {},
    }));
  },
  undo: stockUndoing,
};
