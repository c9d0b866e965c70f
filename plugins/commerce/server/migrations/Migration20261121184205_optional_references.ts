import { Migration } from '@mikro-orm/migrations';

export class Migration20261121184205_optional_references extends Migration {
  override name = 'Migration20261121184205_optional_references';

  override up(): void | Promise<void> {
    this.addSql(`drop index "commerce"."customer_account_id_bill_to_address_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_customer_type_group_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_carrier_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_carrier_option_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_payment_term_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_priority_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_sales_rep_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_shipping_term_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_ship_to_address_id_index";`);
    this.addSql(
      `create index "customer_account_id_bill_to_address_id_index" on "commerce"."customer" ("account_id", "bill_to_address_id") where bill_to_address_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_customer_type_group_id_index" on "commerce"."customer" ("account_id", "customer_type_group_id") where customer_type_group_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_default_carrier_id_index" on "commerce"."customer" ("account_id", "default_carrier_id") where default_carrier_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_default_carrier_option_id_index" on "commerce"."customer" ("account_id", "default_carrier_option_id") where default_carrier_option_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_default_payment_term_id_index" on "commerce"."customer" ("account_id", "default_payment_term_id") where default_payment_term_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_default_priority_id_index" on "commerce"."customer" ("account_id", "default_priority_id") where default_priority_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_default_sales_rep_id_index" on "commerce"."customer" ("account_id", "default_sales_rep_id") where default_sales_rep_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_default_shipping_term_id_index" on "commerce"."customer" ("account_id", "default_shipping_term_id") where default_shipping_term_id is not null;`,
    );
    this.addSql(
      `create index "customer_account_id_ship_to_address_id_index" on "commerce"."customer" ("account_id", "ship_to_address_id") where ship_to_address_id is not null;`,
    );

    this.addSql(`drop index "commerce"."sales_order_account_id_carrier_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_carrier_option_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_created_by_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_payment_term_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_priority_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_shipping_term_id_index";`);
    this.addSql(
      `create index "sales_order_account_id_carrier_id_index" on "commerce"."sales_order" ("account_id", "carrier_id") where carrier_id is not null;`,
    );
    this.addSql(
      `create index "sales_order_account_id_carrier_option_id_index" on "commerce"."sales_order" ("account_id", "carrier_option_id") where carrier_option_id is not null;`,
    );
    this.addSql(
      `create index "sales_order_account_id_created_by_id_index" on "commerce"."sales_order" ("account_id", "created_by_id") where created_by_id is not null;`,
    );
    this.addSql(
      `create index "sales_order_account_id_payment_term_id_index" on "commerce"."sales_order" ("account_id", "payment_term_id") where payment_term_id is not null;`,
    );
    this.addSql(
      `create index "sales_order_account_id_priority_id_index" on "commerce"."sales_order" ("account_id", "priority_id") where priority_id is not null;`,
    );
    this.addSql(
      `create index "sales_order_account_id_shipping_term_id_index" on "commerce"."sales_order" ("account_id", "shipping_term_id") where shipping_term_id is not null;`,
    );

    this.addSql(`drop index "commerce"."supplier_account_id_address_id_index";`);
    this.addSql(`drop index "commerce"."supplier_account_id_default_payment_term_id_index";`);
    this.addSql(
      `create index "supplier_account_id_address_id_index" on "commerce"."supplier" ("account_id", "address_id") where address_id is not null;`,
    );
    this.addSql(
      `create index "supplier_account_id_default_payment_term_id_index" on "commerce"."supplier" ("account_id", "default_payment_term_id") where default_payment_term_id is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "commerce"."customer_account_id_bill_to_address_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_ship_to_address_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_carrier_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_carrier_option_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_priority_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_payment_term_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_shipping_term_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_default_sales_rep_id_index";`);
    this.addSql(`drop index "commerce"."customer_account_id_customer_type_group_id_index";`);
    this.addSql(
      `create index "customer_account_id_bill_to_address_id_index" on "commerce"."customer" ("account_id", "bill_to_address_id");`,
    );
    this.addSql(
      `create index "customer_account_id_ship_to_address_id_index" on "commerce"."customer" ("account_id", "ship_to_address_id");`,
    );
    this.addSql(
      `create index "customer_account_id_default_carrier_id_index" on "commerce"."customer" ("account_id", "default_carrier_id");`,
    );
    this.addSql(
      `create index "customer_account_id_default_carrier_option_id_index" on "commerce"."customer" ("account_id", "default_carrier_option_id");`,
    );
    this.addSql(
      `create index "customer_account_id_default_priority_id_index" on "commerce"."customer" ("account_id", "default_priority_id");`,
    );
    this.addSql(
      `create index "customer_account_id_default_payment_term_id_index" on "commerce"."customer" ("account_id", "default_payment_term_id");`,
    );
    this.addSql(
      `create index "customer_account_id_default_shipping_term_id_index" on "commerce"."customer" ("account_id", "default_shipping_term_id");`,
    );
    this.addSql(
      `create index "customer_account_id_default_sales_rep_id_index" on "commerce"."customer" ("account_id", "default_sales_rep_id");`,
    );
    this.addSql(
      `create index "customer_account_id_customer_type_group_id_index" on "commerce"."customer" ("account_id", "customer_type_group_id");`,
    );

    this.addSql(`drop index "commerce"."sales_order_account_id_carrier_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_carrier_option_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_payment_term_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_shipping_term_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_priority_id_index";`);
    this.addSql(`drop index "commerce"."sales_order_account_id_created_by_id_index";`);
    this.addSql(
      `create index "sales_order_account_id_carrier_id_index" on "commerce"."sales_order" ("account_id", "carrier_id");`,
    );
    this.addSql(
      `create index "sales_order_account_id_carrier_option_id_index" on "commerce"."sales_order" ("account_id", "carrier_option_id");`,
    );
    this.addSql(
      `create index "sales_order_account_id_payment_term_id_index" on "commerce"."sales_order" ("account_id", "payment_term_id");`,
    );
    this.addSql(
      `create index "sales_order_account_id_shipping_term_id_index" on "commerce"."sales_order" ("account_id", "shipping_term_id");`,
    );
    this.addSql(
      `create index "sales_order_account_id_priority_id_index" on "commerce"."sales_order" ("account_id", "priority_id");`,
    );
    this.addSql(
      `create index "sales_order_account_id_created_by_id_index" on "commerce"."sales_order" ("account_id", "created_by_id");`,
    );

    this.addSql(`drop index "commerce"."supplier_account_id_address_id_index";`);
    this.addSql(`drop index "commerce"."supplier_account_id_default_payment_term_id_index";`);
    this.addSql(
      `create index "supplier_account_id_address_id_index" on "commerce"."supplier" ("account_id", "address_id");`,
    );
    this.addSql(
      `create index "supplier_account_id_default_payment_term_id_index" on "commerce"."supplier" ("account_id", "default_payment_term_id");`,
    );
  }
}
