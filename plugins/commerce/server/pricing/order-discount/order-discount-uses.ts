import { decimal, type Problem } from '@millwright/core/contracts';
import { type AccountContext, sql, withoutCustomerPolicy } from '@millwright/core/server';
import { isSalesOrderDeletable, type SalesOrderStatus } from '../../../contracts/index.ts';
import {
  notApplicable,
  type OrderDiscountState,
  orderDiscountRefusal,
  orderDiscountStates,
} from './order-discount-states.ts';

/** An order that is about to be issued. */
interface DiscountedOrder {
  id: string;
  customerID: string;
  orderDiscountID: string | null;
  minimumOrderTotal: string | number | null;
  saleTotal: string;
}

/** Locks discounts in one order until the transaction ends, so that the last use cannot be taken twice. */
async function lockOrderDiscounts(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (ids.length)
    await withoutCustomerPolicy(ctx, () =>
      sql`select id from commerce.order_discount where account_id = ${ctx.account.id}
        and id = any(${[...new Set(ids)].sort()}::text[]) order by id for no key update`.execute(ctx.em.query()),
    );
}

const belowMinimum = (least: string | number): { code: string; message: string } => ({
  code: 'discount_below_minimum',
  message: `The discount is for orders of at least ${decimal(least).toFixed(2)}; order more, or take the discount off`,
});

/**
 * Why orders cannot be issued with their discounts, by order. The discounts are locked; accepted orders take the
 * remaining uses in the given order.
 */
export async function orderDiscountRefusals(
  ctx: AccountContext,
  orders: readonly DiscountedOrder[],
): Promise<Map<string, Problem>> {
  const refusals = new Map<string, Problem>();
  const wanted = orders.flatMap(({ orderDiscountID: discountID, ...order }) =>
    discountID ? { ...order, discountID } : [],
  );
  if (!wanted.length) return refusals;
  await lockOrderDiscounts(
    ctx,
    wanted.map(({ discountID }) => discountID),
  );
  const states = new Map(
    (await orderDiscountStates(ctx, wanted)).map((state) => [`${state.id} ${state.customerID}`, state]),
  );
  const taken = new Map<string, number>();
  for (const { id, discountID, customerID, minimumOrderTotal, saleTotal } of wanted) {
    const found = states.get(`${discountID} ${customerID}`);
    const used = taken.get(discountID) ?? 0;
    const usesLeft = found && found.usesLeft !== null ? found.usesLeft - used : null;
    const state: OrderDiscountState | undefined = found && { ...found, usesLeft };
    const isShort = minimumOrderTotal !== null && decimal(saleTotal).lt(decimal(minimumOrderTotal));
    const refusal = orderDiscountRefusal(state) ?? (isShort ? belowMinimum(minimumOrderTotal) : undefined);
    if (refusal) refusals.set(id, notApplicable(ctx, refusal));
    else taken.set(discountID, used + 1);
  }
  return refusals;
}

/** A status change of an order with a discount. */
export interface DiscountStep {
  orderDiscountID: string | null;
  /** Null for a new order, or one without the discount now. */
  from: SalesOrderStatus | null;
  to: SalesOrderStatus | null;
}

const isUse = (status: SalesOrderStatus | null): boolean => status !== null && !isSalesOrderDeletable(status);

/** Counts uses of discounts when orders are issued, and uncounts them when orders become estimates again. */
export async function countOrderDiscounts(ctx: AccountContext, steps: readonly DiscountStep[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { orderDiscountID, from, to } of steps) {
    const change = Number(isUse(to)) - Number(isUse(from));
    if (orderDiscountID && change) counts.set(orderDiscountID, (counts.get(orderDiscountID) ?? 0) + change);
  }
  const changed = [...counts].filter(([, change]) => change).map(([id, change]) => ({ id, change }));
  if (!changed.length) return;
  await lockOrderDiscounts(
    ctx,
    changed.map(({ id }) => id),
  );
  // The version stays, so that uses do not conflict with people who edit the discount.
  await withoutCustomerPolicy(ctx, () =>
    sql`update commerce.order_discount discount set order_count = discount.order_count + counted.change
      from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as counted(id text, change int)
      where discount.account_id = ${ctx.account.id} and discount.id = counted.id`.execute(ctx.em.query()),
  );
}
