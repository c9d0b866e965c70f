import { problems } from '@millwright/core/contracts';
import { type AccountContext, audit, sql, touched } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { listBatches, listProductionRuns } from '../../contracts/index.ts';
import type { RecipeChange, RecipeFollower } from '../making/change-recipes.ts';
import { stepsAround } from './flow-ahead.ts';
import { holdStockOf } from './lock-pass.ts';
import { ProductionRun } from './production-run.entity.ts';
import { billAround, billItems, billOf, isSameBill } from './run-bill.ts';
import type { RunPromises } from './run-promises.ts';

/** Keeps the bills of runs: those of which nothing was scanned go by the recipes of today, all others by their own. */
export class RecipeRuns implements RecipeFollower {
  readonly #stock: StockPort;
  readonly #promises: RunPromises;

  constructor(stock: StockPort, promises: RunPromises) {
    this.#stock = stock;
    this.#promises = promises;
  }

  /** @throws Problem 409 `in_use` where runs that something was scanned for go by this step */
  async refuseInWork(ctx: AccountContext, stepID: string): Promise<void> {
    const { rows } = await sql<{ number: string }>`select run.number from production.production_run run
      where run.account_id = ${ctx.account.id} and run.started_at is not null and run.completed_at is null
        and exists (select from jsonb_array_elements(run.bill) step where step ->> 'id' = ${stepID})
      order by run.number limit 4`.execute(ctx.em.query());
    const [first] = rows;
    if (!first) return;
    const numbers = rows.slice(0, 3).map(({ number }) => number);
    const more = rows.length > numbers.length ? ' and others' : '';
    throw problems.in_use({ message: `Production runs in work go by this step: ${numbers.join(', ')}${more}` });
  }

  /** Planned runs take the changed recipes, and what they reserve and will bring follows. */
  async follow(ctx: AccountContext, { stepIDs, itemIDs }: Pick<RecipeChange, 'stepIDs' | 'itemIDs'>): Promise<void> {
    const query = ctx.em.query();
    const { rows: found } = await sql<{ id: string }>`select run.id from production.production_run run
      where run.account_id = ${ctx.account.id} and run.started_at is null and run.deleted_at is null
        and exists (select from jsonb_array_elements(run.bill) step
          where step ->> 'id' = any(${[...stepIDs]}::text[]) or step ->> 'itemID' = any(${[...itemIDs]}::text[])
            or exists (select from jsonb_array_elements(step -> 'consumptions') used
              where used ->> 'itemID' = any(${[...itemIDs]}::text[])))`.execute(query);
    if (!found.length) return;
    const ids = found.map(({ id }) => id).sort();
    await ctx.em.lockRows(ProductionRun, ids);
    // Somebody may have scanned until they were held.
    const planned = { accountID: ctx.account.id, id: { $in: ids }, startedAt: null, deletedAt: null };
    const runs = await ctx.em.find(ProductionRun, planned, { orderBy: { id: 'asc' }, refresh: true });
    const { rows: batches } = await sql<{ runID: string; stepID: string }>`select distinct run_id as "runID",
        step_id as "stepID" from production.batch
      where account_id = ${ctx.account.id} and run_id = any(${ids}::text[])`.execute(query);
    const steps = await stepsAround(ctx, { stepIDs: [...new Set(batches.map(({ stepID }) => stepID))] });
    const other = runs.flatMap((run) => {
      const own = batches.filter(({ runID }) => runID === run.id).map(({ stepID }) => stepID);
      const bill = billAround(steps, own);
      return isSameBill(bill, run.bill) ? [] : [{ run, bill }];
    });
    if (!other.length) return;
    await holdStockOf(
      ctx,
      this.#stock,
      other.map(({ run }) => run),
      { itemIDs: billItems(other.map((each) => billOf(each))) },
    );
    for (const { run, bill } of other) {
      run.bill = bill;
      audit(ctx, { record: { type: 'production_run', id: run.id }, action: 'recipe_changed' });
    }
    await ctx.em.flush();
    // A step may make something else now.
    await sql`update production.batch batch set item_id = step.item_id, version = batch.version + 1
      from production.production_step step
      where batch.account_id = ${ctx.account.id} and batch.run_id = any(${other.map(({ run }) => run.id)}::text[])
        and step.account_id = batch.account_id and step.id = batch.step_id
        and step.item_id <> batch.item_id`.execute(query);
    for (const { run } of other) await this.#promises.follow(ctx, run);
    touched(ctx, listProductionRuns, listBatches);
  }
}
