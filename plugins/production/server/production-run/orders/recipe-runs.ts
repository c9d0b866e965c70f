import { fractionOf, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, sql, touched } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { listBatches, listProductionRuns } from '../../../contracts/index.ts';
import type { RecipeChange, RecipeFollower } from '../../making/change-recipes.ts';
import { type FlowingStep, stepsAround } from '../flow-ahead.ts';
import { holdStockOf } from '../lock-pass.ts';
import { ProductionRun } from '../production-run.entity.ts';
import { billAround, billItems, billOf, isSameBill } from '../run-bill.ts';
import { addPlanned, firstBatches } from './batch-planner.ts';
import type { RunPromises } from './run-promises.ts';

interface PlannedRow {
  id: string;
  runID: string;
  stepID: string;
  quantity: string;
}

/** Maintains the bills of runs: runs without scans follow the present recipes, started runs keep their bill. */
export class RecipeRuns implements RecipeFollower {
  readonly #stock: StockPort;
  readonly #promises: RunPromises;

  constructor(stock: StockPort, promises: RunPromises) {
    this.#stock = stock;
    this.#promises = promises;
  }

  /** @throws Problem 409 `in_use` if started runs have this step in their bill */
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

  /** Updates planned runs to the changed recipes, with their reservations and expected supply. */
  async updateRuns(
    ctx: AccountContext,
    { stepIDs, itemIDs }: Pick<RecipeChange, 'stepIDs' | 'itemIDs'>,
  ): Promise<void> {
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
    // A run may have been scanned before it was locked.
    const planned = { accountID: ctx.account.id, id: { $in: ids }, startedAt: null, deletedAt: null };
    const runs = await ctx.em.find(ProductionRun, planned, { orderBy: { id: 'asc' }, refresh: true });
    await this.renew(ctx, runs);
  }

  /**
   * Updates locked runs without scans to the present recipes; the caller has called `shareFlow`. Batches at a step that
   * has an input now are planned again at the flow's new first steps.
   */
  async renew(ctx: AccountContext, runs: readonly ProductionRun[]): Promise<void> {
    const query = ctx.em.query();
    const ids = runs.flatMap(({ id, startedAt }) => (startedAt ? [] : id));
    if (!ids.length) return;
    const { rows: batches } = await sql<PlannedRow>`select id, run_id as "runID", step_id as "stepID",
        quantity::text as quantity from production.batch
      where account_id = ${ctx.account.id} and run_id = any(${ids}::text[]) order by created_at, id`.execute(query);
    const steps = await stepsAround(ctx, { stepIDs: [...new Set(batches.map(({ stepID }) => stepID))] });
    const other = runs.flatMap((run) => {
      if (!ids.includes(run.id)) return [];
      const runBatches = batches.filter(({ runID }) => runID === run.id);
      const idle = runBatches.filter(({ stepID }) => steps.get(stepID)?.inputs.length);
      const begun = idle.flatMap(({ stepID, quantity }) =>
        firstBatches(steps, steps.get(stepID) as FlowingStep, fractionOf(quantity)),
      );
      const bill = billAround(steps, [
        ...runBatches.filter((batch) => !idle.includes(batch)).map(({ stepID }) => stepID),
        ...begun.map(({ step }) => step.id),
      ]);
      return idle.length || !isSameBill(bill, run.bill) ? [{ run, bill, idle, begun }] : [];
    });
    if (!other.length) return;
    await holdStockOf(
      ctx,
      this.#stock,
      other.map(({ run }) => run),
      { itemIDs: billItems(other.map((each) => billOf(each))) },
    );
    const idle = other.flatMap((each) => each.idle.map(({ id }) => id));
    await sql`delete from production.batch where account_id = ${ctx.account.id}
      and id = any(${idle}::text[])`.execute(query);
    for (const { run, bill, begun } of other) {
      run.bill = bill;
      audit(ctx, { record: { type: 'production_run', id: run.id }, action: 'recipe_changed' });
      await addPlanned(ctx, run, begun);
    }
    // The step may make another item now.
    await sql`update production.batch batch set item_id = step.item_id, version = batch.version + 1
      from production.production_step step
      where batch.account_id = ${ctx.account.id} and batch.run_id = any(${other.map(({ run }) => run.id)}::text[])
        and step.account_id = batch.account_id and step.id = batch.step_id
        and step.item_id <> batch.item_id`.execute(query);
    for (const { run } of other) await this.#promises.updateRunPromises(ctx, run);
    touched(ctx, listProductionRuns, listBatches);
  }
}
