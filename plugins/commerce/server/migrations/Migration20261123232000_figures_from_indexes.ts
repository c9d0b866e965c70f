import { Migration } from '@mikro-orm/migrations';

/** What figures sum up stands in indexes: rows of orders are wide, and a period has very many. */
export class Migration20261123232000_figures_from_indexes extends Migration {
  override name = 'Migration20261123232000_figures_from_indexes';

  override up(): void | Promise<void> {
    this.addSql(`
      drop index commerce.sales_order_issued;
      create index sales_order_issued on commerce.sales_order (account_id, issued_at, id)
        include (customer_id, sales_rep_id, total, discount) where issued_at is not null and deleted_at is null;
      create index invoice_by_day on commerce.invoice (account_id, dated_on, id)
        include (customer_id, sales_rep_id, subtotal, discount) where voided_on is null and not is_opening_balance;
      create index sales_order_line_open on commerce.sales_order_line (account_id, order_id)
        include (item_id, customer_id, base_quantity, quantity_shipped, total)
        where product_type = 'sale' and quantity_shipped < base_quantity;
    `);
  }
}
