import { Migration } from '@mikro-orm/migrations';

/** One place for what makes a customer exempt, and ratios that are 1 only for all and 0 only for nothing. */
export class Migration20261128172400_exemptions extends Migration {
  override name = 'Migration20261128172400_exemptions';

  override up(): void {
    this.addSql(`
      create view commerce.v_exemptions with (security_invoker = true) as
        select customer.account_id, customer.id as customer_id,
          customer.is_commission_exempt or coalesce(typed.is_commission_exempt, false)
            or coalesce(priced.is_commission_exempt, false) as is_commission_exempt,
          customer.is_freight_exempt or coalesce(typed.is_freight_exempt, false)
            or coalesce(priced.is_freight_exempt, false) as is_freight_exempt,
          jsonb_build_object(
            'commission', to_jsonb(case when customer.is_commission_exempt then array['Customer'] else '{}' end
              || case when typed.is_commission_exempt then array['Customer type ' || typed.name] else '{}' end
              || coalesce(priced.commission, '{}')),
            'freight', to_jsonb(case when customer.is_freight_exempt then array['Customer'] else '{}' end
              || case when typed.is_freight_exempt then array['Customer type ' || typed.name] else '{}' end
              || coalesce(priced.freight, '{}'))) as reasons
        from commerce.customer customer
        left join commerce.account_group typed on typed.account_id = customer.account_id
          and typed.id = customer.customer_type_group_id
        left join lateral (select bool_or(held.is_commission_exempt) as is_commission_exempt,
            bool_or(held.is_freight_exempt) as is_freight_exempt,
            array_agg('Price group ' || held.name order by held.name, held.id)
              filter (where held.is_commission_exempt) as commission,
            array_agg('Price group ' || held.name order by held.name, held.id)
              filter (where held.is_freight_exempt) as freight
          from commerce.customer_price_group link
          join commerce.account_group held on held.account_id = link.account_id and held.id = link.account_group_id
          where link.account_id = customer.account_id and link.customer_id = customer.id) priced on true;
    `);
    this.addSql(`
      create function commerce.completion(part numeric, whole numeric) returns numeric language sql immutable
        return case when whole <= 0 or part <= 0 then 0 when part >= whole then 1
          else least(0.99, greatest(0.01, round(part / whole, 2))) end;
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
