import { sumOf } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { isSalesOrderDeletable, type OrderDiscountSnapshot } from '../../../contracts/index.ts';
import type { SalesOrder } from '../../sales/sales-order/sales-order.entity.ts';
import { OrderDiscount } from './order-discount.entity.ts';
import { notApplicable, orderDiscountRefusal, orderDiscountStates } from './order-discount-states.ts';
import { countOrderDiscounts, orderDiscountRefusals } from './order-discount-uses.ts';

/** The discount of an order with the terms that it is given on. */
export interface OrderDiscountChoice {
  id: string;
  terms: OrderDiscountSnapshot;
}

interface Choice {
  discountID: string | null | undefined;
  customerID: string;
  /** Of an order that is issued at once: its least total has to be reached, and it counts as a use. */
  lines?: readonly { productType: string; total: string }[];
}

/**
 * The discount that a new order asks for. @throws Problem 409 `discount_not_applicable`, `details.reason` says why
 */
export async function chosenOrderDiscount(
  ctx: AccountContext,
  { discountID, customerID, lines }: Choice,
): Promise<OrderDiscountChoice | null> {
  if (!discountID) return null;
  const [state] = await orderDiscountStates(ctx, [{ discountID, customerID }]);
  const refusal = orderDiscountRefusal(state);
  if (refusal || !state) throw notApplicable(ctx, refusal ?? { code: '', message: '' });
  const { id, name, code, type, percentage, amount, minimumOrderTotal } = state;
  if (lines) {
    const saleTotal = sumOf(
      lines.filter(({ productType }) => productType === 'sale').map(({ total }) => total),
    ).toFixed();
    const order = { id, customerID, orderDiscountID: id, minimumOrderTotal, saleTotal };
    const short = (await orderDiscountRefusals(ctx, [order])).get(id);
    if (short) throw short;
    await countOrderDiscounts(ctx, [{ orderDiscountID: id, from: null, to: 'issued' }]);
  }
  return { id, terms: { name, code, type, percentage, amount, minimumOrderTotal } };
}

/**
 * Gives an order that is there another discount, or none, and answers whether it has another one; undefined leaves it.
 * Its sums follow with its lines. The order is locked.
 * @throws Problem 409 `discount_not_applicable`
 */
export async function changeOrderDiscount(
  ctx: AccountContext,
  order: SalesOrder,
  discountID: string | null | undefined,
): Promise<boolean> {
  const before = order.orderDiscount?.id ?? null;
  if (discountID === undefined || discountID === before || !order.customer) return false;
  const chosen = await chosenOrderDiscount(ctx, { discountID, customerID: order.customer.id });
  if (!isSalesOrderDeletable(order.status)) {
    const use = { id: order.id, customerID: order.customer.id, minimumOrderTotal: null, saleTotal: '0' };
    const refusals = await orderDiscountRefusals(ctx, chosen ? [{ ...use, orderDiscountID: chosen.id }] : []);
    for (const refusal of refusals.values()) throw refusal;
    await countOrderDiscounts(ctx, [
      { orderDiscountID: before, from: order.status, to: null },
      { orderDiscountID: chosen?.id ?? null, from: null, to: order.status },
    ]);
  }
  ctx.em.assign(order, {
    orderDiscount: chosen ? ctx.em.reference(OrderDiscount, chosen.id) : null,
    orderDiscountTerms: chosen?.terms ?? null,
  });
  return true;
}
