import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import type { DocumentDemand, StockPort } from '@millwright/inventory/contracts';

/** The record type under which the promise ledger knows orders. */
const sourceType = 'sales_order';

interface FollowOptions {
  /** A hold of the acting person whose stock the orders take over. */
  holdID?: string | null | undefined;
  /** Where lines stand in the request, for refusals. */
  paths?: ReadonlyMap<string, string>;
}

interface DemandRow {
  id: string;
  number: string;
  customerID: string;
  priorityRank: number;
  promisedOn: string | null;
  issuedAt: Date | string;
  lines: { lineID: string; itemID: string; quantity: string }[];
}

/** What issued orders among these still want: their sale lines as far as they have not been shipped. The first issued come first. */
async function demandOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<DemandRow[]> {
  const { rows } = await sql<DemandRow>`select ${plannedOnce} sold.id, sold.number, sold.customer_id as "customerID",
      coalesce(priority.rank, 2) as "priorityRank", sold.promised_at::text as "promisedOn", sold.issued_at as "issuedAt",
      (select coalesce(json_agg(json_build_object('lineID', line.id, 'itemID', line.item_id,
          'quantity', (line.base_quantity - line.quantity_shipped)::text) order by line.line_item_number), '[]')
        from commerce.sales_order_line line
        where line.account_id = sold.account_id and line.order_id = sold.id and line.product_type = 'sale'
          and line.base_quantity > line.quantity_shipped) as lines
    from commerce.sales_order sold
    left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
    where sold.account_id = ${ctx.account.id} and sold.id = any(${[...orderIDs]}::text[]) and sold.status = 'issued'
      and sold.deleted_at is null
    order by "priorityRank" desc, sold.promised_at nulls last, sold.issued_at, sold.id`.execute(ctx.em.query());
  return rows;
}

/**
 * Keeps the promise ledger in line with orders, in the transaction that writes them. An issued order wants what its sale lines
 * have open; any other wants nothing. An order without a priority counts as one of normal priority.
 */
export class OrderPromises {
  readonly #stock: StockPort;

  constructor(stock: StockPort) {
    this.#stock = stock;
  }

  /**
   * Makes the promises to these orders follow what was written of them; their rows are locked by the caller, and what they want
   * is in the database. Any number of orders takes the same few statements. What customers order themselves has to be there.
   * @throws Problem 409 `insufficient_stock` naming each line that is short, for portal customers
   */
  async follow(ctx: AccountContext, orderIDs: readonly string[], { holdID, paths }: FollowOptions = {}): Promise<void> {
    if (orderIDs.length === 0) return;
    const wanted = await demandOf(ctx, orderIDs);
    if (wanted.length === 0 && !holdID) return this.#stock.release(ctx, sourceType, orderIDs);
    const found = new Set(wanted.map(({ id }) => id));
    const documents = wanted.map(
      ({ id, number, lines, issuedAt, ...turn }): DocumentDemand => ({
        ...turn,
        source: { type: sourceType, id, number },
        issuedAt: new Date(issuedAt),
        lines: lines.map((line) => {
          const path = paths?.get(line.lineID);
          return path === undefined ? line : { ...line, path };
        }),
      }),
    );
    // In one call with the hold and with those that want nothing any more, so that all is locked in one order.
    const rest = orderIDs.filter((id) => !found.has(id)).map((id) => nothingFor(ctx, id));
    await this.#stock.reserve(ctx, [...documents, ...rest], {
      refuseShort: ctx.customerID !== undefined,
      holdID: holdID ?? undefined,
    });
  }

  /** Gives back a hold that nothing is made of. */
  async letGo(ctx: AccountContext, holdID: string | null | undefined): Promise<void> {
    if (holdID) await this.#stock.releaseHold(ctx, holdID);
  }
}

const nothingFor = (ctx: AccountContext, id: string): DocumentDemand => ({
  source: { type: sourceType, id, number: '' },
  customerID: null,
  priorityRank: 0,
  promisedOn: null,
  issuedAt: ctx.clock.now(),
  lines: [],
});
