import { Migration } from '@mikro-orm/migrations';

const tables = ['sales_order', 'sales_order_line', 'checkout_session', 'document_link', 'invoice', 'invoice_line'];

/**
 * Repeats the updates of three earlier migrations. Those ran under the policies of the tables, which show the owner of
 * a table no rows, so rows from before kept the defaults of the new columns.
 */
export class Migration20261129004600_rows_of_before extends Migration {
  override name = 'Migration20261129004600_rows_of_before';

  override up(): void {
    for (const table of tables) this.addSql(`alter table commerce.${table} no force row level security;`);
    // Estimates from before offers existed count as offered: the portal has shown all of them.
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
      where sold.status = 'estimate' and sold.deleted_at is null and sold.offered_at is null
        and sold.created_at < (select executed_at from commerce.schema_migration
          where name = 'Migration20261128174500_offers_and_pages');
    `);
    this.addSql(`
      update commerce.checkout_session page set offer_version = 1 from commerce.sales_order sold
      where sold.account_id = page.account_id and sold.id = page.order_id and sold.offer_version = 1
        and page.offer_version is null and page.status in ('open', 'processing');
    `);
    this.addSql(`update commerce.document_link set kind = 'pay' where kind <> 'pay' and sent_to ~ '^https?://';`);
    this.addSql(`
      update commerce.invoice invoice set sales = sold.amount
      from (select account_id, invoice_id, sum(total - discount) as amount from commerce.invoice_line
        where product_type in ('sale', 'service', 'credit', 'return') group by account_id, invoice_id) sold
      where sold.account_id = invoice.account_id and sold.invoice_id = invoice.id and not invoice.is_opening_balance
        and invoice.sales <> sold.amount;
    `);
    for (const table of tables) this.addSql(`alter table commerce.${table} force row level security;`);
  }
}
