import { type Problem, problems } from '@millwright/core/contracts';
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
  listPurchaseOrders,
  type PurchaseOrderStatus,
  purchaseOrderProblems,
  purchaseOrderStates,
  purchaseOrderStatusChanged,
  purchaseOrderStatusChanges,
} from '../../../../contracts/index.ts';
import { statusRestoration } from '../../../document/record/status-restoration.ts';
import { PurchaseOrder } from '../purchase-order.entity.ts';
import { purchaseOrderRecord } from '../record/purchase-order-history.ts';
import type { OrderSupply } from './order-supply.ts';

/** Facts that determine whether an order may get a status. */
export interface OrderState {
  id: string;
  /** Number of the order. */
  label: string;
  supplierID: string;
  supplierName: string;
  isActive: boolean;
  status: PurchaseOrderStatus;
  hasReceipts: boolean;
}

/** Why an order may not get a status; undefined if it may. */
function statusRefusal(order: OrderState, to: PurchaseOrderStatus): Problem | undefined {
  const allowed = purchaseOrderStatusChanges(order);
  if (!allowed.includes(to)) {
    const names = allowed.map((code) => purchaseOrderStates.names[code].toLowerCase()).join(' or ');
    const from = purchaseOrderStates.names[order.status].toLowerCase();
    const rule = names ? `it can become ${names}` : 'its status no longer changes';
    return purchaseOrderProblems.invalid_purchase_status({
      message: `Order ${order.label} has status ${from}; ${rule}${allowed.length ? ` (${allowed.join(', ')})` : ''}`,
      details: { from: order.status, to, allowed },
    });
  }
  if (to === 'issued' && !order.isActive)
    return purchaseOrderProblems.supplier_inactive({
      message: `Nobody buys from ${order.supplierName} any more: order ${order.label} cannot be issued`,
      details: { supplierID: order.supplierID },
    });
  return undefined;
}

interface SortedOrders extends SortedRecords<OrderState> {
  refused: { id: string; label: string; reason: string; problem: Problem }[];
}

const targetOf = (options: WorkOptions): PurchaseOrderStatus => options['statusChange'] as PurchaseOrderStatus;

async function statesOf(ctx: AccountContext, ids: readonly string[]): Promise<OrderState[]> {
  const { rows } = await sql<OrderState>`
    select ordered.id, ordered.number as label, supplier.id as "supplierID", supplier.name as "supplierName",
      supplier.is_active as "isActive", ordered.status, ordered.quantity_received > 0 as "hasReceipts"
    from commerce.purchase_order ordered
    join commerce.supplier supplier on supplier.account_id = ordered.account_id and supplier.id = ordered.supplier_id
    where ordered.account_id = ${ctx.account.id} and ordered.id = any(${[...ids]}::text[])
      and ordered.deleted_at is null`.execute(ctx.em.query());
  return rows;
}

async function sort(ctx: AccountContext, ids: readonly string[], options: WorkOptions): Promise<SortedOrders> {
  const wanted = [...new Set(ids)];
  // Locked in this order, so that two bulk actions cannot deadlock.
  await ctx.em.lockRows(PurchaseOrder, wanted);
  const found = await statesOf(ctx, wanted);
  const known = new Map(found.map((order) => [order.id, order]));
  const sorted: SortedOrders = { allowed: [], refused: [] };
  for (const id of wanted) {
    const order = known.get(id);
    const problem = order
      ? statusRefusal(order, targetOf(options))
      : problems.not_found({ message: 'There is no such order' });
    if (problem) sorted.refused.push({ id, label: order?.label ?? id, reason: problem.message, problem });
    else if (order) sorted.allowed.push(order);
  }
  return sorted;
}

async function write(
  ctx: AccountContext,
  supply: OrderSupply,
  orders: readonly OrderState[],
  options: WorkOptions,
): Promise<void> {
  const to = targetOf(options);
  const now = ctx.clock.now();
  const ids = orders.map(({ id }) => id);
  // A reopened order keeps its day of issue.
  await sql`update commerce.purchase_order set status = ${to}, updated_at = ${now}, version = version + 1,
      issued_at = case when ${to} = 'issued' then coalesce(issued_at, ${now})
        when ${to} = 'closed_short' then issued_at end,
      completed_at = case when ${to} = 'closed_short' then coalesce(completed_at, ${now}) end,
      expected_on = case when ${to} = 'issued' then expected_on end
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  await supply.updateSupply(ctx, ids);
  for (const { id: orderID, label: number, supplierID, status: from } of orders) {
    const names = { from: purchaseOrderStates.names[from], to: purchaseOrderStates.names[to] };
    audit(ctx, {
      record: purchaseOrderRecord(orderID),
      action: 'status_changed',
      changes: [{ field: 'status', ...names }],
    });
    emit(ctx, purchaseOrderStatusChanged, { orderID, number, supplierID, from, to }, purchaseOrderRecord(orderID));
  }
  await ctx.em.flush();
  touched(ctx, listPurchaseOrders);
}

/** Status change of orders, `options.statusChange`; expected supply follows. Sends no mails. */
export const purchaseOrderStatusChange = (supply: OrderSupply) =>
  ({
    action: 'purchase-orders.change-status',
    recordType: 'purchase_order',
    permission: 'purchase_orders:update',
    effect: 'update',
    sort,
    apply: (ctx, orders, options) => write(ctx, supply, orders, options),
    changes: ({ status }, options) => [
      {
        field: 'status',
        label: 'Status',
        from: purchaseOrderStates.names[status],
        to: purchaseOrderStates.names[targetOf(options)],
      },
    ],
    undo: statusRestoration({
      table: 'commerce.purchase_order',
      statesOf,
      sort,
      write: (ctx, orders, options) => write(ctx, supply, orders, options),
      columns: ['expected_on'],
    }),
  }) satisfies BulkAction<OrderState>;
