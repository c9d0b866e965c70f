import { Migration } from '@mikro-orm/migrations';

/** Cents that rounding leaves of orders in several invoices are not asked for, and the rest of an order is exact. */
export class Migration20261129224500_still_owed extends Migration {
  override name = 'Migration20261129224500_still_owed';

  override up(): void {
    this.addSql(`
      create function commerce.still_owed(owing numeric, covered numeric, invoices bigint) returns numeric
        language sql immutable
        return case when owing > 0 and covered > 0 and owing <= 0.01 * invoices then 0 else owing end;
    `);
    // The rest is what the lines cost less what valid invoices bill of them: shares that are rounded one by one would
    // cost more than their line.
    this.addSql(`
      create or replace view commerce.v_order_owing with (security_invoker = true) as
        select sold.account_id, sold.id as order_id, billed.total as invoiced, rest.amount as rest,
          money.covered, commerce.still_owed(money.owing, money.covered, billed.count) as owing,
          money.owing - commerce.still_owed(money.owing, money.covered, billed.count) as cents
        from commerce.sales_order sold
        left join lateral (select coalesce(sum(invoice.total), 0) as total, count(*) as count,
            coalesce(sum(invoice.allocated), 0) as allocated, coalesce(sum(invoice.discount), 0) as discount
          from commerce.invoice invoice where invoice.account_id = sold.account_id and invoice.order_id = sold.id
            and invoice.voided_on is null) billed on true
        left join lateral (select coalesce(sum(paid.amount - paid.allocated), 0) as open
          from commerce.transaction paid where paid.account_id = sold.account_id and paid.order_id = sold.id
            and not paid.is_debit and paid.voided_on is null) tied on true
        -- Lines that are not invoiced less the discount that no invoice has, and freight that left without an invoice.
        left join lateral (select case when sold.completed_at is not null then 0 else
            (select coalesce(sum(line.total), 0) from commerce.sales_order_line line
              where line.account_id = sold.account_id and line.order_id = sold.id)
            - (select coalesce(sum(part.total), 0) from commerce.invoice invoice
              join commerce.invoice_line part on part.account_id = invoice.account_id and part.invoice_id = invoice.id
                and part.order_line_id is not null
              where invoice.account_id = sold.account_id and invoice.order_id = sold.id and invoice.voided_on is null)
            - sold.discount + billed.discount
            + (select coalesce(sum(shipment.freight_amount), 0) from commerce.shipment shipment
              where shipment.account_id = sold.account_id and shipment.order_id = sold.id
                and shipment.status = 'shipped' and not exists (select from commerce.invoice invoice
                  where invoice.account_id = shipment.account_id and invoice.shipment_id = shipment.id
                    and invoice.voided_on is null)) end as amount) rest on true
        cross join lateral (select billed.allocated + tied.open as covered,
            billed.total + rest.amount - billed.allocated - tied.open as owing) money;
    `);
    this.addSql(`
      create or replace view commerce.v_invoice_owing with (security_invoker = true) as
        select invoice.account_id, invoice.id as invoice_id, case when invoice.order_id is null
            then invoice.total - invoice.allocated
            when money.cents > 0 then 0
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
    // What the nightly look for cents reads: invoices of which little is open.
    this.addSql(`
      create index invoice_cents on commerce.invoice (account_id, order_id)
        where voided_on is null and order_id is not null and allocated < total and total - allocated <= 1;
    `);
  }
}
