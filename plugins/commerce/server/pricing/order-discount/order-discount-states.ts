import type { Problem } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf, withoutCustomerPolicy } from '@millwright/core/server';
import { type OrderDiscountSnapshot, orderDiscountProblems } from '../../../contracts/index.ts';

/** The present state of a discount for a customer. */
export interface OrderDiscountState extends OrderDiscountSnapshot {
  id: string;
  customerID: string;
  /** Active, begun and not over. */
  isValid: boolean;
  isFor: boolean;
  /** Number of orders that may still get it; null for no limit. */
  usesLeft: number | null;
}

const isMember = sql`exists (select from commerce.order_discount_group link
  where link.account_id = discount.account_id and link.order_discount_id = discount.id
    and (exists (select from commerce.customer_price_group priced where priced.account_id = link.account_id
        and priced.account_group_id = link.account_group_id and priced.customer_id = wanted.customer_id)
      or exists (select from commerce.customer typed where typed.account_id = link.account_id
        and typed.customer_type_group_id = link.account_group_id and typed.id = wanted.customer_id)))`;
const isNamed = sql`exists (select from commerce.order_discount_customer link
  where link.account_id = discount.account_id and link.order_discount_id = discount.id
    and link.customer_id = wanted.customer_id)`;
const isForAll = sql`not exists (select from commerce.order_discount_customer link
    where link.account_id = discount.account_id and link.order_discount_id = discount.id)
  and not exists (select from commerce.order_discount_group link
    where link.account_id = discount.account_id and link.order_discount_id = discount.id)`;

/** Discounts by id, or by code in any case, each for a customer; unknown ones are left out. */
export async function orderDiscountStates(
  ctx: AccountContext,
  wanted: readonly { customerID: string; discountID?: string; code?: string }[],
): Promise<OrderDiscountState[]> {
  if (!wanted.length) return [];
  const today = todayOf(ctx);
  const requestedRows = wanted.map(({ customerID, discountID, code }) => ({
    customer_id: customerID,
    id: discountID,
    code,
  }));
  const { rows } = await withoutCustomerPolicy(ctx, () =>
    sql<OrderDiscountState>`select discount.id, wanted.customer_id as "customerID", discount.name, discount.code,
        discount.type, discount.percentage::float8 as percentage, discount.amount::float8 as amount,
        discount.minimum_order_total::float8 as "minimumOrderTotal",
        discount.is_active and ${today} >= coalesce(discount.start_date, ${today})
          and ${today} <= coalesce(discount.end_date, ${today}) as "isValid",
        (${isForAll} or ${isNamed} or ${isMember}) as "isFor",
        discount.maximum_uses - discount.order_count as "usesLeft"
      from jsonb_to_recordset(${JSON.stringify(requestedRows)}::text::jsonb)
        as wanted(customer_id text, id text, code text)
      join commerce.order_discount discount on discount.account_id = ${ctx.account.id}
        and (discount.id = wanted.id or lower(discount.code) = lower(wanted.code))`.execute(ctx.em.query()),
  );
  return rows;
}

/** Why a discount cannot be given; undefined if it can. */
export function orderDiscountRefusal(state: OrderDiscountState | undefined): Problem | undefined {
  if (!state) return orderDiscountProblems.discount_unknown();
  if (!state.isValid) return orderDiscountProblems.discount_expired();
  if (!state.isFor) return orderDiscountProblems.discount_not_for_customer();
  return state.usesLeft !== null && state.usesLeft <= 0 ? orderDiscountProblems.discount_used_up() : undefined;
}

/** The refusal for an order; customers get no reason. */
export function notApplicable(ctx: AccountContext, refusal: { code: string; message: string }): Problem {
  const isStaff = ctx.customerID === undefined;
  const message = isStaff ? refusal.message : 'The code is not valid';
  return orderDiscountProblems.discount_not_applicable({
    message,
    errors: [{ path: 'orderDiscountID', message }],
    ...(isStaff ? { details: { reason: refusal.code } } : {}),
  });
}
