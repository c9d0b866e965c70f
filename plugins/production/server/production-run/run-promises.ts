import { dateIn, toColumn } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { StockPort, SupplyPort } from '@millwright/inventory/contracts';
import { rounded } from '../making/fraction.ts';
import { outlookOf, stepsAround } from './flow-ahead.ts';
import type { ProductionRun } from './production-run.entity.ts';

const type = 'production_run';
/** Of a run; orders without a priority have the same. */
const usualRank = 2;

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

  async follow(
    ctx: AccountContext,
    run: Pick<ProductionRun, 'id' | 'number' | 'createdAt'> & { dueAt?: string | null },
  ) {
    const source = { type, id: run.id, number: run.number };
    const { rows: batches } = await sql<{ stepID: string; quantity: string }>`
      select step_id as "stepID", quantity::text as quantity from production.batch
      where account_id = ${ctx.account.id} and run_id = ${run.id} and status <> 'closed'`.execute(ctx.em.query());
    const steps = await stepsAround(ctx, { stepIDs: [...new Set(batches.map(({ stepID }) => stepID))] });
    const { supply, demand } = outlookOf(steps, batches);
    const itemIDs = [...supply.keys()];
    const { rows: units } = await sql<{ id: string; unitID: string }>`select id, base_unit_id as "unitID"
      from inventory.v_items where account_id = ${ctx.account.id} and id = any(${itemIDs}::text[])`.execute(
      ctx.em.query(),
    );
    const unitOf = new Map(units.map(({ id, unitID }) => [id, unitID]));
    const dueOn = run.dueAt ?? dateIn(ctx.account.timeZone, ctx.clock.now());
    await this.#supply.expect(
      ctx,
      source,
      [...supply].flatMap(([itemID, amount]) => {
        const unitID = unitOf.get(itemID);
        return unitID ? [{ lineID: itemID, itemID, measure: toColumn(rounded(amount), 6), unitID, dueOn }] : [];
      }),
    );
    await this.#stock.reserve(ctx, [
      {
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
      },
    ]);
  }

  /** A run that is gone brings and wants nothing. */
  async letGo(ctx: AccountContext, run: Pick<ProductionRun, 'id' | 'number'>): Promise<void> {
    await this.#supply.expect(ctx, { type, id: run.id, number: run.number }, []);
    await this.#stock.release(ctx, type, [run.id]);
  }
}
