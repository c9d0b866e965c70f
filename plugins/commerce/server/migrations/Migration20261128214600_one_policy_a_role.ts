import { Migration } from '@mikro-orm/migrations';

/** Tables of which people of a customer see their own rows, with the column that says whose a row is. */
const ofCustomers: Readonly<Record<string, string>> = {
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

/** Tables of which they see nothing. */
const closed = [
  'account_price',
  'account_price_attribute',
  'account_price_category',
  'card_event',
  'cost_correction',
  'delivery',
  'delivery_line',
  'freight_rate',
  'freight_rate_step',
  'order_discount',
  'order_discount_customer',
  'order_discount_group',
  'pick_line',
  'purchase_order',
  'purchase_order_line',
  'receiving_order',
  'receiving_order_line',
  'registration_request',
  'returned_goods',
  'sales_order_run',
  'settlement',
  'territory',
  'volume_discount',
  'volume_discount_attribute',
  'volume_discount_category',
  'volume_discount_group',
  'volume_discount_product_line',
  'volume_discount_tier',
  'volume_discount_unit',
];

const own = "account_id = current_setting('app.account_id')";
const isStaff = "current_setting('app.customer_id') = ''";

/** One permissive policy for each role and command in place of a restrictive one beside that of the account. */
export class Migration20261128214600_one_policy_a_role extends Migration {
  override name = 'Migration20261128214600_one_policy_a_role';

  override up(): void | Promise<void> {
    for (const [table, column] of Object.entries(ofCustomers))
      this.#limit(table, `case when ${isStaff} then true else ${column} = current_setting('app.customer_id') end`);
    for (const table of closed) this.#limit(table, isStaff);
  }

  #limit(table: string, rule: string): void {
    this.addSql(`
      drop policy "${table}_customer" on "commerce"."${table}";
      alter policy "${table}_account" on "commerce"."${table}" to millwright_tenant
        using (${own} and ${rule}) with check (${own} and ${rule});
      create policy "${table}_auth" on "commerce"."${table}" to millwright_auth using (${own}) with check (${own});
    `);
  }
}
