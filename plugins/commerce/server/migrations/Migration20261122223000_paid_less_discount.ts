import { Migration } from '@mikro-orm/migrations';

/** What is paid follows the discount that the order keeps, not the discount as it is today. */
export class Migration20261122223000_paid_less_discount extends Migration {
  override name = 'Migration20261122223000_paid_less_discount';

  override up(): void {
    this.addSql(`
      create or replace view commerce.v_order_progress with (security_invoker = true) as
        select sales_order.account_id, sales_order.id as order_id,
          case when quantity_to_pick = 0 then 0 else round(quantity_picked / quantity_to_pick, 2) end as pick_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_packed / quantity_to_pick, 2) end as pack_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_shipped / quantity_to_pick, 2) end as ship_completion,
          case when quantity_to_invoice = 0 then 0 when quantity_invoiced >= quantity_to_invoice then 1
            else least(0.99, round(quantity_invoiced / quantity_to_invoice, 2)) end as invoice_completion,
          coalesce(shipped.shipments, '[]') as shipments, coalesce(shipped.has_shipped, false) as has_shipped,
          shipped.first_ship_at, pick.id as pick_id,
          (select coalesce(json_agg(json_build_object('id', invoice.id, 'number', invoice.number,
              'status', case when invoice.voided_on is not null then 'void' when invoice.allocated >= invoice.total then 'paid'
                else 'open' end,
              'total', invoice.total,
              'createdAt', to_char(invoice.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by invoice.created_at, invoice.id), '[]')
            from commerce.invoice invoice
            where invoice.account_id = sales_order.account_id and invoice.order_id = sales_order.id) as invoices,
          -- No invoice is open, and payments tied to the order cover what is not invoiced yet.
          sales_order.status not in ('estimate', 'bid_request')
            and not exists (select from commerce.invoice invoice where invoice.account_id = sales_order.account_id
              and invoice.order_id = sales_order.id and invoice.voided_on is null and invoice.allocated < invoice.total)
            and (sales_order.status <> 'issued'
              or (select coalesce(sum(round(line.total * (1 - least(line.quantity_invoiced / line.base_quantity, 1)), 2)), 0)
                from commerce.sales_order_line line
                where line.account_id = sales_order.account_id and line.order_id = sales_order.id)
              - sales_order.discount
              + (select coalesce(sum(invoice.discount), 0) from commerce.invoice invoice
                where invoice.account_id = sales_order.account_id and invoice.order_id = sales_order.id
                  and invoice.voided_on is null)
              <= (select coalesce(sum(paid.amount - paid.allocated), 0) from commerce.transaction paid
                where paid.account_id = sales_order.account_id and paid.order_id = sales_order.id and not paid.is_debit
                  and paid.voided_on is null)) as is_paid,
          '{}'::text[] as payment_intent_ids, null::text collate "C" as production_run_id
        from commerce.sales_order
        left join commerce.pick on pick.account_id = sales_order.account_id and pick.order_id = sales_order.id
          and pick.deleted_at is null
        left join lateral (select min(shipment.shipped_at) as first_ship_at,
            bool_or(shipment.status = 'shipped') as has_shipped,
            json_agg(json_build_object('id', shipment.id, 'number', shipment.number,
              'trackingNumber', coalesce(shipment.master_tracking_number,
                (select held.tracking_number from commerce.shipping_case held
                where held.account_id = shipment.account_id and held.shipment_id = shipment.id and held.deleted_at is null
                  and held.tracking_number is not null order by held.position limit 1)),
              'statusCode', shipment.status, 'carrierID', shipment.carrier_id,
              'createdAt', to_char(shipment.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'shippedAt', to_char(shipment.shipped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by shipment.number_key) as shipments
          from commerce.shipment shipment
          where shipment.account_id = sales_order.account_id and shipment.order_id = sales_order.id
            and shipment.status <> 'void') shipped on true;
    `);
  }
}
