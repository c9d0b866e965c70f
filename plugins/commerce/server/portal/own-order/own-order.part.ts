import { decimal, type FieldError, problems, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, definePart } from '@millwright/core/server';
import {
  answerEstimate,
  getOwnOrder,
  listOwnOrders,
  type OwnOrder,
  requestReturn,
  type SalesOrder,
} from '../../../contracts/index.ts';
import { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { requireSeenOffer } from '../../document/offer/offers.ts';
import { closePages } from '../../document/payable/close-pages.ts';
import { openPortalRequest } from '../../document/portal-request/open-portal-request.ts';
import { openReturns } from '../../document/portal-request/portal-request-tasks.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import { lockedSalesOrder } from '../../sales/sales-order/sales-order.service.ts';
import { SalesOrderStatusService } from '../../sales/sales-order/status/sales-order-status.service.ts';
import { portalRead, portalWrite } from '../storefront/portal-context.ts';
import { answerRefusal, findOwnOrders, ownOrderByID } from './own-order.queries.ts';

/**
 * Accepts or declines an estimate in the given version of the offer. Accepting issues it, even with short lines.
 * @throws Problem 409 `estimate_answered`, `estimate_changed`, `payment_first`, `customer_on_hold`, `product_ended`
 */
export async function answer(
  ctx: AccountContext,
  states: SalesOrderStatusService,
  orderID: string,
  wanted: { answer: 'accept' | 'decline'; offerVersion: number; message?: string | null | undefined },
): Promise<void> {
  await lockedSalesOrder(ctx, orderID);
  const order = await salesOrderByID(ctx, orderID);
  const refusal = await answerRefusal(ctx, order, wanted.answer);
  if (refusal) throw refusal;
  await requireSeenOffer(ctx, orderID, wanted.offerVersion);
  const kind = wanted.answer === 'accept' ? 'estimate_accepted' : 'estimate_declined';
  if (wanted.answer === 'accept') {
    // The team has made the offer, so short lines are accepted.
    const options = { statusChange: 'issued', acceptsShort: true, isByCustomer: true };
    const { allowed, refused } = await states.statusChange.sort(ctx, [orderID], options);
    const [only] = refused;
    if (only) throw only.problem;
    await states.statusChange.apply(ctx, allowed, options);
  }
  await openPortalRequest(ctx, {
    kind,
    customerID: order.customer.id,
    order: { id: order.id, number: order.number },
    message: wanted.message || null,
    lines: [],
    salesRepID: order.salesRep?.id ?? null,
  });
  await closePages(ctx, { orderIDs: [orderID] });
}

/**
 * Opens a request to return goods. Together with the open requests of the order, no line gives back more than was
 * shipped of it.
 * @throws Problem 400 naming what is left
 */
async function askReturn(
  ctx: PortalContext,
  orderID: string,
  { lines, reason }: { lines: readonly { lineID: string; quantity: number }[]; reason: string },
) {
  // Requests for the same order wait for each other.
  await lockedSalesOrder(ctx, orderID);
  const order = await salesOrderByID(ctx, orderID);
  const known = new Map(order.lines.map((line) => [line.id, line]));
  const open = await openReturns(ctx, orderID);
  const asked = new Map(
    order.lines.map(({ id, product, quantityOrdered }) => [
      id,
      open
        .filter(
          ({ lineID, sku, unit }) => (lineID ?? id) === id && sku === product.sku && unit === quantityOrdered.unit,
        )
        .reduce((sum, { quantity }) => sum.plus(decimal(quantity)), zero),
    ]),
  );
  const errors = lines.flatMap(({ lineID, quantity }, index): FieldError[] => {
    const line = known.get(lineID);
    if (!line) return [{ path: `lines.${index}.lineID`, message: 'The order has no such line' }];
    const { measure: shipped } = line.quantityShipped;
    const before = asked.get(lineID) ?? zero;
    asked.set(lineID, before.plus(decimal(quantity)));
    const left = decimal(shipped).minus(before);
    if (decimal(quantity).lte(left)) return [];
    const unit = line.quantityOrdered.unit;
    const message = before.gt(zero)
      ? `${shipped} ${unit} of it were shipped, of which ${toWire(left.gt(zero) ? left : zero)} are not asked for yet`
      : `${shipped} ${unit} of it were shipped`;
    return [{ path: `lines.${index}.quantity`, message }];
  });
  if (errors.length) throw problems.invalid_input({ errors });
  const requestID = await openPortalRequest(ctx, {
    kind: 'return',
    customerID: ctx.customerID,
    order: { id: order.id, number: order.number },
    message: reason,
    lines: lines.map(({ lineID, quantity }) => {
      const line = known.get(lineID) as SalesOrder['lines'][number];
      return { lineID, sku: line.product.sku, quantity, unit: line.quantityOrdered.unit };
    }),
    salesRepID: order.salesRep?.id ?? null,
  });
  return { requestID, message: 'We have your request and will get back to you.' };
}

/** A customer's own orders. */
export const ownOrderPart = definePart({
  routes: (services) => {
    const cards = services.get(CardPayment);
    const states = services.get(SalesOrderStatusService);
    return [
      portalRead(listOwnOrders, (ctx, { query }) => findOwnOrders(ctx, query)),
      portalRead(getOwnOrder, (ctx, { params }) => ownOrderByID(ctx, cards, params.orderID)),
      portalWrite(answerEstimate, async (ctx, { params, body }): Promise<OwnOrder> => {
        await answer(ctx, states, params.orderID, body);
        return ownOrderByID(ctx, cards, params.orderID);
      }),
      portalWrite(requestReturn, async (ctx, { params, body }) => askReturn(ctx, params.orderID, body)),
    ];
  },
});
