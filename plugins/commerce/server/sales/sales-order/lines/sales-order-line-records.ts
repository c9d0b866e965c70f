import { problems } from '@millwright/core/contracts';
import { type AccountContext, type SearchableRecord, sql } from '@millwright/core/server';
import type { SalesOrderLineService } from './sales-order-line.service.ts';

/** The order of a line. 404 for a line that the caller does not see. */
async function orderOf(ctx: AccountContext, lineID: string): Promise<{ orderID: string; label: string }> {
  const { rows } = await sql<{ orderID: string; label: string }>`select sold.id as "orderID",
      sold.number || ' line ' || line.line_item_number as label
    from commerce.sales_order_line line
    join commerce.sales_order sold on sold.account_id = line.account_id and sold.id = line.order_id
    where line.account_id = ${ctx.account.id} and line.id = ${lineID} and sold.deleted_at is null`.execute(
    ctx.em.query(),
  );
  if (!rows[0]) throw problems.not_found();
  return rows[0];
}

/** Lines for generic features. Their ordered quantity has an id of its own in the API. */
export const salesOrderLineRecords = (lines: SalesOrderLineService): SearchableRecord => ({
  type: 'sales_order_line',
  label: async (ctx, id) => (await orderOf(ctx, id)).label,
  // The picked, packed, shipped and invoiced quantities follow from documents and cannot be written.
  setQuantity: async (ctx, id, field, { measure, unitID }) => {
    if (field !== 'quantityOrdered') return undefined;
    const { orderID } = await orderOf(ctx, id);
    const value = Number(measure);
    const quantityOrdered = unitID ? { measure: value, unitID } : value;
    return (await lines.update(ctx, orderID, id, { quantityOrdered })).quantityOrdered;
  },
});
