import { type AccountContext, evaluatedOnce, sql, touched } from '@millwright/core/server';
import { listSalesOrders } from '../../../../contracts/index.ts';
import { shipmentIs } from '../../../states/states.ts';

/** Recomputes the packed and shipped quantities of these orders and their lines from the shipments. */
export async function sumShipmentsOfOrders(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  const account = ctx.account.id;
  const ids = [...orderIDs];
  const sums = evaluatedOnce(sql`select ordered.account_id, ordered.order_id, ordered.id, ordered.product_type,
      coalesce(sum(packed.quantity) filter (where ${shipmentIs.live('shipment.status')}), 0) as packed,
      coalesce(sum(packed.quantity) filter (where ${shipmentIs.left('shipment.status')}), 0) as shipped
    from commerce.sales_order_line ordered
    left join commerce.shipment_line packed on packed.account_id = ordered.account_id
      and packed.order_line_id = ordered.id
    left join commerce.shipment shipment on shipment.account_id = packed.account_id
      and shipment.id = packed.shipment_id
    where ordered.account_id = ${account} and ordered.order_id = any(${ids}::text[])
    group by ordered.account_id, ordered.id`);
  await ctx.em.writeBeside(
    sql`update commerce.sales_order sold
      set quantity_packed = whole.packed, quantity_shipped = whole.shipped
      from (select sums.account_id, sums.order_id, sum(sums.packed) as packed, sum(sums.shipped) as shipped
        from ${sums} sums where sums.product_type = 'sale' group by sums.account_id, sums.order_id) whole
      where sold.account_id = ${account} and sold.id = any(${ids}::text[]) and sold.account_id = whole.account_id
        and sold.id = whole.order_id`,
    sql`update commerce.sales_order_line line
      set quantity_packed = sums.packed, quantity_shipped = sums.shipped from ${sums} sums
      where line.account_id = ${account} and line.order_id = any(${ids}::text[])
        and line.account_id = sums.account_id and line.id = sums.id
        and (line.quantity_packed, line.quantity_shipped) is distinct from (sums.packed, sums.shipped)`,
  );
  touched(ctx, listSalesOrders);
}
