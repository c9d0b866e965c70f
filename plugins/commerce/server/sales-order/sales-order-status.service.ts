import { type Problem, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, sql, touched } from '@millwright/core/server';
import {
  allowedStatusChanges,
  type CustomerStatus,
  commerceProblems,
  largestSalesOrderBulk,
  type SalesOrderFilter,
  type SalesOrder as SalesOrderReply,
  type SalesOrderStatus,
  salesOrderIssued,
  salesOrderStatusChanged,
  salesOrderStatusNames,
} from '../../contracts/index.ts';
import { SalesOrder } from './sales-order.entity.ts';
import { salesOrderByID } from './sales-order.queries.ts';
import { lockedOrder, type SalesOrderService } from './sales-order.service.ts';
import { orderRecord } from './sales-order-history.ts';
import { findSalesOrderIDs, salesOrderList } from './sales-order-list.queries.ts';
import { mailOrder } from './sales-order-mail.ts';

/** What decides whether an order may take a status. */
interface OrderState {
  id: string;
  number: string;
  customerID: string;
  status: SalesOrderStatus;
  hasPicks: boolean;
  customerStatus: CustomerStatus;
  customerName: string;
  total: string;
}

/** Orders that a bulk action means. */
export interface SalesOrderSelection {
  ids?: string[] | undefined;
  filter?: SalesOrderFilter | undefined;
}

/** Why an order may not take a status; undefined if it may. */
export function statusRefusal(order: OrderState, to: SalesOrderStatus): Problem | undefined {
  const allowed = allowedStatusChanges(order);
  if (!allowed.includes(to)) {
    const names = allowed.map((code) => salesOrderStatusNames[code].toLowerCase()).join(' or ');
    const from = salesOrderStatusNames[order.status].toLowerCase();
    const rule = names ? `it can become ${names}` : 'its status no longer changes';
    return commerceProblems.invalid_status_change({
      message: `Order ${order.number} has status ${from}; ${rule}${allowed.length ? ` (${allowed.join(', ')})` : ''}`,
      details: { from: order.status, to, allowed },
    });
  }
  if (to === 'issued' && order.customerStatus === 'hold_all')
    return commerceProblems.customer_on_hold({
      message: `${order.customerName} is on hold: order ${order.number} cannot be issued`,
      details: { customerID: order.customerID },
    });
  return undefined;
}

/** Steps of an order through its statuses. */
export class SalesOrderStatusService {
  readonly #orders: SalesOrderService;

  constructor(orders: SalesOrderService) {
    this.#orders = orders;
  }

  /** Gives one order another status and mails it where asked. */
  async change(
    ctx: AccountContext,
    orderID: string,
    input: {
      statusChange: SalesOrderStatus;
      sendEmail?: boolean | undefined;
      recipients?: string[] | undefined;
      version?: number | undefined;
    },
  ): Promise<SalesOrderReply> {
    ctx.em.expectVersion(await lockedOrder(ctx, orderID), input.version);
    const { refused } = await this.#changeAll(ctx, [orderID], input.statusChange);
    const [only] = refused;
    if (only) throw only.problem;
    const order = await salesOrderByID(ctx, orderID);
    if (!input.sendEmail) return order;
    await mailOrder(ctx, order, input.recipients);
    return salesOrderByID(ctx, orderID);
  }

  /** Gives many orders another status and lists those that may not take it. */
  async changeMany(ctx: AccountContext, selection: SalesOrderSelection, statusChange: SalesOrderStatus) {
    const ids = await this.#selected(ctx, selection);
    const { changed, refused } = await this.#changeAll(ctx, ids, statusChange);
    return {
      done: changed.length,
      refused: refused.map(({ id, label, problem }) => ({ id, label, reason: problem.message })),
    };
  }

  /** Deletes many orders and lists those that have to stay. */
  async removeMany(ctx: AccountContext, selection: SalesOrderSelection) {
    const { done, refused } = await this.#orders.removeAll(ctx, await this.#selected(ctx, selection));
    return { done, refused: refused.map(({ id, label, reason }) => ({ id, label, reason })) };
  }

  async #selected(ctx: AccountContext, { ids, filter }: SalesOrderSelection): Promise<string[]> {
    const selected = ids ?? (await findSalesOrderIDs(ctx, filter ?? {}, largestSalesOrderBulk + 1));
    if (selected.length > largestSalesOrderBulk)
      throw problems.invalid_input({
        errors: [{ path: 'filter', message: `At most ${largestSalesOrderBulk} orders at a time; narrow the filter` }],
      });
    return selected;
  }

  async #changeAll(ctx: AccountContext, ids: readonly string[], to: SalesOrderStatus) {
    const wanted = [...new Set(ids)];
    // In this order, so that two bulk actions never wait for each other in a ring.
    await ctx.em.lockRows(SalesOrder, wanted);
    const { rows: found } = await sql<OrderState>`
      select sales_order.id, sales_order.number, sales_order.customer_id as "customerID", sales_order.status,
        sales_order.quantity_picked > 0 as "hasPicks", customer.status as "customerStatus", customer.name as "customerName",
        sales_order.total::text as total
      from commerce.sales_order sales_order
      join commerce.customer customer on customer.account_id = sales_order.account_id and customer.id = sales_order.customer_id
      where sales_order.account_id = ${ctx.account.id} and sales_order.id = any(${wanted}::text[]) and sales_order.deleted_at is null`.execute(
      ctx.em.query(),
    );
    const known = new Map(found.map((order) => [order.id, order]));
    const changed: OrderState[] = [];
    const refused: { id: string; label: string; problem: Problem }[] = [];
    for (const id of wanted) {
      const order = known.get(id);
      const problem = order ? statusRefusal(order, to) : problems.not_found({ message: 'There is no such order' });
      if (problem) refused.push({ id, label: order?.number ?? id, problem });
      else changed.push(order as OrderState);
    }
    if (changed.length) await this.#write(ctx, changed, to);
    return { changed, refused };
  }

  async #write(ctx: AccountContext, orders: readonly OrderState[], to: SalesOrderStatus): Promise<void> {
    const now = ctx.clock.now();
    // An order that is opened again keeps the day on which it was issued.
    await sql`update commerce.sales_order set status = ${to}, updated_at = ${now}, version = version + 1,
        issued_at = case when ${to} = 'issued' then coalesce(issued_at, ${now}) when ${to} = 'closed_short' then issued_at end,
        completed_at = case when ${to} = 'closed_short' then ${now}::timestamptz end
      where account_id = ${ctx.account.id} and id = any(${orders.map(({ id }) => id)}::text[])`.execute(ctx.em.query());
    for (const { id: orderID, number, customerID, status: from, total } of orders) {
      const names = { from: salesOrderStatusNames[from], to: salesOrderStatusNames[to] };
      audit(ctx, { record: orderRecord(orderID), action: 'status_changed', changes: [{ field: 'status', ...names }] });
      const event = { orderID, number, customerID };
      emit(ctx, salesOrderStatusChanged, { ...event, from, to }, orderRecord(orderID));
      if (to === 'issued') emit(ctx, salesOrderIssued, { ...event, total }, orderRecord(orderID));
    }
    await ctx.em.flush();
    touched(ctx, salesOrderList);
  }
}
