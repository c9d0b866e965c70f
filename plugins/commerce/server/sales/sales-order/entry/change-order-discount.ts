import type { AccountContext } from '@millwright/core/server';
import { isSalesOrderDeletable } from '../../../../contracts/index.ts';
import { OrderDiscount } from '../../../pricing/order-discount/order-discount.entity.ts';
import { chosenOrderDiscount } from '../../../pricing/order-discount/order-discount-choice.ts';
import { countOrderDiscounts, orderDiscountRefusals } from '../../../pricing/order-discount/order-discount-uses.ts';
import type { SalesOrder } from '../sales-order.entity.ts';

/**
 * Changes or removes the discount of an existing, locked order, and answers whether it changed; undefined keeps it. The
 * sums are updated together with the lines.
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
