import { type AccountContext, type ScheduledJob, sql } from '@millwright/core/server';
import { freeExpiredHolds, serveShorts } from '../../stock/demand/serve-shorts.ts';
import { lockPositions, writePositions } from '../../stock/ledger/plan/positions.ts';

/** Positions of one run; the next one takes the rest. */
const largestSweep = 1000;

/**
 * Locks positions that holds that ran out still have something of. Found by the holds: an index of positions by expiry
 * would have to be written by every hold. Positions that somebody has locked are passed over, because who locks them
 * frees them.
 */
async function lockDue(ctx: AccountContext): Promise<{ itemID: string }[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ itemID: string }>`select position.item_id as "itemID"
    from inventory.item_position position
    where position.account_id = ${ctx.account.id} and position.owner_id = ${ctx.account.id}
      and position.item_id = any(array(select line.item_id from inventory.hold hold
        join inventory.hold_line line on line.account_id = hold.account_id and line.hold_id = hold.id
        where hold.account_id = ${ctx.account.id} and hold.expires_at <= ${now}))
      and position.holds_expire_at <= ${now}
    order by position.item_id limit ${largestSweep} for no key update of position skip locked`.execute(ctx.em.query());
  return rows;
}

/** Frees what holds that ran out had of items that nobody else touches, and serves those who wait with it. */
async function serveFromExpiredHolds(ctx: AccountContext): Promise<void> {
  const due = await lockDue(ctx);
  if (due.length === 0) return;
  const positions = (await lockPositions(ctx, due)).all();
  await freeExpiredHolds(ctx, positions);
  await serveShorts(ctx, positions);
  await writePositions(ctx, positions);
}

/**
 * Whoever locks a position frees what holds that ran out had of it; this does it for items that nobody touches. So what
 * has run out is found once, and a look reads no more than that.
 */
export const expiredHoldsJob: ScheduledJob = {
  name: 'inventory.serve-from-expired-holds',
  cron: '* * * * *',
  due: {
    sql: 'select account_id from inventory.hold_line where expires_at <= $1::timestamptz and quantity > 0',
    sample: "update inventory.hold_line set expires_at = '2026-01-01', quantity = wanted",
  },
  handle: serveFromExpiredHolds,
};
