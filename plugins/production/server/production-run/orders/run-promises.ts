import {
  addFractions,
  type Fraction,
  fractionOf,
  noFraction,
  roundFraction,
  toColumn,
} from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type { DoneAt, StockPort, SupplyPort } from '@millwright/inventory/contracts';
import { batchIs } from '../../states/states.ts';
import { outlookOf } from '../flow-ahead.ts';
import type { ProductionRun } from '../production-run.entity.ts';
import { billOf } from '../run-bill.ts';

const type = 'production_run';
/** Priority of runs, the same as of orders without a priority. */
const usualRank = 2;

type PromisedRun = Pick<ProductionRun, 'id' | 'number' | 'createdAt' | 'bill'> & { dueAt?: string | null };

/** Movement lines of the run that are voided, and the station. */
interface ReturnedMaterial extends DoneAt {
  lineIDs?: readonly string[];
}

/**
 * Updates a run's supply and demand in stock, in the transaction that writes the run: products of its batches are
 * expected, their materials are reserved. Both decrease as batches advance.
 */
export class RunPromises {
  readonly #stock: StockPort;
  readonly #supply: SupplyPort;

  constructor(stock: StockPort, supply: SupplyPort) {
    this.#stock = stock;
    this.#supply = supply;
  }

  /** Returned material is reserved again. */
  async updateRunPromises(
    ctx: AccountContext,
    run: PromisedRun,
    { lineIDs = [], ...doneAt }: ReturnedMaterial = {},
  ): Promise<void> {
    const source = { type, id: run.id, number: run.number };
    const { supply, demand } = await this.#outlook(ctx, run);
    await this.#expect(ctx, run, supply);
    const document = {
      source,
      customerID: null,
      priorityRank: usualRank,
      promisedOn: run.dueAt ?? null,
      issuedAt: run.createdAt,
      lines: [...demand].map(([itemID, amount]) => ({
        lineID: itemID,
        itemID,
        quantity: toColumn(roundFraction(amount), 6),
      })),
    };
    if (lineIDs.length) await this.#stock.returnIssued(ctx, source, lineIDs, [document], doneAt);
    await this.#stock.reserve(ctx, [document]);
  }

  /**
   * Updates only the expected supply. The demand is right already if a finished batch has taken everything reserved for
   * it, so the items for the rest of the run need not be locked.
   */
  async updateRunSupply(ctx: AccountContext, run: PromisedRun): Promise<void> {
    const { supply } = await this.#outlook(ctx, run);
    await this.#expect(ctx, run, supply);
  }

  async #expect(ctx: AccountContext, run: PromisedRun, supply: ReadonlyMap<string, Fraction>): Promise<void> {
    await this.#supply.expect(ctx, { type, id: run.id, number: run.number }, await this.#expected(ctx, run, supply));
  }

  /** Future supply and demand of the batches, and material still owed for work done without it. */
  async #outlook(ctx: AccountContext, run: PromisedRun) {
    const query = ctx.em.query();
    const { rows: batches } = await sql<{ stepID: string; quantity: string }>`
      select step_id as "stepID", quantity::text as quantity from production.batch
      where account_id = ${ctx.account.id} and run_id = ${run.id} and ${batchIs.live('status')}`.execute(query);
    const { rows: owed } = await sql<{ itemID: string; quantity: string }>`
      select item_id as "itemID", sum(short - booked)::text as quantity from production.batch_material
      where account_id = ${ctx.account.id} and run_id = ${run.id} and short > booked and not is_undone
      group by item_id`.execute(query);
    const outlook = outlookOf(billOf(run), batches);
    for (const { itemID, quantity } of owed)
      outlook.demand.set(itemID, addFractions(outlook.demand.get(itemID) ?? noFraction, fractionOf(quantity)));
    return outlook;
  }

  async #expected(ctx: AccountContext, run: PromisedRun, supply: ReadonlyMap<string, Fraction>) {
    const { rows } = await sql<{ id: string; unitID: string }>`select id, base_unit_id as "unitID"
      from inventory.v_items where account_id = ${ctx.account.id} and id = any(${[...supply.keys()]}::text[])`.execute(
      ctx.em.query(),
    );
    const dueOn = run.dueAt ?? todayOf(ctx);
    return rows.map(({ id, unitID }) => ({
      lineID: id,
      itemID: id,
      measure: toColumn(roundFraction(supply.get(id) ?? noFraction), 6),
      unitID,
      dueOn,
    }));
  }

  /** Removes the supply and demand of a deleted run. */
  async releaseRun(ctx: AccountContext, run: Pick<ProductionRun, 'id' | 'number'>): Promise<void> {
    await this.#supply.expect(ctx, { type, id: run.id, number: run.number }, []);
    await this.#stock.release(ctx, type, [run.id]);
  }
}
