import { Migration } from '@mikro-orm/migrations';

/** Offers of estimates, payment pages that are closed, and what an order still costs. */
export class Migration20261128174500_offers_and_pages extends Migration {
  override name = 'Migration20261128174500_offers_and_pages';

  override up(): void {
    this.addSql(`alter table "commerce"."checkout_session" add "offer_version" int null;`);
    this.addSql(`alter table "commerce"."checkout_session" drop constraint "checkout_session_status";`);
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_status" check (status in ('open', 'processing', 'paid', 'failed', 'expired', 'closed'));`,
    );

    this.addSql(
      `alter table "commerce"."sales_order" add "offered_at" timestamptz null, add "offer_version" int not null default 0, add "offer_digest" text null, add "pays_first" boolean not null default false;`,
    );
    // Estimates of today count as offered; the portal has shown all of them.
    this.addSql(`
      update commerce.sales_order sold set offered_at = sold.created_at, offer_version = 1,
        offer_digest = md5(row(sold.customer_po, sold.bill_to, sold.ship_to, sold.carrier_id, sold.carrier_option_id,
            sold.payment_term_id, sold.shipping_term_id, sold.customer_note, sold.promised_at, sold.expired_at,
            sold.discount, sold.total)::text
          || coalesce((select string_agg(row(line.line_item_number, line.sku, line.description, line.quantity,
              line.unit_name, line.unit_price, line.total)::text, ',' order by line.line_item_number)
            from commerce.sales_order_line line
            where line.account_id = sold.account_id and line.order_id = sold.id), '')),
        pays_first = exists (select from commerce.checkout_session page
          where page.account_id = sold.account_id and page.order_id = sold.id)
      where sold.status = 'estimate' and sold.deleted_at is null;
    `);
    this.addSql(`
      update commerce.checkout_session page set offer_version = 1 from commerce.sales_order sold
      where sold.account_id = page.account_id and sold.id = page.order_id and sold.offer_version = 1
        and page.status in ('open', 'processing');
    `);
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_offer" check ((offered_at is null) = (offer_version = 0) and (offered_at is null) = (offer_digest is null) and offer_version >= 0);`,
    );

    this.addSql(`
      create view commerce.v_order_owing with (security_invoker = true) as
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
            (select coalesce(sum(round(line.total * (1 - least(line.quantity_invoiced / line.base_quantity, 1)), 2)), 0)
              from commerce.sales_order_line line
              where line.account_id = sold.account_id and line.order_id = sold.id)
            - sold.discount + billed.discount
            + (select coalesce(sum(shipment.freight_amount), 0) from commerce.shipment shipment
              where shipment.account_id = sold.account_id and shipment.order_id = sold.id
                and shipment.status = 'shipped' and not exists (select from commerce.invoice invoice
                  where invoice.account_id = shipment.account_id and invoice.shipment_id = shipment.id
                    and invoice.voided_on is null)) end as amount) rest on true;
    `);
  }
}
