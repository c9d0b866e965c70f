import type { SalesOrderPort } from '@millwright/commerce/contracts';
import {
  addFractions,
  divideFractions,
  type Fraction,
  fractionOf,
  greaterFraction,
  lesserFraction,
  multiplyFractions,
  newID,
  noFraction,
  problems,
  subtractFractions,
} from '@millwright/core/contracts';
import { type AccountContext, portFor, sql } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { productionRunProblems } from '../../../contracts/index.ts';
import { shareFlow } from '../../making/flow-links.ts';
import { type Making, makingOf } from '../../making/made-items.ts';
import { outlookItems, stepsAround, wholeUp } from '../flow-ahead.ts';
import type { ProductionRunService } from '../production-run.service.ts';
import type { BatchPlanner } from './batch-planner.ts';
import type { RunPromises } from './run-promises.ts';

/** What there is of an item beyond what it is promised to, below 0 where more is short than is expected. */
interface Spare {
  itemID: string;
  free: string;
  expected: string;
  short: string;
}

/** Makes production runs of what sales orders are short of. */
export class OrderRuns {
  readonly #runs: ProductionRunService;
  readonly #planner: BatchPlanner;
  readonly #promises: RunPromises;
  readonly #stock: StockPort;
  readonly #orders: SalesOrderPort | undefined;

  constructor(
    runs: ProductionRunService,
    planner: BatchPlanner,
    promises: RunPromises,
    stock: StockPort,
    orders: SalesOrderPort | undefined,
  ) {
    this.#runs = runs;
    this.#planner = planner;
    this.#promises = promises;
    this.#stock = stock;
    this.#orders = orders;
  }

  /**
   * Orders, and then the stock of all that is made for them, are held before anybody reads what they lack: who asks
   * beside it, for the same order or another of the same items, finds what this run will bring.
   * @throws Problem 404 for an order that is not there, 409 `nothing_to_produce` */
  async create(ctx: AccountContext, orderIDs: readonly string[]): Promise<{ id: string; number: string }> {
    const port = portFor(ctx, this.#orders);
    const ids = [...new Set(orderIDs)];
    await port?.hold(ctx, ids);
    await shareFlow(ctx);
    const found = (await port?.find(ctx, ids)) ?? new Map();
    if (!port || found.size < ids.length) throw problems.not_found();
    const orders = [...found.values()];
    const runID = newID('run');
    const wanted = await this.#wanted(ctx, runID, ids);
    if (!wanted.length) throw productionRunProblems.nothing_to_produce();
    const dueAt = orders.flatMap(({ promisedAt }) => promisedAt ?? []).toSorted()[0] ?? null;
    const run = await this.#runs.add(ctx, { dueAt }, runID);
    const numbers = orders.map(({ id, number }) => ({ id, number }));
    await sql`insert into production.production_run_order (account_id, run_id, order_id, order_number)
      select ${ctx.account.id}, ${run.id}, id, number from unnest(${numbers.map(({ id }) => id)}::text[],
        ${numbers.map(({ number }) => number)}::text[]) as own (id, number)`.execute(ctx.em.query());
    await port.linkRun(ctx, { id: run.id, number: run.number }, ids);
    await this.#planner.plan(ctx, run, wanted);
    await this.#promises.updateRunPromises(ctx, run);
    const { id, number } = await this.#runs.settled(ctx, run.id);
    return { id, number };
  }

  /** A run that goes is no order's any more. */
  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const { orderIDs } = await this.#runs.remove(ctx, id);
    if (orderIDs.length) await portFor(ctx, this.#orders)?.unlinkRun(ctx, id);
    return undefined;
  }

  /**
   * What has to be made: the orders' shorts of items with steps, as far as expected stock does not cover them, and the
   * stocked parts that making them takes, net of stock; in whole base pieces.
   */
  async #wanted(ctx: AccountContext, runID: string, orderIDs: readonly string[]) {
    const making = await makingOf(
      ctx,
      (await shortsOf(ctx, orderIDs)).map(({ itemID }) => itemID),
    );
    const steps = await stepsAround(ctx, { itemIDs: [...making.steps.keys()] });
    await this.#stock.hold(ctx, {
      itemIDs: [...making.items.keys(), ...[...steps.values()].flatMap(outlookItems)],
      documents: [{ type: 'production_run', id: runID }],
    });
    // Somebody may have served them, or taken from them, until their stock was held.
    const shorts = await shortsOf(ctx, orderIDs);
    const spares = await sparesOf(ctx, [...making.steps.keys()]);
    const needs = new Map<string, Fraction>();
    for (const { itemID, short } of shorts) {
      if (!making.steps.has(itemID)) continue;
      // Of what is expected others may be short as well: only what nobody is short of serves these orders.
      const spare = spares.get(itemID);
      const uncovered = spare ? subtractFractions(spare.short, spare.expected) : fractionOf(short);
      const need = lesserFraction(fractionOf(short), greaterFraction(uncovered, noFraction));
      if (need.numerator > 0n) needs.set(itemID, need);
    }
    return netNeeds(making, spares, needs);
  }
}

async function shortsOf(ctx: AccountContext, orderIDs: readonly string[]) {
  const { rows } = await sql<{ itemID: string; short: string }>`
    select item_id as "itemID", sum(short)::text as short from inventory.v_demands
    where account_id = ${ctx.account.id} and source_type = 'sales_order' and source_id = any(${[...orderIDs]}::text[])
      and short > 0 group by item_id order by item_id`.execute(ctx.em.query());
  return rows;
}

type Spares = ReadonlyMap<string, { free: Fraction; expected: Fraction; short: Fraction }>;

async function sparesOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Spares> {
  const { rows } = await sql<Spare>`select item.id as "itemID",
      coalesce((select sum(stock.on_hand) from inventory.v_stock_on_hand stock where stock.account_id = item.account_id
        and stock.item_id = item.id and stock.is_usable), 0)
      - coalesce((select sum(demand.reserved) from inventory.v_demands demand
        where demand.account_id = item.account_id and demand.item_id = item.id), 0) as free,
      coalesce((select sum(supply.open) from inventory.v_supplies supply
        where supply.account_id = item.account_id and supply.item_id = item.id), 0) as expected,
      coalesce((select sum(demand.short) from inventory.v_demands demand
        where demand.account_id = item.account_id and demand.item_id = item.id), 0) as short
    from inventory.v_items item
    where item.account_id = ${ctx.account.id} and item.id = any(${[...itemIDs]}::text[])`.execute(ctx.em.query());
  return new Map(
    rows.map(({ itemID, free, expected, short }) => [
      itemID,
      { free: fractionOf(free), expected: fractionOf(expected), short: fractionOf(short) },
    ]),
  );
}

/** Needs of stocked items through all levels: each item after all that it goes into, lower ones net of stock. */
function netNeeds({ steps }: Making, spares: Spares, top: ReadonlyMap<string, Fraction>) {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const used of steps.get(id)?.consumptions ?? []) visit(used.itemID);
    order.unshift(id);
  };
  for (const id of top.keys()) visit(id);
  const needs = new Map(top);
  const wanted: { itemID: string; quantity: Fraction }[] = [];
  for (const itemID of order) {
    const step = steps.get(itemID);
    let need = needs.get(itemID);
    if (!step || !need) continue;
    if (step.isStocked) {
      if (!top.has(itemID)) {
        const spare = spares.get(itemID);
        const unclaimed = spare
          ? greaterFraction(subtractFractions(spare.expected, spare.short), noFraction)
          : noFraction;
        const covered = addFractions(greaterFraction(spare?.free ?? noFraction, noFraction), unclaimed);
        need = greaterFraction(subtractFractions(need, covered), noFraction);
      }
      need = wholeUp(need);
      if (need.numerator === 0n) continue;
      wanted.push({ itemID, quantity: need });
    }
    for (const used of step.consumptions) {
      const share = divideFractions(fractionOf(used.baseMeasure), fractionOf(step.baseMeasure));
      needs.set(used.itemID, addFractions(needs.get(used.itemID) ?? noFraction, multiplyFractions(need, share)));
    }
  }
  return wanted;
}
