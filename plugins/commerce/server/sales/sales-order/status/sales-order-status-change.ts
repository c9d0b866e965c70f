import { holdStates, type Problem, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  type BulkAction,
  emit,
  type SortedRecords,
  sql,
  touched,
  type WorkOptions,
} from '@millwright/core/server';
import {
  allowedStatusChanges,
  type CustomerStatus,
  isSalesOrderDeletable,
  listSalesOrders,
  type OrderCompleteness,
  type SalesOrderStatus,
  salesOrderIssued,
  salesOrderProblems,
  salesOrderStates,
  salesOrderStatusChanged,
} from '../../../../contracts/index.ts';
import { type EndedProduct, endedProducts, endedText } from '../../../document/lines/ended-products.ts';
import { ordersWritten } from '../../../document/offer/offers.ts';
import { statusRestoration } from '../../../document/record/status-restoration.ts';
import { countOrderDiscounts, orderDiscountRefusals } from '../../../pricing/order-discount/order-discount-uses.ts';
import { endedRefusal, productEnded } from '../../may-order.ts';
import { openPicks } from '../../order-picks/open-picks.ts';
import { salesOrderRecord } from '../record/sales-order-history.ts';
import { SalesOrder } from '../sales-order.entity.ts';
import type { OrderPromises } from './order-promises.ts';
import { gapRefusal } from './sales-order-gaps.ts';

/** Values that decide whether an order may change to a status. */
interface OrderState extends OrderCompleteness {
  id: string;
  /** The order's number. */
  label: string;
  number: string;
  customerID: string;
  status: SalesOrderStatus;
  hasPicks: boolean;
  /** Whether goods are picked that have not shipped. */
  isInProgress: boolean;
  pickID: string | null;
  customerStatus: CustomerStatus;
  customerName: string;
  orderDiscountID: string | null;
  /** Least total of sale lines that the order discount requires, and their current total. */
  minimumOrderTotal: string | null;
  saleTotal: string;
  total: string;
  /** Its products that are not sold any more. */
  ended: EndedProduct[];
}

/** Reason why an order may not change to a status. Undefined if it may. */
export function statusRefusal(order: OrderState, to: SalesOrderStatus): Problem | undefined {
  const allowed = allowedStatusChanges(order);
  if (!allowed.includes(to)) {
    const names = allowed.map((code) => salesOrderStates.names[code].toLowerCase()).join(' or ');
    const from = salesOrderStates.names[order.status].toLowerCase();
    const rule = names ? `it can become ${names}` : 'its status no longer changes';
    return salesOrderProblems.invalid_status_change({
      message: `Order ${order.number} has status ${from}; ${rule}${allowed.length ? ` (${allowed.join(', ')})` : ''}`,
      details: { from: order.status, to, allowed },
    });
  }
  if (to === 'closed_short' && order.isInProgress)
    return salesOrderProblems.order_in_progress({
      message: `Something of order ${order.number} is picked that has not shipped: ship it or put it back first`,
      details: { pickID: order.pickID },
    });
  if (to === 'issued' && holdStates.is.holdsOrders(order.customerStatus))
    return salesOrderProblems.customer_on_hold({
      message: `${order.customerName} is on hold: order ${order.number} cannot be issued`,
      details: { customerID: order.customerID },
    });
  return undefined;
}

interface SortedOrders extends SortedRecords<OrderState> {
  refused: { id: string; label: string; reason: string; problem: Problem }[];
}

const targetOf = (options: WorkOptions): SalesOrderStatus => options['statusChange'] as SalesOrderStatus;

async function statesOf(ctx: AccountContext, ids: readonly string[]): Promise<OrderState[]> {
  const { rows } = await sql<OrderState>`
    select sales_order.id, sales_order.number as label, sales_order.number, sales_order.customer_id as "customerID",
      sales_order.status, sales_order.quantity_picked > 0 as "hasPicks",
      sales_order.quantity_picked > sales_order.quantity_shipped as "isInProgress", customer.status as "customerStatus",
      customer.name as "customerName", sales_order.order_discount_id as "orderDiscountID",
      sales_order.order_discount_terms ->> 'minimumOrderTotal' as "minimumOrderTotal",
      case when sales_order.order_discount_id is null then '0' else (select coalesce(sum(line.total), 0)::text
        from commerce.sales_order_line line where line.account_id = sales_order.account_id
          and line.order_id = sales_order.id and line.product_type = 'sale') end as "saleTotal",
      ${endedProducts(
        ctx,
        sql`select line.item_id from commerce.sales_order_line line
          where line.account_id = ${ctx.account.id} and line.order_id = sales_order.id`,
      )} as ended, sales_order.total::text as total, pick.id as "pickID", sales_order.line_count as "lineCount",
      sales_order.ship_to is not null as "hasShipTo", carrier.code as "carrierCode", exists (
        select from commerce.sales_order_line line where line.account_id = sales_order.account_id
          and line.order_id = sales_order.id and line.product_type = 'sale') as "hasGoods"
    from commerce.sales_order sales_order
    join commerce.customer customer
      on customer.account_id = sales_order.account_id and customer.id = sales_order.customer_id
    left join commerce.carrier carrier on carrier.account_id = sales_order.account_id
      and carrier.id = sales_order.carrier_id
    left join commerce.pick pick on pick.account_id = sales_order.account_id and pick.order_id = sales_order.id
    where sales_order.account_id = ${ctx.account.id} and sales_order.id = any(${[...ids]}::text[])
      and sales_order.deleted_at is null`.execute(ctx.em.query());
  return rows;
}

async function sort(ctx: AccountContext, ids: readonly string[], options: WorkOptions): Promise<SortedOrders> {
  const wanted = [...new Set(ids)];
  // Always locked in this order, so that two bulk actions cannot deadlock.
  await ctx.em.lockRows(SalesOrder, wanted);
  const found = await statesOf(ctx, wanted);
  const known = new Map(found.map((order) => [order.id, order]));
  const beginning = targetOf(options) === 'issued' ? found.filter(({ status }) => isSalesOrderDeletable(status)) : [];
  const discountRefusals = await orderDiscountRefusals(ctx, beginning);
  const isBeginning = new Set(beginning.map(({ id }) => id));
  const sorted: SortedOrders = { allowed: [], refused: [] };
  const asking = {
    ...(options['isByCustomer'] === true ? { isByCustomer: true } : {}),
    acceptsEnded: options['acceptsEnded'] === true,
  };
  for (const id of wanted) {
    const order = known.get(id);
    const problem = order
      ? (statusRefusal(order, targetOf(options)) ??
        (isBeginning.has(id) ? gapRefusal(order) : undefined) ??
        discountRefusals.get(id))
      : problems.not_found({ message: 'There is no such order' });
    const ended =
      order && !problem && targetOf(options) === 'issued' ? endedRefusal(ctx, order.ended, asking) : undefined;
    if (problem) sorted.refused.push({ id, label: order?.number ?? id, reason: problem.message, problem });
    else if (order && ended) {
      // A confirmation holds for all orders of the call; without a person nobody can give one.
      const way = ended.code === 'product_ended' ? '' : `, or confirm ${productEnded} to issue all such orders`;
      const reason = `${endedText(order.ended)}: issue the order by itself${way}`;
      sorted.refused.push({ id, label: order.number, reason, problem: ended });
    } else if (order) sorted.allowed.push(order);
  }
  return sorted;
}

/** Holds for payments of these orders. The orders take them over, whichever way they are issued. */
async function paymentHolds(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ orderID: string; holdID: string }>`select order_id as "orderID", hold_id as "holdID"
    from commerce.checkout_session where account_id = ${ctx.account.id} and order_id = any(${[...ids]}::text[])
      and hold_id is not null and hold_expires_at > ${ctx.clock.now()} order by order_id`.execute(ctx.em.query());
  return new Map(rows.map(({ orderID, holdID }) => [orderID, holdID]));
}

async function write(
  ctx: AccountContext,
  promises: OrderPromises,
  orders: readonly OrderState[],
  options: WorkOptions,
): Promise<void> {
  const to = targetOf(options);
  const now = ctx.clock.now();
  const ids = orders.map(({ id }) => id);
  // A reopened order keeps its issue date.
  await sql`update commerce.sales_order set status = ${to}, updated_at = ${now}, version = version + 1,
      issued_at = case when ${to} = 'issued' then coalesce(issued_at, ${now})
        when ${to} = 'closed_short' then issued_at end,
      completed_at = case when ${to} = 'closed_short' then coalesce(completed_at, ${now}) end
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  await countOrderDiscounts(
    ctx,
    orders.map(({ orderDiscountID, status }) => ({ orderDiscountID, from: status, to })),
  );
  const holds = to === 'issued' ? await paymentHolds(ctx, ids) : new Map<string, string>();
  const acceptsShort = options['acceptsShort'] === true;
  const isByCustomer = options['isByCustomer'] === true;
  // What is not sold any more was asked about when the orders were sorted.
  const shared = {
    acceptsShort,
    acceptsEnded: true,
    issuedIDs: to === 'issued' ? ids : [],
    ...(isByCustomer ? { isByCustomer } : {}),
  };
  const holdID = options['holdID'] as string | undefined;
  await promises.updatePromises(
    ctx,
    ids.filter((id) => !holds.has(id)),
    { holdID, ...shared },
  );
  for (const [id, own] of holds)
    await promises.updatePromises(ctx, [id], { holdID: own, isDocumentHold: true, ...shared });
  await openPicks(ctx, ids);
  await ordersWritten(ctx, ids);
  for (const { id: orderID, number, customerID, status: from, total } of orders) {
    const names = { from: salesOrderStates.names[from], to: salesOrderStates.names[to] };
    audit(ctx, {
      record: salesOrderRecord(orderID),
      action: 'status_changed',
      changes: [{ field: 'status', ...names }],
    });
    const event = { orderID, number, customerID };
    emit(ctx, salesOrderStatusChanged, { ...event, from, to }, salesOrderRecord(orderID));
    if (to === 'issued') emit(ctx, salesOrderIssued, { ...event, total }, salesOrderRecord(orderID));
  }
  await ctx.em.flush();
  touched(ctx, listSalesOrders);
}

/**
 * Bulk status change of orders, `options.statusChange`, which reserves or releases stock. `options.holdID` names a hold
 * that the orders take over. Sends no emails.
 */
export const salesOrderStatusChange = (promises: OrderPromises) =>
  ({
    action: 'sales-orders.change-status',
    recordType: 'sales_order',
    permission: 'sales_orders:update',
    effect: 'update',
    sort,
    apply: (ctx, orders, options) => write(ctx, promises, orders, options),
    changes: ({ status }, options) => [
      {
        field: 'status',
        label: 'Status',
        from: salesOrderStates.names[status],
        to: salesOrderStates.names[targetOf(options)],
      },
    ],
    undo: statusRestoration({
      table: 'commerce.sales_order',
      statesOf,
      sort,
      write: (ctx, orders, options) => write(ctx, promises, orders, options),
    }),
  }) satisfies BulkAction<OrderState>;
