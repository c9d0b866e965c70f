import {
  type AccountContext,
  auditAll,
  type BulkAction,
  type BulkItem,
  emitAll,
  type SortedRecords,
  sql,
  touched,
  touchedRows,
} from '@millwright/core/server';
import type { AllocatedStock, StockPort } from '@millwright/inventory/contracts';
import { listPicks, listSalesOrders, pickReleased } from '../../../../contracts/index.ts';
import { pickRecord } from '../../../sales/order-picks/pick-record.ts';
import { lockedPicks, type OpenPick, pickRefusal } from './open-pick.ts';
import { orderSource } from './pick-moves.ts';
import { linesToPlan } from './pick-plan.ts';

/**
 * Allocates the reserved stock of these picks' orders that is not allocated yet, the most urgent first, without lines
 * that a person removed from the plan. Answers the new allocations.
 */
export async function planPicks(
  ctx: AccountContext,
  stock: StockPort,
  picks: readonly OpenPick[],
): Promise<AllocatedStock[]> {
  if (!picks.length) return [];
  const lines = await linesToPlan(
    ctx,
    picks.map(({ orderID }) => orderID),
  );
  const documents = picks.flatMap(({ orderID, heldLineIDs }) => {
    const releasedLines = lines.filter((line) => line.orderID === orderID && !heldLineIDs.includes(line.id));
    return releasedLines.length
      ? [
          {
            source: { type: orderSource, id: orderID },
            lines: releasedLines.map(({ id, itemID }) => ({ lineID: id, itemID })),
          },
        ]
      : [];
  });
  return documents.length ? stock.allocate(ctx, documents) : [];
}

/** Releases picks: plans all reserved stock, including lines that a person had removed from the plan. */
export async function releaseOpenPicks(
  ctx: AccountContext,
  stock: StockPort,
  picks: readonly OpenPick[],
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.write(
    'commerce.pick',
    sql`update commerce.pick set released_at = coalesce(released_at, ${now}),
      released_by_id = coalesce(released_by_id, ${ctx.memberID ?? null}), held_line_ids = '{}', version = version + 1,
      updated_at = ${now}
    where account_id = ${ctx.account.id} and id = any(${picks.map(({ id }) => id)}::text[])`,
  );
  const planned = await planPicks(
    ctx,
    stock,
    picks.map((pick) => ({ ...pick, heldLineIDs: [] })),
  );
  const stops = (orderID: string): number => planned.filter(({ sourceID }) => sourceID === orderID).length;
  await auditAll(
    ctx,
    picks.map(({ id, orderID }) => ({
      record: pickRecord(id),
      action: 'released',
      note: stops(orderID) === 1 ? '1 stop planned' : `${stops(orderID)} stops planned`,
    })),
  );
  await emitAll(
    ctx,
    pickReleased,
    picks.map(({ id, number, orderID }) => ({ payload: { pickID: id, number, orderID }, aggregate: pickRecord(id) })),
  );
  touched(ctx, listPicks);
  touchedRows(ctx, listSalesOrders);
}

/** A pick that may be released. Its label is its number. */
type ReleasablePick = OpenPick & BulkItem;

async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedRecords<ReleasablePick>> {
  const wanted = [...new Set(ids)];
  const found = await lockedPicks(ctx, wanted);
  const known = new Set(found.map(({ id }) => id));
  const sorted: SortedRecords<ReleasablePick> = {
    allowed: [],
    refused: wanted.filter((id) => !known.has(id)).map((id) => ({ id, label: id, reason: 'There is no such pick' })),
  };
  for (const pick of found) {
    const refusal = pickRefusal(pick);
    if (refusal) sorted.refused.push({ id: pick.id, label: pick.number, reason: refusal.message });
    else sorted.allowed.push({ ...pick, label: pick.number });
  }
  return sorted;
}

/** Bulk release of picks. */
export const pickRelease = (stock: StockPort) =>
  ({
    action: 'picks.release',
    recordType: 'pick',
    permission: 'picks:update',
    effect: 'update',
    sort,
    apply: (ctx, picks) => releaseOpenPicks(ctx, stock, picks),
  }) satisfies BulkAction<ReleasablePick>;
