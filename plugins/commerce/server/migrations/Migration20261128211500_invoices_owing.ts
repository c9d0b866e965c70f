import { Migration } from '@mikro-orm/migrations';

/** What an invoice still asks for, and orders that are paid, by the one sum of what orders cost. */
export class Migration20261128211500_invoices_owing extends Migration {
  override name = 'Migration20261128211500_invoices_owing';

  override up(): void {
    // Typed tax is shared out by amounts, which its quantity follows: the rest of it is what no invoice has.
    this.addSql(`
      create or replace view commerce.v_order_owing with (security_invoker = true) as
        select sold.account_id, sold.id as order_id, billed.total as invoiced, rest.amount as rest,
          billed.allocated + tied.open as covered, billed.total + rest.amount - billed.allocated - tied.open as owing
        from commerce.sales_order sold
        left join lateral (select coalesce(sum(invoice.total), 0) as total,
            coalesce(sum(invoice.allocated), 0) as allocated, coalesce(sum(invoice.discount), 0) as discount
          from commerce.invoice invoice where invoice.account_id = sold.account_id and invoice.order_id = sold.id
            and invoice.voided_on is null) billed on true
        left join lateral (select coalesce(sum(paid.amount - paid.allocated), 0) as open
          from commerce.transaction paid where paid.account_id = sold.account_id and paid.order_id = sold.id
            and not paid.is_debit and paid.voided_on is null) tied on true
        -- Lines that are not invoiced less the discount that no invoice has, and freight that left without an invoice.
        left join lateral (select case when sold.completed_at is not null then 0 else
            (select coalesce(sum(case when line.product_type = 'tax'
                then line.total - (select coalesce(sum(part.total), 0) from commerce.invoice_line part
                  join commerce.invoice invoice on invoice.account_id = part.account_id
                    and invoice.id = part.invoice_id and invoice.voided_on is null
                  where part.account_id = line.account_id and part.order_line_id = line.id)
                else round(line.total * (1 - least(line.quantity_invoiced / line.base_quantity, 1)), 2) end), 0)
              from commerce.sales_order_line line
              where line.account_id = sold.account_id and line.order_id = sold.id)
            - sold.discount + billed.discount
            + (select coalesce(sum(shipment.freight_amount), 0) from commerce.shipment shipment
              where shipment.account_id = sold.account_id and shipment.order_id = sold.id
                and shipment.status = 'shipped' and not exists (select from commerce.invoice invoice
                  where invoice.account_id = shipment.account_id and invoice.shipment_id = shipment.id
                    and invoice.voided_on is null)) end as amount) rest on true;
    `);
    // Payments that are tied to an order cover its invoices, the oldest first, as far as it owes nothing else.
    this.addSql(`
      create view commerce.v_invoice_owing with (security_invoker = true) as
        select invoice.account_id, invoice.id as invoice_id, case when invoice.order_id is null
            then invoice.total - invoice.allocated
            else greatest(0, least(invoice.total - invoice.allocated, own.until_it
              - greatest(0, money.covered - own.allocated - greatest(0, money.rest)))) end as owing
        from commerce.invoice invoice
        left join commerce.v_order_owing money on money.account_id = invoice.account_id
          and money.order_id = invoice.order_id
        left join lateral (select sum(each.allocated) as allocated, sum(each.total - each.allocated)
              filter (where (each.dated_on, each.number_key, each.id)
                <= (invoice.dated_on, invoice.number_key, invoice.id)) as until_it
            from commerce.invoice each where each.account_id = invoice.account_id and each.order_id = invoice.order_id
              and each.voided_on is null) own on true
        where invoice.voided_on is null;
    `);
    this.addSql(`
      create or replace view commerce.v_order_progress with (security_invoker = true) as
        select sales_order.account_id, sales_order.id as order_id,
          commerce.completion(quantity_picked, quantity_to_pick) as pick_completion,
          commerce.completion(quantity_packed, quantity_to_pick) as pack_completion,
          commerce.completion(quantity_shipped, quantity_to_pick) as ship_completion,
          commerce.completion(quantity_invoiced, quantity_to_invoice) as invoice_completion,
          coalesce(shipped.shipments, '[]') as shipments, coalesce(shipped.has_shipped, false) as has_shipped,
          shipped.first_ship_at, pick.id as pick_id,
          (select coalesce(json_agg(json_build_object('id', invoice.id, 'number', invoice.number,
              'status', case when invoice.voided_on is not null then 'void'
                when invoice.allocated >= invoice.total then 'paid' else 'open' end,
              'total', invoice.total,
              'createdAt', to_char(invoice.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by invoice.created_at, invoice.id), '[]')
            from commerce.invoice invoice
            where invoice.account_id = sales_order.account_id and invoice.order_id = sales_order.id) as invoices,
          sales_order.status not in ('estimate', 'bid_request')
            and (select money.owing from commerce.v_order_owing money
              where money.account_id = sales_order.account_id and money.order_id = sales_order.id) <= 0 as is_paid,
          '{}'::text[] as payment_intent_ids, null::text collate "C" as production_run_id
        from commerce.sales_order
        left join commerce.pick on pick.account_id = sales_order.account_id and pick.order_id = sales_order.id
          and pick.deleted_at is null
        left join lateral (select min(shipment.shipped_at) as first_ship_at,
            bool_or(shipment.status = 'shipped') as has_shipped,
            json_agg(json_build_object('id', shipment.id, 'number', shipment.number,
              'trackingNumber', coalesce(shipment.master_tracking_number,
                (select held.tracking_number from commerce.shipping_case held
                where held.account_id = shipment.account_id and held.shipment_id = shipment.id
                  and held.deleted_at is null and held.tracking_number is not null order by held.position limit 1)),
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
