import {
  type Big,
  type EndpointRequest,
  type FieldError,
  problems,
  roundMoney,
  sumOf,
} from '@millwright/core/contracts';
import { type AccountContext, recordChangeSet, type WrittenRow } from '@millwright/core/server';
import type { bulkReconcile, ReconciledItem, ReconcileType } from '../../../contracts/index.ts';
import { refuseLarge } from '../../catalogue/shared/large-quantities.ts';
import { inUnitOf } from '../../stock/count/judge-counts.ts';
import { type CountedRow, countVerdictRows } from './count-verdicts.ts';
import { countCells, reconcileVerdict, reconcileWork } from './reconcile.work.ts';
import type { EnteredCount } from './resolve-counts.ts';
import { stockUndo } from './undo-stock.ts';

/** What moved in the place of a row since its books were read, as they were shown. */
function movedSince(
  { entered: { expected }, resolved: { shownIn } }: CountedRow,
  booked: Big,
): ReconciledItem['movedSince'] {
  if (expected === undefined || !shownIn) return null;
  const now = inUnitOf(shownIn, booked).toNumber();
  return now === expected ? null : { expected, now, unit: shownIn.unit };
}

const itemOf = (index: number, row: CountedRow): ReconciledItem[] => {
  const { entered, resolved, count } = row;
  const { line, unit } = resolved;
  if (!line || !count) return [];
  return [
    {
      index,
      itemID: line.itemID,
      sku: entered.sku,
      unit,
      before: count.before.toNumber(),
      after: count.after.toNumber(),
      difference: count.after.minus(count.before).toNumber(),
      valueDifference: roundMoney(count.value).toNumber(),
      movedSince: movedSince(row, count.booked),
      freedPromises: count.freed.map(({ source, quantity }) => ({
        type: source?.type ?? 'hold',
        id: source?.id ?? null,
        number: source?.number ?? null,
        quantity: inUnitOf(line, quantity).toNumber(),
      })),
    },
  ];
};

/** Counts many items in one call: all rows are written, or none. */
export async function reconcileItems(ctx: AccountContext, input: EndpointRequest<typeof bulkReconcile>['body']) {
  const { data, reconcileType, storageLocationID, reason, dryRun } = input;
  const rows = data.map((row): EnteredCount => {
    const isPlaced = row.storageLocationID || row.storageLocation;
    return { ...row, storageLocationID: isPlaced ? row.storageLocationID : storageLocationID };
  });
  const counted = await countVerdictRows(ctx, rows, { mode: reconcileType, reason, write: !dryRun });
  const errors = counted.flatMap(({ faults }, index) =>
    faults.map(({ field, message }): FieldError => ({ path: `data.${index}.${field}`, message })),
  );
  if (errors.length) throw problems.invalid_input({ errors });
  // A dry run asks nothing: what it shows is confirmed when it is written.
  if (!dryRun)
    await refuseLarge(
      ctx,
      counted.flatMap(({ count, resolved: { line } }, index) =>
        line && count?.isChanged ? [{ path: `data.${index}.quantity`, baseMeasure: line.quantity.toFixed() }] : [],
      ),
    );
  const changed = counted.filter(({ count }) => count?.isChanged).length;
  const items = counted.flatMap((row, index) => itemOf(index, row));
  return {
    changeSetID: dryRun || changed === 0 ? null : await recorded(ctx, counted, reconcileType, reason),
    items,
    changed,
    valueDifference: roundMoney(sumOf(counted.flatMap(({ count }) => count?.value ?? []))).toNumber(),
  };
}

const recorded = (
  ctx: AccountContext,
  counted: readonly CountedRow[],
  mode: ReconcileType,
  reason: string | undefined,
): Promise<string> =>
  recordChangeSet(ctx, reconcileWork, {
    title:
      `${mode === 'addition' ? 'Addition to' : 'Count of'} ` +
      `${counted.length} ${counted.length === 1 ? 'row' : 'rows'}`,
    options: { mode, ...(reason ? { reason } : {}) },
    rows: counted.map((row, index): WrittenRow => {
      const { row: _row, data: _data, errors: _errors, ...verdict } = reconcileVerdict(index + 1, row);
      return {
        ...verdict,
        key: row.entered.sku,
        values: countCells(row.entered),
        undo: stockUndo(verdict.label, row.count?.movementIDs ?? []),
        versions: {},
      };
    }),
  });
