import { addDays, dateIn, daysLater } from '@millwright/core/contracts';
import { type AccountContext, StoppedClock, sql } from '@millwright/core/server';
import type { ProductionRunService } from './production-run.service.ts';

/** Upcoming runs of the demo: quantities in pairs, due dates in days from today. */
const runs = [
  { due: 9, notes: 'Leather gloves for the autumn orders', items: [['WG-LTH-S', 200, 50]] },
  {
    due: 4,
    notes: 'Refill of the finished goods store',
    items: [
      ['WG-CUT-M', 180, 60],
      ['CS-MER-L', 300, 75],
    ],
  },
] as const;

/** Planned runs of the demo accounts that make gloves and socks. */
export async function createDemoRuns(ctx: AccountContext, service: ProductionRunService): Promise<void> {
  const skus = runs.flatMap(({ items }) => items.map(([sku]) => sku));
  const { rows } = await sql<{ id: string; sku: string }>`select item.id, item.sku from inventory.v_items item
    join production.production_step step on step.account_id = item.account_id and step.item_id = item.id
    where item.account_id = ${ctx.account.id} and item.sku = any(${skus}::text[])`.execute(ctx.em.query());
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]));
  const now = ctx.clock.now();
  const today = dateIn(ctx.account.timeZone, now);
  // Planned the day before, because some of it has been made since.
  const planned: AccountContext = { ...ctx, clock: new StoppedClock(daysLater(now, -1)) };
  for (const { due, notes, items } of runs) {
    const wanted = items.flatMap(([sku, quantity, batchSize]) => {
      const itemID = ids.get(sku);
      return itemID ? [{ itemID, quantity, batchSize }] : [];
    });
    if (wanted.length < items.length) continue;
    const run = await service.create(planned, { dueAt: addDays(today, due), notes });
    await service.plan(planned, run.id, wanted);
  }
}
