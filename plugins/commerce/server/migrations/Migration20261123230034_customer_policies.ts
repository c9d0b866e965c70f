import { Migration } from '@mikro-orm/migrations';

/** Tables that portal customers see their own rows of, and the column that says whose a row is. */
const columns = {
  cart: 'customer_id',
  checkout_session: 'customer_id',
  credit_line: 'customer_id',
  customer: 'id',
  customer_price_group: 'customer_id',
  document_link: 'customer_id',
  invoice: 'customer_id',
  invoice_line: 'customer_id',
  pick: 'customer_id',
  portal_request: 'customer_id',
  sales_order: 'customer_id',
  sales_order_line: 'customer_id',
  shipment: 'customer_id',
  shipment_line: 'customer_id',
  shipping_case: 'customer_id',
  shipping_case_content: 'customer_id',
  shipping_label: 'customer_id',
  transaction: 'customer_id',
  transaction_allocation: 'customer_id',
};

/** The same policies in words of which the planner does not believe that they leave one row in a hundred. */
export class Migration20261123230034_customer_policies extends Migration {
  override name = 'Migration20261123230034_customer_policies';

  override up(): void | Promise<void> {
    for (const [table, column] of Object.entries(columns)) {
      const own = `case when current_setting('app.customer_id') = '' then true
        else ${column} = current_setting('app.customer_id') end`;
      this.addSql(`alter policy ${table}_customer on commerce.${table} using (${own}) with check (${own});`);
    }
  }
}
