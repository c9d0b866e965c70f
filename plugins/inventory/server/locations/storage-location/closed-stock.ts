import { type Big, decimal } from '@millwright/core/contracts';
import { type AccountContext, plannedOnce, sql, touched } from '@millwright/core/server';
import { freeExpiredHolds, freePromises, serveShorts } from '../../promises/promise/serve-shorts.ts';
import { lockPositions, type PositionKey, writePositions } from '../../stock/ledger/positions.ts';
import { stockLists } from '../../stock/ledger/stock-ledger.ts';

/** What lies in a place, by item and owner. */
async function stockOf(ctx: AccountContext, locationID: string): Promise<(Required<PositionKey> & { onHand: Big })[]> {
  const { rows } = await sql<{ itemID: string; ownerID: string; onHand: string }>`select ${plannedOnce}
      item_id as "itemID", owner_id as "ownerID", sum(on_hand) as "onHand" from inventory.balance
    where account_id = ${ctx.account.id} and location_id = ${locationID} and on_hand > 0
    group by item_id, owner_id`.execute(ctx.em.query());
  return rows.map(({ itemID, ownerID, onHand }) => ({
    itemID: itemID as string,
    ownerID: ownerID as string,
    onHand: decimal(onHand),
  }));
}

/**
 * The place is locked, so that nothing more comes to it. What is there may still leave until the positions are locked as well: it
 * is read again then.
 */
async function shift(
  ctx: AccountContext,
  locationID: string,
  amountOf: (closed: Big, onHand: Big) => Big,
): Promise<void> {
  const positions = await lockPositions(ctx, await stockOf(ctx, locationID));
  if (positions.all().length === 0) return;
  await freeExpiredHolds(ctx, positions.all());
  for (const { itemID, ownerID, onHand } of await stockOf(ctx, locationID)) {
    const position = positions.of(itemID, ownerID);
    position.closed = amountOf(position.closed, onHand);
  }
  await freePromises(ctx, positions.all());
  await serveShorts(ctx, positions.all());
  await writePositions(ctx, positions.all());
  touched(ctx, ...stockLists);
  await ctx.em.flush();
}

/**
 * What lies in a place that has been closed cannot leave: nobody is promised it any more. Where that leaves less than is promised,
 * promises are taken back (`inventory.stock.short`). The caller has locked the place.
 */
export const closeStock = (ctx: AccountContext, locationID: string): Promise<void> =>
  shift(ctx, locationID, (closed, onHand) => closed.plus(onHand));

/** What lies in a place that was closed serves those who wait. The caller has locked the place. */
export const reopenStock = (ctx: AccountContext, locationID: string): Promise<void> =>
  shift(ctx, locationID, (closed, onHand) => closed.minus(onHand));
