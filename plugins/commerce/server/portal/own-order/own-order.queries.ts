import { type EndpointRequest, type Problem, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import {
  type listOwnOrders,
  type OwnOrder,
  type OwnOrderRow,
  type OwnOrderStage,
  ownOrderStages,
  ownOrderStates,
  portalProblems,
  type SalesOrder,
  type SalesOrderRow,
  salesOrderProblems,
  salesOrderStates,
  shipmentStates,
} from '../../../contracts/index.ts';
import type { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { amountToPay, isOfferDeclined } from '../../document/payable/payable.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { orderRefusals } from '../../sales/may-order.ts';
import { shipmentsOf } from '../../sales/order-status/order-status.queries.ts';
import { type GoodsOfOrder, stageOfGoods } from '../../sales/order-status/stage-of-goods.ts';
import { salesOrderView } from '../../sales/sales-order/list/sales-order-list.queries.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';

/** Values of orders that only the portal needs. */
interface Marks {
  declined: ReadonlySet<string>;
  unpaid: ReadonlySet<string>;
  goods: ReadonlyMap<string, GoodsOfOrder>;
}

/** Estimates that their customer has declined, and estimates that were ordered by card and await payment. */
async function marksOf(ctx: AccountContext, ids: readonly string[]): Promise<Marks> {
  const { rows } = await sql<GoodsOfOrder & { id: string; isDeclined: boolean; paysFirst: boolean }>`select sold.id,
      sold.quantity_to_pick::text as "toPick", sold.quantity_picked::text as picked,
      sold.quantity_shipped::text as shipped, sold.pays_first as "paysFirst",
      ${isOfferDeclined(sql`sold`)} as "isDeclined"
    from commerce.sales_order sold
    where sold.account_id = ${ctx.account.id} and sold.id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  return {
    declined: new Set(rows.flatMap(({ id, isDeclined }) => (isDeclined ? id : []))),
    unpaid: new Set(rows.flatMap(({ id, paysFirst }) => (paysFirst ? id : []))),
    goods: new Map(rows.map((row) => [row.id, row])),
  };
}

type Staged = Pick<SalesOrder | SalesOrderRow, 'id' | 'status'>;

function stageOf({ id, status }: Staged, marks: Marks): OwnOrderStage {
  if (salesOrderStates.is.requested(status.code)) return 'asked';
  if (salesOrderStates.is.estimated(status.code)) {
    if (marks.declined.has(id)) return 'declined';
    return marks.unpaid.has(id) ? 'unpaid' : 'estimate';
  }
  if (salesOrderStates.is.fulfilled(status.code)) return 'completed';
  if (salesOrderStates.is.closedShort(status.code)) return 'closed';
  return stageOfGoods(marks.goods.get(id) ?? { toPick: '0', picked: '0', shipped: '0' });
}

const rowOf = (order: SalesOrder | SalesOrderRow, marks: Marks): OwnOrderRow => {
  const code = stageOf(order, marks);
  return {
    id: order.id,
    number: order.number,
    customerPO: order.customerPO,
    stage: { code, name: ownOrderStages[code] },
    orderedAt: order.issuedAt ?? order.createdAt,
    promisedAt: order.promisedAt,
    validUntil: order.expiredAt,
    lineCount: order.lineCount,
    total: order.total,
    isPaid: order.isPaid,
  };
};

/** A page of the customer's orders, the newest first. */
export async function findOwnOrders(
  ctx: PortalContext,
  { state, asCustomerID: _, ...page }: EndpointRequest<typeof listOwnOrders>['query'],
) {
  const statusCodes = state && salesOrderStates.codes.filter((code) => ownOrderStates[code] === state);
  const { items, count } = await salesOrderView.find(ctx, {
    ...page,
    customerIDs: [ctx.customerID],
    ...(statusCodes ? { statusCodes } : {}),
  });
  const marks = await marksOf(
    ctx,
    items.map(({ id }) => id),
  );
  return { count, items: items.map((order) => rowOf(order, marks)) };
}

/** State of a line as a text. */
function lineState(
  order: SalesOrder,
  { product, quantityOrdered, quantityPicked, quantityShipped }: SalesOrder['lines'][number],
): string {
  if (product.productType !== 'sale') return '';
  if (order.issuedAt === null) return '';
  if (quantityShipped.measure >= quantityOrdered.measure) return 'Shipped';
  if (quantityShipped.measure > 0) return 'Partly shipped';
  if (quantityPicked.measure > 0) return 'Being packed';
  return salesOrderStates.is.closedShort(order.status.code) ? 'Not delivered' : 'Waiting';
}

/**
 * Reason why an estimate cannot be answered. Undefined if it can. An estimate with payment in advance is accepted by
 * paying it.
 */
export async function answerRefusal(
  ctx: AccountContext,
  order: SalesOrder,
  answer: 'accept' | 'decline',
): Promise<Problem | undefined> {
  const marks = await marksOf(ctx, [order.id]);
  if (marks.declined.has(order.id)) return portalProblems.estimate_answered({ message: 'You have declined it before' });
  if (!salesOrderStates.is.estimated(order.status.code) || order.offeredAt === null)
    return portalProblems.estimate_answered();
  if (order.expiredAt !== null && order.expiredAt < todayOf(ctx))
    return portalProblems.estimate_answered({ message: 'This estimate holds no longer; ask for a new one' });
  if (!marks.unpaid.has(order.id)) return undefined;
  return answer === 'decline'
    ? portalProblems.estimate_answered({ message: 'You have ordered it by card: pay it, or ask to cancel it' })
    : salesOrderProblems.payment_first({
        details: { owing: toWire(await amountToPay(ctx, { orderID: order.id })) },
      });
}

/**
 * Whether the customer's acceptance alone continues the order. Otherwise it waits for the payment or the end of a hold
 * on the customer.
 */
const goesOnByYes = async (ctx: AccountContext, { id, customer }: SalesOrder): Promise<boolean> =>
  !(await orderRefusals(ctx, [{ id, customerID: customer.id }], { isByCustomer: true })).size;

/** One own order. 404 for orders of other customers. */
export async function ownOrderByID(ctx: PortalContext, cards: CardPayment, id: string): Promise<OwnOrder> {
  return ownOrderOf(ctx, cards, await salesOrderByID(ctx, id));
}

/** An order as its customer sees it. */
export async function ownOrderOf(ctx: PortalContext, cards: CardPayment, order: SalesOrder): Promise<OwnOrder> {
  const marks = await marksOf(ctx, [order.id]);
  const { rows: paid } = await sql<{ id: string }>`select id from commerce.invoice
    where account_id = ${ctx.account.id} and order_id = ${order.id} and allocated >= total`.execute(ctx.em.query());
  const paidIDs = new Set(paid.map(({ id }) => id));
  const canAnswer = (await answerRefusal(ctx, order, 'accept')) === undefined;
  return {
    ...rowOf(order, marks),
    note: order.customerNote,
    billTo: order.billTo,
    shipTo: order.shipTo,
    carrier: [order.carrier?.name, order.carrierOption?.name].filter(Boolean).join(', ') || null,
    paymentTerm: order.paymentTerm?.name ?? null,
    subtotal: order.subtotal,
    discount: order.discount > 0 ? { name: order.orderDiscount?.name ?? 'Discount', amount: order.discount } : null,
    lines: order.lines.map((line) => ({
      id: line.id,
      lineItemNumber: line.lineItemNumber,
      productID: line.product.id,
      sku: line.product.sku,
      description: line.product.description,
      quantity: line.quantityOrdered.measure,
      unitID: line.quantityOrdered.unitID,
      unit: line.quantityOrdered.unit,
      unitPrice: line.unitPrice,
      total: line.total,
      shipped: line.quantityShipped.measure,
      state: lineState(order, line),
      firstDate: salesOrderStates.is.open(order.status.code) ? line.firstDate : null,
    })),
    shipments: await shipmentsOf(ctx, order.shipments as Parameters<typeof shipmentsOf>[1]),
    invoices: order.invoices
      .filter(({ status }) => shipmentStates.is.live(status))
      .map(({ id, number, total }) => ({ id, number, total, isPaid: paidIDs.has(id) })),
    offerVersion: order.offerVersion,
    canAnswer,
    canAccept: canAnswer && (await goesOnByYes(ctx, order)),
    canPay: (await cards.isOffered(ctx)) && (await amountToPay(ctx, { orderID: order.id })).gt(zero),
  };
}
