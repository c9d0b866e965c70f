import { type AccountContext, indexRecords, sql } from '@millwright/core/server';

/** Texts by which a shipment is found. */
export interface FoundShipment {
  id: string;
  number: string;
  orderNumber: string;
  customerPO: string | null;
  customerID: string;
  customerName: string;
  customerNumber: string;
  tracking: string | null;
  codes: string | null;
}

/**
 * Writes the search documents of shipments: number, order, customer PO, customer, SSCCs, tracking and bill of lading.
 */
export async function indexShipments(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<FoundShipment>`select shipment.id, shipment.number, sold.number as "orderNumber",
      sold.customer_po as "customerPO", customer.id as "customerID", customer.name as "customerName",
      customer.number as "customerNumber",
      concat_ws(' ', shipment.master_tracking_number, shipment.bill_of_lading) as tracking,
      (select string_agg(concat_ws(' ', held.sscc, held.tracking_number), ' ' order by held.position)
        from commerce.shipping_case held
        where held.account_id = shipment.account_id and held.shipment_id = shipment.id
          and held.deleted_at is null) as codes
    from commerce.shipment shipment
    join commerce.sales_order sold on sold.account_id = shipment.account_id and sold.id = shipment.order_id
    join commerce.customer customer on customer.account_id = shipment.account_id and customer.id = shipment.customer_id
    where shipment.account_id = ${ctx.account.id} and shipment.id = any(${[...ids]}::text[])
      and shipment.deleted_at is null`.execute(ctx.em.query());
  await indexFoundShipments(ctx, rows);
}

export const indexFoundShipments = (ctx: AccountContext, rows: readonly FoundShipment[]): Promise<void> =>
  indexRecords(
    ctx,
    rows.map((row) => ({
      type: 'shipment',
      id: row.id,
      title: row.number,
      subtitle: `${row.customerName}, order ${row.orderNumber}`,
      text: [row.customerPO, row.customerNumber, row.tracking, row.codes].filter(Boolean).join(' '),
      customerID: row.customerID,
    })),
  );
