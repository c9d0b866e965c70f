import { decimal } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { DocumentDemand, StockPort } from '@millwright/inventory/contracts';
import type { SalesOrder } from '../../../../contracts/index.ts';
import { salesOrderIs } from '../../../states/states.ts';
import { endedRefusal, orderRefusals } from '../../may-order.ts';
import type { NewSalesLine } from '../lines/sales-order-write-lines.ts';
import { LargestOrder } from '../portal/largest-order.ts';

/** Record type of orders in the reservation ledger. */
const sourceType = 'sales_order';

/** An issued order before it is written. */
export interface EnteredOrder {
  id: string;
  /** A function takes the number after all rows on which the transaction may wait are locked. */
  number: string | (() => Promise<string>);
  customerID: string;
  priorityID: string | null;
  promisedOn: string | null;
  issuedAt: Date | string;
  /** For customers who order themselves: their payment term and the order's total. */
  paymentTermID?: string | null;
  total?: string;
  lines: readonly Pick<NewSalesLine, 'id' | 'itemID' | 'productType' | 'baseQuantity'>[];
}

interface UpdateOptions {
  /** Orders that are inserted later, because their numbers are taken last. */
  entered?: readonly EnteredOrder[];
  /** Named orders whose creation is undone later in this transaction. They have no demand. */
  goneIDs?: readonly string[];
  /** Named orders that were not issued before. */
  issuedIDs?: readonly string[];
  /** Whether the customer itself orders, by a mailed link. */
  isByCustomer?: boolean | undefined;
  /** A hold of the acting person. The orders take over its stock. */
  holdID?: string | null | undefined;
  /** Whether the hold belongs to the one order and was taken for its payment. */
  isDocumentHold?: boolean;
  /** Whether a customer accepts to wait for missing stock. */
  acceptsShort?: boolean;
  /** Whether products that are not sold any more were warned about or released before. */
  acceptsEnded?: boolean | undefined;
  /** Paths of lines in the request, for refusals. */
  paths?: ReadonlyMap<string, string>;
}

/** Rank of an order without a priority. */
const usualRank = 2;

interface DemandRow {
  id: string;
  number: string;
  customerID: string;
  priorityRank: number;
  promisedOn: string | null;
  issuedAt: Date | string;
  takeNumber?: () => Promise<string>;
  paymentTermID?: string | null;
  total?: string;
  isNew?: boolean;
  /** Products of all lines of an order that is not written yet. */
  itemIDs?: readonly string[];
  lines: { lineID: string; itemID: string; quantity: string }[];
}

/** Higher priority first, then the earlier promised date, then the earlier issue date. */
const byTurn = (left: DemandRow, right: DemandRow): number => {
  const turnOf = ({ promisedOn, issuedAt, id }: DemandRow): [string, number, string] => [
    promisedOn ?? '9999-12-31',
    new Date(issuedAt).getTime(),
    id,
  ];
  if (left.priorityRank !== right.priorityRank) return right.priorityRank - left.priorityRank;
  const [own, other] = [turnOf(left), turnOf(right)];
  const at = own.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (own[at] as string) < (other[at] as string) ? -1 : 1;
};

/** Demand of orders that are not written yet: all of their sale lines. */
async function demandOfEntered(ctx: AccountContext, orders: readonly EnteredOrder[]): Promise<DemandRow[]> {
  if (orders.length === 0) return [];
  const priorityIDs = orders.flatMap(({ priorityID }) => priorityID ?? []);
  const { rows } = priorityIDs.length
    ? await sql<{ id: string; rank: number }>`select id, rank from commerce.priority
        where account_id = ${ctx.account.id} and id = any(${priorityIDs}::text[])`.execute(ctx.em.query())
    : { rows: [] };
  const ranks = new Map(rows.map(({ id, rank }) => [id, rank]));
  return orders.map(({ number, priorityID, lines, ...order }) => ({
    ...order,
    isNew: true,
    itemIDs: lines.map(({ itemID }) => itemID),
    ...(typeof number === 'string' ? { number } : { number: '', takeNumber: number }),
    priorityRank: ranks.get(priorityID ?? '') ?? usualRank,
    lines: lines
      .filter(({ productType }) => productType === 'sale')
      .map(({ id, itemID, baseQuantity }) => ({ lineID: id, itemID, quantity: baseQuantity })),
  }));
}

/** Demand of the issued orders among these: the quantities of their sale lines that are not shipped. */
async function demandOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<DemandRow[]> {
  const { rows } = await sql<DemandRow>`select sold.id, sold.number, sold.customer_id as "customerID",
      coalesce(priority.rank, ${usualRank}::int) as "priorityRank", sold.promised_at::text as "promisedOn",
      sold.issued_at as "issuedAt",
      (select coalesce(json_agg(json_build_object('lineID', line.id, 'itemID', line.item_id,
          'quantity', (line.base_quantity - line.quantity_shipped)::text) order by line.line_item_number), '[]')
        from commerce.sales_order_line line
        where line.account_id = sold.account_id and line.order_id = sold.id and line.product_type = 'sale'
          and line.base_quantity > line.quantity_shipped) as lines
    from commerce.sales_order sold
    left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
    where sold.account_id = ${ctx.account.id} and sold.id = any(${[...orderIDs]}::text[])
      and ${salesOrderIs.open('sold.status')}
      and sold.deleted_at is null`.execute(ctx.em.query());
  return rows;
}

const documentOf = (
  { id, number, lines, issuedAt, ...turn }: DemandRow,
  paths?: ReadonlyMap<string, string>,
): DocumentDemand => ({
  ...turn,
  source: { type: sourceType, id, number },
  issuedAt: new Date(issuedAt),
  lines: lines.map((line) => {
    const path = paths?.get(line.lineID);
    return path === undefined ? line : { ...line, path };
  }),
});

/**
 * Keeps the reservation ledger consistent with the orders, in the transaction that writes the orders. The demand of an
 * issued order is the open quantity of its sale lines, other orders have none. An order without a priority counts as
 * normal priority.
 */
export class OrderPromises {
  readonly #stock: StockPort;

  constructor(stock: StockPort) {
    this.#stock = stock;
  }

  /**
   * Updates the reservations of these orders. The caller has locked the order rows and flushed the lines. Any number of
   * orders takes the same few statements. Lines of an order that a portal customer enters have to be fully available.
   * @throws Problem 409 `customer_on_hold`, `payment_first`, `product_ended`, `confirmation_required` for demand that
   * `mayOrder` forbids; `insufficient_stock` naming each short line, for portal customers
   */
  async updatePromises(ctx: AccountContext, orderIDs: readonly string[], options: UpdateOptions = {}): Promise<void> {
    const { holdID, isDocumentHold = false, paths, entered = [], goneIDs = [], acceptsShort = false } = options;
    if (orderIDs.length + entered.length === 0) return;
    const gone = new Set(goneIDs);
    const wanted = [
      ...(orderIDs.length
        ? await demandOf(
            ctx,
            orderIDs.filter((id) => !gone.has(id)),
          )
        : []),
      ...(await demandOfEntered(ctx, entered)),
    ].sort(byTurn);
    if (wanted.length === 0 && !holdID) return this.#stock.release(ctx, sourceType, orderIDs);
    await this.#refuseGrowth(ctx, wanted, options);
    const found = new Set(wanted.map(({ id }) => id));
    const documents = wanted.map((row) => documentOf(row, paths));
    // One call with the hold and with the orders that have no demand any more, so that all rows are locked in one
    // order.
    const rest = orderIDs.filter((id) => !found.has(id)).map((id) => nothingFor(ctx, id));
    await this.#stock.reserve(ctx, [...documents, ...rest], {
      refuseShort: ctx.customerID !== undefined && !acceptsShort,
      holdID: holdID ?? undefined,
      isDocumentHold,
    });
  }

  /** Refuses additional demand of orders that may not grow. */
  async #refuseGrowth(
    ctx: AccountContext,
    wanted: readonly DemandRow[],
    { issuedIDs = [], isByCustomer, acceptsEnded }: UpdateOptions,
  ): Promise<void> {
    const isIssued = new Set(issuedIDs);
    const asked = wanted.map(({ lines, ...row }) =>
      row.isNew || isIssued.has(row.id) ? row : { ...row, itemIDs: lines.map(({ itemID }) => itemID) },
    );
    const options = { ...(isByCustomer ? { isByCustomer } : {}), acceptsEnded };
    const refusals = await orderRefusals(ctx, asked, options);
    if (!refusals.size) return;
    const before = await this.#stock.promisesOf(ctx, sourceType, [...refusals.keys()]);
    for (const { id, isNew, lines } of wanted) {
      const found = refusals.get(id);
      if (!found) continue;
      const isWhole = isNew === true || isIssued.has(id);
      const grown = lines.filter(({ lineID, itemID, quantity }) => {
        const was = before.get(lineID);
        return was?.itemID !== itemID || decimal(quantity).gt(decimal(was.quantity));
      });
      if (!isWhole && !grown.length) continue;
      const items = new Set(grown.map(({ itemID }) => itemID));
      const ended = isWhole ? found.ended : found.ended.filter((product) => items.has(product.id));
      const problem = found.refusal ?? endedRefusal(ctx, ended, options);
      if (problem) throw problem;
    }
  }

  /** Current demand of these orders, without orders that have none. */
  async demandsOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<DocumentDemand[]> {
    return (await demandOf(ctx, orderIDs)).sort(byTurn).map((row) => documentOf(row));
  }

  /** Releases a hold that no order takes over. */
  async releaseHold(ctx: AccountContext, holdID: string | null | undefined): Promise<void> {
    if (holdID) await this.#stock.releaseHold(ctx, holdID);
  }

  /**
   * Holds the products of an order for the time of its payment, as far as they are available and the customer's limit
   * allows.
   * @throws Problem 409 if the customer may not hold stock
   */
  async holdForPayment(
    ctx: AccountContext,
    order: Pick<SalesOrder, 'id' | 'lines'> & { customer: { id: string } },
    { holdID, seconds }: { holdID: string; seconds: number },
  ): Promise<void> {
    await this.#stock.holdForDocument(ctx, {
      holdID,
      documentID: order.id,
      customerID: order.customer.id,
      lines: order.lines
        .filter(({ product }) => product.productType === 'sale')
        .map(({ product, quantityOrdered: { measure, unitID } }) => ({
          itemID: product.id,
          quantity: { measure, unitID },
        })),
      seconds,
      largestOrder: await new LargestOrder().largestOrderOf(ctx, order.customer.id),
    });
  }

  /** Releases the hold for the payment of an order. */
  async endPaymentHold(ctx: AccountContext, orderID: string, holdID: string): Promise<void> {
    await this.#stock.releaseHold(ctx, holdID, orderID);
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
