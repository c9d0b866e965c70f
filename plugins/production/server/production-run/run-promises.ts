import { toColumn } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type { DoneAt, StockPort, SupplyPort } from '@millwright/inventory/contracts';
import { type Fraction, fractionOf, nothing, plus, rounded } from '../making/fraction.ts';
import { batchIs } from '../states/states.ts';
import { outlookOf } from './flow-ahead.ts';
import type { ProductionRun } from './production-run.entity.ts';
import { billOf } from './run-bill.ts';

const type = 'production_run';
/** Of a run; orders without a priority have the same. */
const usualRank = 2;

type FollowedRun = Pick<ProductionRun, 'id' | 'number' | 'createdAt' | 'bill'> & { dueAt?: string | null };

/** Lines of movements of the run that are taken back, and where. */
interface GivenBack extends DoneAt {
  lineIDs?: readonly string[];
}

/**
 * Keeps stock's promises in line with a run, in the transaction that writes it: what its batches will bring is
 * expected, what they will take is reserved. Both shrink as batches advance.
 */
export class RunPromises {
  readonly #stock: StockPort;
  readonly #supply: SupplyPort;

  constructor(stock: StockPort, supply: SupplyPort) {
    this.#stock = stock;
    this.#supply = supply;
  }

  /** What is given back is reserved again. */
  async follow(ctx: AccountContext, run: FollowedRun, { lineIDs = [], ...doneAt }: GivenBack = {}): Promise<void> {
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
        quantity: toColumn(rounded(amount), 6),
      })),
    };
    if (lineIDs.length) await this.#stock.giveBack(ctx, source, lineIDs, [document], doneAt);
    await this.#stock.reserve(ctx, [document]);
  }

  /**
   * Only what the run will bring, where what it will take is reserved already: a finished batch took all that was
   * reserved for it. The items that the rest of the run takes are left to others meanwhile.
   */
  async followSupply(ctx: AccountContext, run: FollowedRun): Promise<void> {
    const { supply } = await this.#outlook(ctx, run);
    await this.#expect(ctx, run, supply);
  }

  async #expect(ctx: AccountContext, run: FollowedRun, supply: ReadonlyMap<string, Fraction>): Promise<void> {
    await this.#supply.expect(ctx, { type, id: run.id, number: run.number }, await this.#expected(ctx, run, supply));
  }

  /** What batches will bring and take, and what is still owed for work that was done without it. */
  async #outlook(ctx: AccountContext, run: FollowedRun) {
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
      outlook.demand.set(itemID, plus(outlook.demand.get(itemID) ?? nothing, fractionOf(quantity)));
    return outlook;
  }

  async #expected(ctx: AccountContext, run: FollowedRun, supply: ReadonlyMap<string, Fraction>) {
    const { rows } = await sql<{ id: string; unitID: string }>`select id, base_unit_id as "unitID"
      from inventory.v_items where account_id = ${ctx.account.id} and id = any(${[...supply.keys()]}::text[])`.execute(
      ctx.em.query(),
    );
    const dueOn = run.dueAt ?? todayOf(ctx);
    return rows.map(({ id, unitID }) => ({
      lineID: id,
      itemID: id,
      measure: toColumn(rounded(supply.get(id) ?? nothing), 6),
      unitID,
      dueOn,
    }));
  }

  /** A run that is gone brings and wants nothing. */
  async letGo(ctx: AccountContext, run: Pick<ProductionRun, 'id' | 'number'>): Promise<void> {
    await this.#supply.expect(ctx, { type, id: run.id, number: run.number }, []);
    await this.#stock.release(ctx, type, [run.id]);
  }
}
