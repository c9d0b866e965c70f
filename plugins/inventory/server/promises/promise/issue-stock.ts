import { decimal, lesserOf, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { DemandSource, StockIssue } from '../../../contracts/index.ts';
import { lockPositions, writePositions } from '../../stock/ledger/positions.ts';
import { holdLocations } from '../../stock/ledger/stock-facts.queries.ts';
import { applyStock } from '../../stock/ledger/stock-ledger.ts';
import { deleteDemand, demandOfLines, updateDemand } from './demand-rows.ts';
import { freeExpiredHolds } from './serve-shorts.ts';

/**
 * Takes stock out for a document. What a line has reserved is given up just before, under the same lock, so that it can
 * leave;
 * what leaves beyond it has to be free.
 */
export async function issueStock(
  ctx: AccountContext,
  action: 'ship' | 'consume',
  source: DemandSource,
  issues: readonly StockIssue[],
): Promise<void> {
  if (issues.length === 0) return;
  const lineIDs = issues.flatMap(({ lineID }) => lineID ?? []);
  if (lineIDs.length) {
    await holdLocations(
      ctx,
      issues.flatMap(({ locationID }) => locationID ?? []),
    );
    const positions = await lockPositions(ctx, issues);
    await freeExpiredHolds(ctx, positions.all());
    const rows = await demandOfLines(ctx, source, lineIDs);
    const byLine = new Map(rows.map((row) => [row.lineID, row]));
    for (const { lineID, itemID, quantity } of issues) {
      const row = lineID === undefined ? undefined : byLine.get(lineID);
      if (!row || row.itemID !== itemID) continue;
      const position = positions.of(itemID);
      const used = lesserOf(decimal(quantity), row.reserved);
      const served = lesserOf(decimal(quantity), row.quantity);
      row.reserved = row.reserved.minus(used);
      row.quantity = row.quantity.minus(served);
      position.reserved = position.reserved.minus(used);
      position.demanded = position.demanded.minus(served);
    }
    await deleteDemand(
      ctx,
      rows.filter(({ quantity }) => quantity.eq(zero)),
    );
    await updateDemand(
      ctx,
      rows.filter(({ quantity }) => quantity.gt(zero)),
    );
    await writePositions(ctx, positions.all());
  }
  await applyStock(ctx, {
    action,
    source,
    changes: issues.map(({ path, itemID, quantity, locationID, lotID, lineID }) => ({
      path,
      itemID,
      quantity: decimal(quantity).times('-1'),
      locationID,
      lotID,
      lineID,
    })),
  });
}
