import { type AccountContext, indexRecords, sql } from '@millwright/core/server';
import { deliveryDocument, type FoundDelivery } from '../../delivery/delivery-record.ts';
import { type FoundReceivingOrder, receivingDocument } from './receiving-order-record.ts';

const atOnce = 1000;

/** Updates search entries and sort columns of a supplier's receiving orders and deliveries after its name changed. */
export async function supplierOfReceivingChanged(
  ctx: AccountContext,
  { supplierID, fields }: { supplierID: string; fields: readonly string[] },
): Promise<void> {
  if (!fields.some((field) => field === 'name' || field === 'number')) return;
  // Reads the present name, because two changes may arrive in any order.
  await sql`update commerce.receiving_order receiving set supplier_name = supplier.name
    from commerce.supplier supplier
    where receiving.account_id = ${ctx.account.id} and receiving.supplier_id = ${supplierID}
      and supplier.account_id = receiving.account_id and supplier.id = receiving.supplier_id
      and receiving.supplier_name <> supplier.name`.execute(ctx.em.query());
  for (let after = ''; ; ) {
    const { rows } = await sql<FoundReceivingOrder>`select receiving.id, receiving.number,
        supplier.name as "supplierName", supplier.number as "supplierNumber", bought.number as "orderNumber"
      from commerce.receiving_order receiving
      join commerce.supplier supplier on supplier.account_id = receiving.account_id
        and supplier.id = receiving.supplier_id
      left join commerce.purchase_order bought on bought.account_id = receiving.account_id
        and bought.id = receiving.purchase_order_id
      where receiving.account_id = ${ctx.account.id} and receiving.supplier_id = ${supplierID}
        and receiving.deleted_at is null and receiving.id > ${after}
      order by receiving.id limit ${atOnce}`.execute(ctx.em.query());
    await indexRecords(ctx, rows.map(receivingDocument));
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) break;
    after = last.id;
  }
  for (let after = ''; ; ) {
    const { rows } = await sql<FoundDelivery>`select delivery.id, delivery.number, delivery.reference,
        receiving.number as "receivingNumber", bought.number as "orderNumber", supplier.name as "supplierName",
        supplier.number as "supplierNumber"
      from commerce.delivery delivery
      join commerce.supplier supplier on supplier.account_id = delivery.account_id
        and supplier.id = delivery.supplier_id
      join commerce.receiving_order receiving on receiving.account_id = delivery.account_id
        and receiving.id = delivery.receiving_order_id
      left join commerce.purchase_order bought on bought.account_id = receiving.account_id
        and bought.id = receiving.purchase_order_id
      where delivery.account_id = ${ctx.account.id} and delivery.supplier_id = ${supplierID} and delivery.id > ${after}
      order by delivery.id limit ${atOnce}`.execute(ctx.em.query());
    await indexRecords(ctx, rows.map(deliveryDocument));
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.id;
  }
}
