import {
  type AccountContext,
  audit,
  type BulkAction,
  type BulkItem,
  emit,
  indexRecords,
  type RestoredRecord,
  type SortedRecords,
  sql,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import {
  isSalesOrderDeletable,
  listSalesOrders,
  type SalesOrderStatus,
  salesOrderCreated,
  salesOrderDeleted,
  salesOrderStates,
} from '../../../../contracts/index.ts';
import { ordersWritten } from '../../../document/offer/offers.ts';
import { type FoundSalesOrder, salesOrderDocument } from '../list/sales-order-search.ts';
import { salesOrderRecord } from '../record/sales-order-history.ts';

/** An order that may be deleted. The label is its number. */
interface RemovableOrder extends BulkItem {
  customerID: string;
}

interface SortedOrders extends SortedRecords<RemovableOrder> {
  /** Without a status, the order does not exist. */
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
      const name = salesOrderStates.names[status].toLowerCase();
      const reason = `It is ${name}; only estimates and bid requests can be deleted`;
      return [{ id, label, reason, status }];
    }),
  };
}

async function hide(ctx: AccountContext, orders: readonly RemovableOrder[]): Promise<void> {
  const now = ctx.clock.now();
  const ids = orders.map(({ id }) => id);
  await sql`update commerce.sales_order
    set deleted_at = ${now}, updated_at = ${now}, version = version + 1, carrier_id = null,
      carrier_option_id = null, payment_term_id = null, shipping_term_id = null,
      priority_id = null, sales_rep_id = null, customer_id = null, order_discount_id = null
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  await unindexRecords(ctx, 'sales_order', ids);
  for (const { id, label: number, customerID } of orders) {
    audit(ctx, { record: salesOrderRecord(id), action: 'deleted', note: number });
    emit(ctx, salesOrderDeleted, { orderID: id, number, customerID }, salesOrderRecord(id));
  }
  await ctx.em.flush();
  await ordersWritten(ctx, ids);
  touched(ctx, listSalesOrders);
}

/**
 * Lines stay with the deleted order and do not keep their products from being deleted. This lists the products that are
 * gone.
 */
async function goneItemsOfOrders(
  ctx: AccountContext,
  records: readonly RestoredRecord[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sku: string }>`select line.order_id as id, min(line.sku) as sku
    from commerce.sales_order_line line
    where line.account_id = ${ctx.account.id} and line.order_id = any(${records.map(({ id }) => id)}::text[])
      and not exists (select from inventory.v_items item
        where item.account_id = line.account_id and item.id = line.item_id)
    group by line.order_id`.execute(ctx.em.query());
  return new Map(rows.map(({ id, sku }) => [id, `its product ${sku} was deleted since`]));
}

/** Restores deleted orders with all of their references. */
async function show(ctx: AccountContext, records: readonly RestoredRecord[]): Promise<void> {
  const { rows } = await sql<FoundSalesOrder & { status: SalesOrderStatus }>`
    select sold.id, sold.number, sold.status, sold.customer_po as "customerPO",
      json_build_object('id', customer.id, 'number', customer.number, 'name', customer.name) as customer
    from commerce.sales_order sold
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    where sold.account_id = ${ctx.account.id} and sold.id = any(${records.map(({ id }) => id)}::text[])
    order by sold.id`.execute(ctx.em.query());
  // The customer may have been renamed since the deletion.
  await sql`update commerce.sales_order sold set customer_name = customer.name from commerce.customer customer
    where sold.account_id = ${ctx.account.id} and sold.id = any(${rows.map(({ id }) => id)}::text[])
      and customer.account_id = sold.account_id and customer.id = sold.customer_id
      and customer.name <> sold.customer_name`.execute(ctx.em.query());
  await indexRecords(ctx, rows.map(salesOrderDocument));
  for (const { id, number, status, customer } of rows) {
    audit(ctx, { record: salesOrderRecord(id), action: 'restored', note: number });
    emit(ctx, salesOrderCreated, { orderID: id, number, customerID: customer.id, status }, salesOrderRecord(id));
  }
  touched(ctx, listSalesOrders);
}

/**
 * Deletes estimates and bid requests. They become invisible, and their numbers stay taken. The references to customer,
 * terms, carriers and people are cleared, because otherwise an invisible order would prevent the deletion of those
 * records. The customer's name stays on the order.
 */
export const salesOrderRemoval = {
  action: 'sales-orders.delete',
  recordType: 'sales_order',
  permission: 'sales_orders:delete',
  effect: 'delete',
  sort,
  apply: hide,
  undo: {
    own: 'commerce.sales_order',
    tables: [{ table: 'commerce.sales_order', column: 'id' }],
    refusals: goneItemsOfOrders,
    restored: show,
  },
} satisfies BulkAction<RemovableOrder>;
