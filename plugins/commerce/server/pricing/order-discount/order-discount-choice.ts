import { sumOf } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { OrderDiscountSnapshot } from '../../../contracts/index.ts';
import { notApplicable, orderDiscountRefusal, orderDiscountStates } from './order-discount-states.ts';
import { countOrderDiscounts, orderDiscountRefusals } from './order-discount-uses.ts';

/** The discount of an order with its terms. */
export interface OrderDiscountChoice {
  id: string;
  terms: OrderDiscountSnapshot;
}

interface Choice {
  discountID: string | null | undefined;
  customerID: string;
  /** Lines of an order that is issued at once: the minimum total has to be reached, and the use is counted. */
  lines?: readonly { productType: string; total: string }[];
}

/**
 * The requested discount of a new order.
 * @throws Problem 409 `discount_not_applicable` with the reason in `details.reason`
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
