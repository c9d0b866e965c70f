import type { AccountContext } from '@millwright/core/server';
import { sumsOfPurchaseLines } from '../lines/purchase-order-sums.ts';
import type { NewPurchaseLine } from '../lines/purchase-order-write-lines.ts';
import type { PurchaseOrder } from '../purchase-order.entity.ts';

/** Columns of a new order that come from the request. */
export type NewOrder = Pick<
  PurchaseOrder,
  | 'id'
  | 'number'
  | 'numberKey'
  | 'status'
  | 'supplierName'
  | 'billTo'
  | 'shipTo'
  | 'note'
  | 'supplierNote'
  | 'contacts'
  | 'scheduledAt'
> & {
  supplierID: string;
  paymentTermID: string | null;
  priorityID: string | null;
  enteredAt: Date | string;
  issuedAt: Date | string | null;
  completedAt?: Date | string | null;
};

const orderRow = (ctx: AccountContext, now: Date, order: NewOrder, lines: readonly NewPurchaseLine[]) => {
  const sums = sumsOfPurchaseLines(lines);
  return {
    version: 1,
    created_at: order.enteredAt,
    updated_at: now,
    id: order.id,
    number: order.number,
    number_key: order.numberKey,
    status: order.status,
    supplier_id: order.supplierID,
    supplier_name: order.supplierName,
    bill_to: order.billTo,
    ship_to: order.shipTo,
    payment_term_id: order.paymentTermID,
    priority_id: order.priorityID,
    created_by_id: ctx.memberID ?? null,
    created_by_name: ctx.actor.name,
    note: order.note,
    supplier_note: order.supplierNote,
    contacts: order.contacts,
    scheduled_at: order.scheduledAt,
    issued_at: order.issuedAt,
    completed_at: order.completedAt ?? null,
    line_count: sums.lineCount,
    total: sums.total,
    quantity_ordered: sums.quantityOrdered,
    quantity_received: sums.quantityReceived,
    quantity_stocked: sums.quantityStocked,
  };
};

/** Columns of a line that come from the request. */
export const purchaseLineColumns = (line: NewPurchaseLine) => ({
  id: line.id,
  line_item_number: line.lineItemNumber,
  item_id: line.itemID,
  sku: line.sku,
  description: line.description,
  item_type: line.itemType,
  supplier_part_number: line.supplierPartNumber,
  supplier_description: line.supplierDescription,
  quantity: line.quantity,
  unit_id: line.unitID,
  unit_name: line.unitName,
  base_quantity: line.baseQuantity,
  base_unit_id: line.baseUnitID,
  least_base_quantity: line.leastBaseQuantity,
  unit_price: line.unitPrice,
  total: line.total,
  scheduled_at: line.scheduledAt,
  quantity_received: line.quantityReceived,
  quantity_rejected: line.quantityRejected,
  quantity_stocked: line.quantityStocked,
  quantity_historic: line.quantityHistoric,
});

/** Inserts new orders with their lines in two statements. */
export async function insertPurchaseOrders(
  ctx: AccountContext,
  orders: readonly { order: NewOrder; lines: readonly NewPurchaseLine[] }[],
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.insert(
    'commerce.purchase_order',
    orders.map(({ order, lines }) => orderRow(ctx, now, order, lines)),
  );
  await ctx.em.insert(
    'commerce.purchase_order_line',
    orders.flatMap(({ order, lines }) =>
      lines.map((line) => ({
        version: 1,
        created_at: order.enteredAt,
        updated_at: now,
        order_id: order.id,
        ...purchaseLineColumns(line),
      })),
    ),
  );
}
