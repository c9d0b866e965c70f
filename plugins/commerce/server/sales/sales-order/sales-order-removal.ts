import {
  type AccountContext,
  audit,
  type BulkAction,
  type BulkItem,
  emit,
  type SortedRecords,
  sql,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import {
  isSalesOrderDeletable,
  type SalesOrderStatus,
  salesOrderDeleted,
  salesOrderStatusNames,
} from '../../../contracts/index.ts';
import { salesOrderList } from './list/sales-order-list.queries.ts';
import { orderRecord } from './sales-order-history.ts';

/** An order that may go; its label is its number. */
interface RemovableOrder extends BulkItem {
  customerID: string;
}

interface SortedOrders extends SortedRecords<RemovableOrder> {
  /** Without a status there is no such order. */
  refused: { id: string; label: string; reason: string; status: SalesOrderStatus | undefined }[];
}

async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedOrders> {
  const wanted = [...new Set(ids)];
  const { rows: found } = await sql<RemovableOrder & { status: SalesOrderStatus }>`
    select id, number as label, customer_id as "customerID", status from commerce.sales_order
    where account_id = ${ctx.account.id} and id = any(${wanted}::text[]) and deleted_at is null
    order by id for no key update`.execute(ctx.em.query());
  const known = new Map(found.map((order) => [order.id, order]));
  return {
    allowed: found.filter(({ status }) => isSalesOrderDeletable(status)),
    refused: wanted.flatMap((id): SortedOrders['refused'] => {
      const order = known.get(id);
      if (!order) return [{ id, label: id, reason: 'There is no such order', status: undefined }];
      const { status, label } = order;
      if (isSalesOrderDeletable(status)) return [];
      const reason = `It is ${salesOrderStatusNames[status].toLowerCase()}; only estimates and bid requests can be deleted`;
      return [{ id, label, reason, status }];
    }),
  };
}

async function hide(ctx: AccountContext, orders: readonly RemovableOrder[]): Promise<void> {
  const now = ctx.clock.now();
  const ids = orders.map(({ id }) => id);
  await sql`update commerce.sales_order set deleted_at = ${now}, updated_at = ${now}, version = version + 1, carrier_id = null,
      carrier_option_id = null, payment_term_id = null, shipping_term_id = null, priority_id = null, sales_rep_id = null
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  await unindexRecords(ctx, 'sales_order', ids);
  for (const { id, label: number, customerID } of orders) {
    audit(ctx, { record: orderRecord(id), action: 'deleted', note: number });
    emit(ctx, salesOrderDeleted, { orderID: id, number, customerID }, orderRecord(id));
  }
  await ctx.em.flush();
  touched(ctx, salesOrderList);
}

/**
 * Deletes estimates and bid requests; their numbers stay taken and hidden. What is deleted lets go of terms, carriers and
 * people, which could otherwise never be deleted for an order that nobody sees.
 */
export const salesOrderRemoval = {
  action: 'sales-orders.delete',
  recordType: 'sales_order',
  permission: 'sales_orders:delete',
  effect: 'delete',
  sort,
  apply: hide,
} satisfies BulkAction<RemovableOrder>;
