import { type AccountContext, sql, touched } from '@millwright/core/server';
import { salesOrderList } from '../../sales/sales-order/list/sales-order-list.queries.ts';

/** Sums up anew what is packed and shipped of the lines of these orders, and of the orders, from their shipments. */
export async function sumShipmentsOfOrders(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  const ids = [...orderIDs];
  await sql`update commerce.sales_order_line line set quantity_packed = sums.packed, quantity_shipped = sums.shipped
    from (select ordered.id,
        coalesce(sum(packed.quantity) filter (where shipment.status in ('packed', 'shipped')), 0) as packed,
        coalesce(sum(packed.quantity) filter (where shipment.status = 'shipped'), 0) as shipped
      from commerce.sales_order_line ordered
      left join commerce.shipment_line packed on packed.account_id = ordered.account_id
        and packed.order_line_id = ordered.id
      left join commerce.shipment shipment on shipment.account_id = packed.account_id
        and shipment.id = packed.shipment_id
      where ordered.account_id = ${ctx.account.id} and ordered.order_id = any(${ids}::text[])
      group by ordered.id) sums
    where line.account_id = ${ctx.account.id} and line.id = sums.id
      and (line.quantity_packed, line.quantity_shipped) is distinct from (sums.packed, sums.shipped)`.execute(
    ctx.em.query(),
  );
  await sql`update commerce.sales_order sold set quantity_packed = sums.packed, quantity_shipped = sums.shipped
    from (select line.order_id, sum(line.quantity_packed) as packed, sum(line.quantity_shipped) as shipped
      from commerce.sales_order_line line
      where line.account_id = ${ctx.account.id} and line.order_id = any(${ids}::text[]) and line.product_type = 'sale'
      group by line.order_id) sums
    where sold.account_id = ${ctx.account.id} and sold.id = sums.order_id`.execute(ctx.em.query());
  touched(ctx, salesOrderList);
}
