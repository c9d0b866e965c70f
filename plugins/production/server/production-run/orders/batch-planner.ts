import {
  compareFractions,
  decimal,
  exactDecimal,
  type Fraction,
  fractionOf,
  lesserFraction,
  newID,
  subtractFractions,
  toColumn,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { BaseQuantity, CataloguePort, StockPort } from '@millwright/inventory/contracts';
import { mostBatches, type PlannedBatch, productionRunProblems } from '../../../contracts/index.ts';
import { preferredSteps } from '../../making/made-items.ts';
import { batchIs } from '../../states/states.ts';
import { beginningsOf, type FlowingStep, stepsAround, wholeUp } from '../flow-ahead.ts';
import { holdStockOf } from '../lock-pass.ts';
import type { ProductionRun } from '../production-run.entity.ts';
import { billItems, billOf, type RunBill } from '../run-bill.ts';

/** A quantity of an item, in base units, in batches of at most a given size. */
export interface WantedItem {
  itemID: string;
  quantity: Fraction;
  batchSize?: Fraction | undefined;
  path?: string | undefined;
}

/** Plans batches at the first steps of flows. */
export class BatchPlanner {
  readonly #catalogue: CataloguePort;
  readonly #stock: StockPort;

  constructor(catalogue: CataloguePort, stock: StockPort) {
    this.#catalogue = catalogue;
    this.#stock = stock;
  }

  /**
   * Replaces the planned batches of a locked run.
   * @throws Problem 400 at the entry without a production step
   */
  async replace(ctx: AccountContext, run: ProductionRun, wanted: readonly PlannedBatch[]): Promise<void> {
    await this.#catalogue.holdItems(
      ctx,
      wanted.map(({ itemID }) => itemID),
    );
    const entered = wanted.map(({ itemID, quantity }, index) => ({
      itemID,
      path: `${index}.quantity`,
      ...(typeof quantity === 'number' ? { measure: quantity } : quantity),
    }));
    const amounts = await this.#catalogue.convertToBase(ctx, entered);
    const sized = wanted.flatMap(({ batchSize }, index) => {
      const amount = amounts[index] as BaseQuantity;
      const { itemID, unitID } = amount;
      return batchSize === undefined ? [] : [{ itemID, unitID, measure: batchSize, path: `${index}.batchSize` }];
    });
    const sizes = new Map(
      (await this.#catalogue.convertToBase(ctx, sized)).map((size, index) => [sized[index]?.path, size.baseMeasure]),
    );
    await this.plan(
      ctx,
      run,
      amounts.map(({ itemID, baseMeasure }, index) => {
        const size = sizes.get(`${index}.batchSize`);
        return {
          itemID,
          quantity: fractionOf(baseMeasure),
          batchSize: size === undefined ? undefined : fractionOf(size),
          path: `${index}.itemID`,
        };
      }),
    );
  }

  /**
   * The same with base units. The caller has locked recipes by `shareFlow`, because the run copies them as its bill.
   */
  async plan(ctx: AccountContext, run: ProductionRun, wanted: readonly WantedItem[]): Promise<void> {
    const itemIDs = wanted.map(({ itemID }) => itemID);
    const first = await preferredOf(ctx, itemIDs);
    const steps = await plannedBill(ctx, run, [...first.values()]);
    await holdStockOf(ctx, this.#stock, [run], { itemIDs: billItems([steps]) });
    run.bill = [...steps.values()];
    const planned = wanted.flatMap(({ itemID, quantity, batchSize, path = '' }) => {
      const step = steps.get(first.get(itemID) ?? '');
      if (!step)
        throw productionRunProblems.no_production_step({
          errors: [{ path, message: 'No production step makes this item' }],
        });
      return chunksOf(quantity, batchSize).flatMap((chunk) => firstBatches(steps, step, chunk));
    });
    if (planned.length > mostBatches) throw productionRunProblems.too_many_batches();
    await addPlanned(ctx, run, await this.#keepPlanned(ctx, run, planned));
  }

  /** Keeps planned batches that are still wanted, and deletes the others. Answers the missing batches. */
  async #keepPlanned(
    ctx: AccountContext,
    run: ProductionRun,
    wanted: readonly FirstBatch[],
  ): Promise<readonly FirstBatch[]> {
    const query = ctx.em.query();
    const { rows } = await sql<{ id: string; stepID: string; quantity: string }>`
      select id, step_id as "stepID", quantity::text as quantity from production.batch
      where account_id = ${ctx.account.id} and run_id = ${run.id} and ${batchIs.planned('status')}
      order by created_at, id`.execute(query);
    const keyOf = (stepID: string, quantity: string): string => `${stepID} ${decimal(quantity)}`;
    const standing = Map.groupBy(rows, ({ stepID, quantity }) => keyOf(stepID, quantity));
    const missing = wanted.filter(
      ({ step, quantity }) => !standing.get(keyOf(step.id, toColumn(quantity, 6)))?.shift(),
    );
    const idle = [...standing.values()].flat().map(({ id }) => id);
    await sql`delete from production.batch
      where account_id = ${ctx.account.id} and id = any(${idle}::text[])`.execute(query);
    return missing;
  }
}

/** The bill of a run after planning; steps in the bill of a started run stay unchanged. */
async function plannedBill(ctx: AccountContext, run: ProductionRun, stepIDs: readonly string[]): Promise<RunBill> {
  const now = await stepsAround(ctx, { stepIDs });
  return run.startedAt ? new Map([...now, ...billOf(run)]) : now;
}

type FirstBatch = ReturnType<typeof wholeAtFirst>;

/** Batches at the first steps of the flow to a quantity of a step's product. */
export const firstBatches = (steps: RunBill, step: FlowingStep, quantity: Fraction): FirstBatch[] =>
  beginningsOf(steps, step, quantity).map(wholeAtFirst);

/** Adds planned batches to a locked run. */
export async function addPlanned(
  ctx: AccountContext,
  run: ProductionRun,
  wanted: readonly FirstBatch[],
): Promise<void> {
  // Numbers are never reused, because labels may have been printed.
  let last = run.lastBatch;
  const now = ctx.clock.now();
  await ctx.em.insert(
    'production.batch',
    wanted.map(({ step, quantity }, index) => ({
      id: newID('bat'),
      created_at: new Date(now.getTime() + index),
      updated_at: now,
      version: 1,
      run_id: run.id,
      number: `${run.number}-${++last}`,
      status: 'planned',
      step_id: step.id,
      item_id: step.itemID,
      quantity: toColumn(quantity, 6),
      seconds: '0',
      waste: '0',
      value: '0',
    })),
  );
  run.lastBatch = last;
  await ctx.em.flush();
}

/** A share that six decimals cannot hold is rounded up to whole pieces at the first step. */
const wholeAtFirst = ({ step, quantity }: { step: FlowingStep; quantity: Fraction }) => {
  const exact = exactDecimal(quantity) ?? exactDecimal(wholeUp(quantity));
  if (!exact) throw new Error('A whole number has six decimals');
  return { step, quantity: exact };
};

/** Splits a quantity into parts of at most a given size. */
function chunksOf(quantity: Fraction, size: Fraction | undefined): Fraction[] {
  const chunks: Fraction[] = [];
  if (
    size &&
    compareFractions(quantity, size) > 0 &&
    wholeUp({
      numerator: quantity.numerator * size.denominator,
      denominator: quantity.denominator * size.numerator,
    }).numerator > BigInt(mostBatches)
  )
    throw productionRunProblems.too_many_batches();
  for (let left = quantity; left.numerator > 0n; ) {
    const chunk = size ? lesserFraction(left, size) : left;
    chunks.push(chunk);
    left = subtractFractions(left, chunk);
  }
  return chunks;
}

/** The preferred step of each item. */
async function preferredOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; itemID: string }>`select step.id, step.item_id as "itemID"
    from ${preferredSteps(ctx)} step where step.item_id = any(${[...itemIDs]}::text[])`.execute(ctx.em.query());
  return new Map(rows.map(({ id, itemID }) => [itemID, id]));
}
