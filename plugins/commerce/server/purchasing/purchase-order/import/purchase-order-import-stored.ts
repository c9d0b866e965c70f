import { type AccountContext, sql } from '@millwright/core/server';
import type { ImportedLine, StoredPurchaseOrder } from './purchase-order-import-record.ts';

type Row = Omit<StoredPurchaseOrder, 'lines' | 'orderDate' | 'receivedAt' | 'bringsSupply'>;

/** Orders of these numbers with their lines, deleted ones included: two statements, however many there are. */
export async function purchaseOrdersByNumber(
  ctx: AccountContext,
  numbers: readonly string[],
): Promise<Map<string, StoredPurchaseOrder>> {
  const { rows } = await sql<Row>`select bought.id, bought.number, bought.version, bought.status, bought.note,
      bought.supplier_note as "supplierNote", bought.scheduled_at::text as "scheduledAt",
      bought.payment_term_id as "paymentTermID", bought.priority_id as "priorityID",
      bought.issued_at::text as "issuedAt", bought.deleted_at is not null as "isDeleted",
      -- Deliveries that were voided tell of its lines too.
      bought.quantity_received > 0 or exists (select from commerce.receiving_order receiving
        join commerce.delivery delivery on delivery.account_id = receiving.account_id
          and delivery.receiving_order_id = receiving.id
        where receiving.account_id = bought.account_id
          and receiving.purchase_order_id = bought.id) as "hasReceipts",
      (bought.created_at at time zone ${ctx.account.timeZone})::date::text as "enteredOn",
      json_build_object('id', supplier.id, 'number', supplier.number, 'name', supplier.name) as supplier,
      json_build_object('paymentTerm', payment.name, 'priority', priority.name) as names
    from commerce.purchase_order bought
    -- A deleted order has no supplier any more, and keeps its number all the same.
    left join commerce.supplier supplier on supplier.account_id = bought.account_id
      and supplier.id = bought.supplier_id
    left join commerce.payment_term payment on payment.account_id = bought.account_id
      and payment.id = bought.payment_term_id
    left join commerce.priority priority on priority.account_id = bought.account_id
      and priority.id = bought.priority_id
    where bought.account_id = ${ctx.account.id} and bought.number = any(${[...numbers]}::text[])`.execute(
    ctx.em.query(),
  );
  const lines = await linesOf(
    ctx,
    rows.flatMap(({ id, isDeleted }) => (isDeleted ? [] : id)),
  );
  return new Map(
    rows.map((row) => [
      row.number,
      { ...row, orderDate: null, receivedAt: null, bringsSupply: false, lines: lines.get(row.id) ?? [] },
    ]),
  );
}

async function linesOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<Map<string, ImportedLine[]>> {
  if (!orderIDs.length) return new Map();
  const { rows } = await sql<ImportedLine & { orderID: string }>`select line.order_id as "orderID", line.id,
      line.line_item_number as "lineItemNumber", line.item_id as "itemID", line.sku, line.description,
      line.item_type as "itemType", line.supplier_part_number as "supplierPartNumber",
      line.supplier_description as "supplierDescription", line.quantity::text as quantity, line.unit_id as "unitID",
      line.unit_name as "unitName", line.base_quantity::text as "baseQuantity", line.base_unit_id as "baseUnitID",
      line.least_base_quantity::text as "leastBaseQuantity", line.unit_price::text as "unitPrice",
      line.total::text as total, line.scheduled_at::text as "scheduledAt",
      line.quantity_received::text as "quantityReceived", line.quantity_rejected::text as "quantityRejected",
      line.quantity_stocked::text as "quantityStocked", line.quantity_historic::text as "quantityHistoric",
      round(line.quantity_received * line.quantity / line.base_quantity, 6)::text as received,
      round(line.quantity_rejected * line.quantity / line.base_quantity, 6)::text as rejected
    from commerce.purchase_order_line line
    where line.account_id = ${ctx.account.id} and line.order_id = any(${[...orderIDs]}::text[])
    order by line.order_id, line.line_item_number`.execute(ctx.em.query());
  const found = new Map<string, ImportedLine[]>();
  for (const { orderID, ...line } of rows) {
    const orderRows = found.get(orderID);
    if (orderRows) orderRows.push(line);
    else found.set(orderID, [line]);
  }
  return found;
}
