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
  isPurchaseOrderDeletable,
  listPurchaseOrders,
  type PurchaseOrderStatus,
  purchaseOrderCreated,
  purchaseOrderDeleted,
  purchaseOrderStates,
} from '../../../../contracts/index.ts';
import { type FoundPurchaseOrder, purchaseOrderDocument } from '../list/purchase-order-search.ts';
import { purchaseOrderRecord } from '../record/purchase-order-history.ts';

/** An order that can be deleted; its label is its number. */
interface RemovableOrder extends BulkItem {
  supplierID: string;
}

interface SortedOrders extends SortedRecords<RemovableOrder> {
  /** Undefined for an unknown order. */
  refused: { id: string; label: string; reason: string; status: PurchaseOrderStatus | undefined }[];
}

async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedOrders> {
  const wanted = [...new Set(ids)];
  const { rows: found } = await sql<RemovableOrder & { status: PurchaseOrderStatus }>`
    select id, number as label, supplier_id as "supplierID", status from commerce.purchase_order
    where account_id = ${ctx.account.id} and id = any(${wanted}::text[]) and deleted_at is null
    order by id for no key update`.execute(ctx.em.query());
  const known = new Map(found.map((order) => [order.id, order]));
  return {
    allowed: found.filter(({ status }) => isPurchaseOrderDeletable(status)),
    refused: wanted.flatMap((id): SortedOrders['refused'] => {
      const order = known.get(id);
      if (!order) return [{ id, label: id, reason: 'There is no such order', status: undefined }];
      const { status, label } = order;
      if (isPurchaseOrderDeletable(status)) return [];
      const name = purchaseOrderStates.names[status].toLowerCase();
      const reason = `It is ${name}; only drafts and requests for quotation can be deleted`;
      return [{ id, label, reason, status }];
    }),
  };
}

async function hide(ctx: AccountContext, orders: readonly RemovableOrder[]): Promise<void> {
  const now = ctx.clock.now();
  const ids = orders.map(({ id }) => id);
  await sql`update commerce.purchase_order set deleted_at = ${now}, updated_at = ${now}, version = version + 1,
      payment_term_id = null, priority_id = null, supplier_id = null
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  await unindexRecords(ctx, 'purchase_order', ids);
  for (const { id, label: number, supplierID } of orders) {
    audit(ctx, { record: purchaseOrderRecord(id), action: 'deleted', note: number });
    emit(ctx, purchaseOrderDeleted, { orderID: id, number, supplierID }, purchaseOrderRecord(id));
  }
  await ctx.em.flush();
  touched(ctx, listPurchaseOrders);
}

/** Items of deleted orders' lines that no longer exist: the hidden lines do not prevent their deletion. */
async function goneItemsOfOrders(
  ctx: AccountContext,
  records: readonly RestoredRecord[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sku: string }>`select line.order_id as id, min(line.sku) as sku
    from commerce.purchase_order_line line
    where line.account_id = ${ctx.account.id} and line.order_id = any(${records.map(({ id }) => id)}::text[])
      and not exists (select from inventory.v_items item
        where item.account_id = line.account_id and item.id = line.item_id)
    group by line.order_id`.execute(ctx.em.query());
  return new Map(rows.map(({ id, sku }) => [id, `its item ${sku} was deleted since`]));
}

/** Restores deleted orders, with the references that they gave up. */
async function show(ctx: AccountContext, records: readonly RestoredRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<FoundPurchaseOrder & { status: PurchaseOrderStatus; supplierID: string }>`
    select ordered.id, ordered.number, ordered.status, supplier.id as "supplierID",
      json_build_object('number', supplier.number, 'name', supplier.name) as supplier
    from commerce.purchase_order ordered
    join commerce.supplier supplier on supplier.account_id = ordered.account_id and supplier.id = ordered.supplier_id
    where ordered.account_id = ${ctx.account.id} and ordered.id = any(${ids}::text[]) order by ordered.id`.execute(
    ctx.em.query(),
  );
  // The supplier may have been renamed meanwhile.
  await sql`update commerce.purchase_order ordered set supplier_name = supplier.name from commerce.supplier supplier
    where ordered.account_id = ${ctx.account.id} and ordered.id = any(${ids}::text[])
      and supplier.account_id = ordered.account_id and supplier.id = ordered.supplier_id
      and supplier.name <> ordered.supplier_name`.execute(ctx.em.query());
  await indexRecords(ctx, rows.map(purchaseOrderDocument));
  for (const { id, number, status, supplierID } of rows) {
    audit(ctx, { record: purchaseOrderRecord(id), action: 'restored', note: number });
    emit(ctx, purchaseOrderCreated, { orderID: id, number, supplierID, status }, purchaseOrderRecord(id));
  }
  touched(ctx, listPurchaseOrders);
}

/**
 * Deletion of drafts and requests. Their rows stay hidden, so that numbers are not reused. They give up supplier and
 * terms, which an invisible order must not keep from being deleted; the supplier's name stays.
 */
export const purchaseOrderRemoval = {
  action: 'purchase-orders.delete',
  recordType: 'purchase_order',
  permission: 'purchase_orders:delete',
  effect: 'delete',
  sort,
  apply: hide,
  undo: {
    own: 'commerce.purchase_order',
    tables: [{ table: 'commerce.purchase_order', column: 'id' }],
    refusals: goneItemsOfOrders,
    restored: show,
  },
} satisfies BulkAction<RemovableOrder>;
