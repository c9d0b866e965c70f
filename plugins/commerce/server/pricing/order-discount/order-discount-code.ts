import { problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { orderDiscountProblems } from '../../../contracts/index.ts';
import { orderDiscountRefusal, orderDiscountStates } from './order-discount-states.ts';

/**
 * The id of the discount with this code, for a customer today.
 * @throws Problem 404 with the reason, which is hidden from portal customers; 400 for an unknown customer
 */
export async function orderDiscountByCode(
  ctx: AccountContext,
  { code, customerID }: { code: string; customerID: string },
): Promise<string> {
  const { rows: known } = await sql`select id from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(ctx.em.query());
  if (!known.length)
    throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
  const [state] = await orderDiscountStates(ctx, [{ customerID, code }]);
  const refusal = orderDiscountRefusal(state);
  if (state && !refusal) return state.id;
  if (ctx.customerID !== undefined) throw orderDiscountProblems.discount_unknown({ message: 'The code is not valid' });
  throw refusal;
}
