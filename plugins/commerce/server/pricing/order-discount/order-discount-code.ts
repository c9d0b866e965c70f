import { dateIn, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { orderDiscountProblems } from '../../../contracts/index.ts';

interface Found {
  id: string;
  isValid: boolean;
  isFor: boolean;
  isUsedUp: boolean;
}

/** The id of the discount that a code names for a customer today. @throws Problem 404 with the reason */
export async function orderDiscountByCode(
  ctx: AccountContext,
  { code, customerID }: { code: string; customerID: string },
): Promise<string> {
  const today = dateIn(ctx.account.timeZone, ctx.clock.now());
  const query = ctx.em.query();
  const { rows: known } = await sql`select id from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(query);
  if (!known.length)
    throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
  const { rows } = await sql<Found>`select discount.id,
      discount.is_active and ${today} >= coalesce(discount.start_date, ${today})
        and ${today} <= coalesce(discount.end_date, ${today}) as "isValid",
      (own.is_anyone or own.is_named or grouped.is_member) as "isFor",
      coalesce(discount.order_count >= discount.maximum_uses, false) as "isUsedUp"
    from commerce.order_discount discount
    cross join lateral (select
      not exists (select from commerce.order_discount_customer link
        where link.account_id = discount.account_id and link.order_discount_id = discount.id)
      and not exists (select from commerce.order_discount_group link
        where link.account_id = discount.account_id and link.order_discount_id = discount.id) as is_anyone,
      exists (select from commerce.order_discount_customer link
        where link.account_id = discount.account_id and link.order_discount_id = discount.id
          and link.customer_id = ${customerID}) as is_named) own
    cross join lateral (select exists (select from commerce.order_discount_group link
      where link.account_id = discount.account_id and link.order_discount_id = discount.id
        and (exists (select from commerce.customer_price_group priced where priced.account_id = link.account_id
            and priced.account_group_id = link.account_group_id and priced.customer_id = ${customerID})
          or exists (select from commerce.customer typed where typed.account_id = link.account_id
            and typed.customer_type_group_id = link.account_group_id and typed.id = ${customerID}))) as is_member) grouped
    where discount.account_id = ${ctx.account.id} and lower(discount.code) = lower(${code})`.execute(query);
  const [found] = rows;
  const refusal = orderDiscountProblems;
  if (!found) throw refusal.discount_unknown();
  if (!found.isValid) throw refusal.discount_expired();
  if (!found.isFor) throw refusal.discount_not_for_customer();
  if (found.isUsedUp) throw refusal.discount_used_up();
  return found.id;
}
