import { problems } from '@millwright/core/contracts';
import { type AccountContext, type SearchableRecord, sql } from '@millwright/core/server';
import type { PurchaseOrderLineService } from './purchase-order-line.service.ts';

/** The order of a line; 404 for an unknown line. */
async function orderOf(ctx: AccountContext, lineID: string): Promise<{ orderID: string; label: string }> {
  const { rows } = await sql<{ orderID: string; label: string }>`select ordered.id as "orderID",
      ordered.number || ' line ' || line.line_item_number as label
    from commerce.purchase_order_line line
    join commerce.purchase_order ordered on ordered.account_id = line.account_id and ordered.id = line.order_id
    where line.account_id = ${ctx.account.id} and line.id = ${lineID} and ordered.deleted_at is null`.execute(
    ctx.em.query(),
  );
  if (!rows[0]) throw problems.not_found();
  return rows[0];
}

/** Lines for generic features: the ordered quantity has an id of its own in the API. */
export const purchaseOrderLineRecords = (lines: PurchaseOrderLineService): SearchableRecord => ({
  type: 'purchase_order_line',
  label: async (ctx, id) => (await orderOf(ctx, id)).label,
  // Received and stocked quantities follow from deliveries and cannot be set.
  setQuantity: async (ctx, id, field, { measure, unitID }) => {
    if (field !== 'quantityOrdered') return undefined;
    const { orderID } = await orderOf(ctx, id);
    const value = Number(measure);
    const quantityOrdered = unitID ? { measure: value, unitID } : value;
    return (await lines.update(ctx, orderID, id, { quantityOrdered })).quantityOrdered;
  },
});
