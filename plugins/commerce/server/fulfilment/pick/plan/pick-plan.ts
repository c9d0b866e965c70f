import { type AccountContext, sql } from '@millwright/core/server';

/** Stock of a place and lot that is allocated to an order line and waits to be fetched. */
export interface PlannedLine {
  allocationID: string;
  orderID: string;
  orderLineID: string;
  itemID: string;
  sku: string;
  locationID: string;
  lotID: string | null;
  lotNumber: string | null;
  /** In base units, decimal text. */
  quantity: string;
}

/** Id of a pick line, derived from the id of its allocation: it stays the same when the goods are fetched. */
export const pickLineID = (allocationID: string): string => `pkl_${allocationID.slice(allocationID.indexOf('_') + 1)}`;

/** Planned lines of orders. Allocations in packing places are excluded, because these goods have been fetched. */
export async function plannedOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<PlannedLine[]> {
  const { rows } = await sql<PlannedLine>`select aside.id as "allocationID", aside.source_id as "orderID",
      aside.line_id as "orderLineID", aside.item_id as "itemID", line.sku, aside.location_id as "locationID",
      aside.lot_id as "lotID", aside.lot_number as "lotNumber", aside.quantity::text as quantity
    from inventory.v_allocations aside
    join inventory.v_locations place on place.account_id = aside.account_id and place.id = aside.location_id
    join commerce.sales_order_line line on line.account_id = aside.account_id and line.id = aside.line_id
    where aside.account_id = ${ctx.account.id} and aside.source_type = 'sales_order'
      and aside.source_id = any(${[...orderIDs]}::text[]) and place.type <> 'packing'
    order by aside.id`.execute(ctx.em.query());
  return rows;
}

/** Sale lines of orders that may be planned further. */
export async function linesToPlan(
  ctx: AccountContext,
  orderIDs: readonly string[],
): Promise<{ id: string; orderID: string; itemID: string }[]> {
  const { rows } = await sql<{ id: string; orderID: string; itemID: string }>`select id, order_id as "orderID",
      item_id as "itemID"
    from commerce.sales_order_line line
    where account_id = ${ctx.account.id} and order_id = any(${[...orderIDs]}::text[]) and product_type = 'sale'
      and base_quantity > quantity_picked
    order by order_id, line_item_number`.execute(ctx.em.query());
  return rows;
}
