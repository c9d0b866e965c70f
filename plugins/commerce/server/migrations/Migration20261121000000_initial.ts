import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {
  override name = 'Migration20261121000000_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "commerce";`);
    this.addSql(
      `create table "commerce"."account_group" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "type_code" text not null, "is_commission_exempt" boolean not null default true, "is_freight_exempt" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."account_group" add constraint "account_group_account_id_type_code_name_unique" unique ("account_id", "type_code", "name");`,
    );
    this.addSql(`alter table "commerce"."account_group" add constraint "account_group_name" check (name <> '');`);
    this.addSql(
      `alter table "commerce"."account_group" add constraint "account_group_type" check (type_code in ('customer_type', 'price_group'));`,
    );
    this.addSql(
      `alter table "commerce"."account_group" add constraint "account_group_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."carrier" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text null, "name" text not null, "is_built_in" boolean not null default false, "tracking_url_template" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."carrier" add constraint "carrier_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(
      `alter table "commerce"."carrier" add constraint "carrier_account_id_code_unique" unique ("account_id", "code");`,
    );
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_name" check (name <> '');`);
    this.addSql(
      `alter table "commerce"."carrier" add constraint "carrier_built_in" check (not is_built_in or code is not null);`,
    );
    this.addSql(
      `alter table "commerce"."carrier" add constraint "carrier_tracking" check (tracking_url_template like '%{trackingNumber}%');`,
    );
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "commerce"."carrier_option" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "carrier_id" text collate "C" not null, "code" text not null, "name" text not null, "is_built_in" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."carrier_option" add constraint "carrier_option_account_id_carrier_id_code_unique" unique ("account_id", "carrier_id", "code");`,
    );
    this.addSql(
      `alter table "commerce"."carrier_option" add constraint "carrier_option_text" check (code <> '' and name <> '');`,
    );
    this.addSql(
      `alter table "commerce"."carrier_option" add constraint "carrier_option_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."payment_term" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text not null, "name" text not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."payment_term" add constraint "payment_term_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(`alter table "commerce"."payment_term" add constraint "payment_term_name" check (name <> '');`);
    this.addSql(
      `alter table "commerce"."payment_term" add constraint "payment_term_code" check (code in ('cod', 'cia', 'ccd', 'net_30', 'net_45', 'net_60', 'net_90', 'prepaid'));`,
    );
    this.addSql(
      `alter table "commerce"."payment_term" add constraint "payment_term_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."priority" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text not null, "name" text not null, "rank" int not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."priority" add constraint "priority_account_id_code_unique" unique ("account_id", "code");`,
    );
    this.addSql(
      `alter table "commerce"."priority" add constraint "priority_code" check ((code, rank) in (('low', 1), ('normal', 2), ('high', 3)));`,
    );
    this.addSql(
      `alter table "commerce"."priority" add constraint "priority_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."retired_customer_number" ("account_id" text collate "C" not null, "number" text collate "C" not null, "customer_id" text collate "C" not null, "deleted_at" timestamptz not null, primary key ("account_id", "number"));`,
    );
    this.addSql(
      `alter table "commerce"."retired_customer_number" add constraint "retired_customer_number_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."shipping_term" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text null, "name" text not null, "is_freight_exempt" boolean not null default false, "flat_rate" numeric(14,2) null, "minimum_order_value" numeric(14,2) null, "is_carrier_rate" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."shipping_term" add constraint "shipping_term_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(
      `alter table "commerce"."shipping_term" add constraint "shipping_term_account_id_code_unique" unique ("account_id", "code");`,
    );
    this.addSql(`alter table "commerce"."shipping_term" add constraint "shipping_term_name" check (name <> '');`);
    this.addSql(
      `alter table "commerce"."shipping_term" add constraint "shipping_term_flat_rate" check (flat_rate >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."shipping_term" add constraint "shipping_term_minimum" check (minimum_order_value >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."shipping_term" add constraint "shipping_term_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."customer" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "name" text not null, "note" text null, "status" text not null default 'normal', "url" text null, "email" text null, "phone" text null, "is_edi_enabled" boolean not null default false, "accepts_invoice_emails" boolean not null default false, "is_commission_exempt" boolean not null default false, "is_freight_exempt" boolean not null default false, "is_parent_account" boolean not null default false, "card_provider_customer_id" text null, "bill_to_address_id" text collate "C" null, "ship_to_address_id" text collate "C" null, "default_carrier_id" text collate "C" null, "default_carrier_option_id" text collate "C" null, "default_priority_id" text collate "C" null, "default_payment_term_id" text collate "C" null, "default_shipping_term_id" text collate "C" null, "default_sales_rep_id" text collate "C" null, "customer_type_group_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "customer_account_id_name_id_index" on "commerce"."customer" ("account_id", "name", "id");`,
    );
    this.addSql(
      `create index "customer_account_id_created_at_id_index" on "commerce"."customer" ("account_id", "created_at", "id");`,
    );
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
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_number_unique" unique ("account_id", "number");`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_text" check (number <> '' and name <> '');`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_status" check (status in ('hold_all', 'hold_shipment', 'normal', 'preferred'));`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_option_has_carrier" check (default_carrier_option_id is null or default_carrier_id is not null);`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."sales_order" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null, "customer_po" text null, "status" text not null, "customer_id" text collate "C" not null, "customer_name" text not null, "bill_to" jsonb null, "ship_to" jsonb null, "carrier_id" text collate "C" null, "carrier_option_id" text collate "C" null, "payment_term_id" text collate "C" null, "shipping_term_id" text collate "C" null, "priority_id" text collate "C" null, "sales_rep_id" text collate "C" null, "created_by_id" text collate "C" null, "created_by_name" text not null, "note" text null, "acknowledgement_emails" text[] not null, "invoice_emails" text[] not null, "is_acknowledgment_sent" boolean not null default false, "promised_at" date null, "expired_at" date null, "issued_at" timestamptz null, "completed_at" timestamptz null, "deleted_at" timestamptz null, "order_discount_id" text collate "C" null, "line_count" int not null default 0, "total" numeric(14,2) not null default '0.00', "quantity_to_pick" numeric(18,6) not null default '0', "quantity_picked" numeric(18,6) not null default '0', "quantity_packed" numeric(18,6) not null default '0', "quantity_shipped" numeric(18,6) not null default '0', "quantity_to_invoice" numeric(18,6) not null default '0', "quantity_invoiced" numeric(18,6) not null default '0', primary key ("account_id", "id"));`,
    );
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
    this.addSql(
      `create index "sales_order_account_id_customer_id_created_at_id_index" on "commerce"."sales_order" ("account_id", "customer_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "sales_order_account_id_sales_rep_id_created_at_id_index" on "commerce"."sales_order" ("account_id", "sales_rep_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_number_unique" unique ("account_id", "number");`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_status" check (status in ('bid_request', 'estimate', 'issued', 'fulfilled', 'closed_short'));`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_issued" check ((issued_at is not null) = (status in ('issued', 'fulfilled', 'closed_short')));`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_completed" check ((completed_at is not null) = (status in ('fulfilled', 'closed_short')));`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_deletable" check (deleted_at is null or status in ('bid_request', 'estimate'));`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_option_has_carrier" check (carrier_option_id is null or carrier_id is not null);`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_sums" check (line_count >= 0 and quantity_to_pick >= 0 and quantity_picked >= 0 and quantity_packed >= 0 and quantity_shipped >= 0 and quantity_to_invoice >= 0 and quantity_invoiced >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."sales_order_line" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "order_id" text collate "C" not null, "customer_id" text collate "C" not null, "line_item_number" int not null, "item_id" text collate "C" not null, "sku" text not null, "description" text not null, "product_type" text not null, "quantity" numeric(18,6) not null, "unit_id" text collate "C" not null, "unit_name" text not null, "base_quantity" numeric(18,6) not null, "base_unit_id" text collate "C" not null, "unit_price" numeric(18,6) not null, "unit_cost" numeric(18,6) not null, "total" numeric(14,2) not null, "quantity_picked" numeric(18,6) not null default '0', "quantity_packed" numeric(18,6) not null default '0', "quantity_shipped" numeric(18,6) not null default '0', "quantity_invoiced" numeric(18,6) not null default '0', "edi_line_item_id" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "sales_order_line_account_id_item_id_order_id_index" on "commerce"."sales_order_line" ("account_id", "item_id", "order_id");`,
    );
    this.addSql(
      `create index "sales_order_line_account_id_customer_id_item_id_index" on "commerce"."sales_order_line" ("account_id", "customer_id", "item_id");`,
    );
    this.addSql(
      `create index "sales_order_line_account_id_unit_id_index" on "commerce"."sales_order_line" ("account_id", "unit_id");`,
    );
    this.addSql(
      `alter table "commerce"."sales_order_line" add constraint "sales_order_line_number_range" check (line_item_number between 0 and 1000000000);`,
    );
    this.addSql(
      `alter table "commerce"."sales_order_line" add constraint "sales_order_line_product_type" check (product_type in ('sale', 'service', 'shipping', 'credit', 'return', 'tax'));`,
    );
    this.addSql(
      `alter table "commerce"."sales_order_line" add constraint "sales_order_line_quantity" check (quantity > 0 and base_quantity > 0);`,
    );
    this.addSql(
      `alter table "commerce"."sales_order_line" add constraint "sales_order_line_total" check (total = round(quantity * unit_price, 2));`,
    );
    this.addSql(
      `alter table "commerce"."sales_order_line" add constraint "sales_order_line_progress" check (quantity_picked >= 0 and quantity_packed >= 0 and quantity_shipped >= 0 and quantity_invoiced >= 0 and unit_cost >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."sales_order_line" add constraint "sales_order_line_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."product_line_access" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "account_group_id" text collate "C" null, "customer_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_account_group_id_unique" unique ("account_id", "account_group_id");`,
    );
    this.addSql(
      `alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_customer_id_unique" unique ("account_id", "customer_id");`,
    );
    this.addSql(
      `alter table "commerce"."product_line_access" add constraint "product_line_access_owner" check (num_nonnulls(account_group_id, customer_id) = 1);`,
    );
    this.addSql(
      `alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."product_line_access_line" ("account_id" text collate "C" not null, "access_id" text collate "C" not null, "product_line_id" text collate "C" not null, primary key ("account_id", "access_id", "product_line_id"));`,
    );
    this.addSql(
      `create index "product_line_access_line_account_id_product_line_id_index" on "commerce"."product_line_access_line" ("account_id", "product_line_id");`,
    );
    this.addSql(
      `alter table "commerce"."product_line_access_line" add constraint "product_line_access_line_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "commerce"."customer_price_group" ("account_id" text collate "C" not null, "customer_id" text collate "C" not null, "account_group_id" text collate "C" not null, primary key ("account_id", "customer_id", "account_group_id"));`,
    );
    this.addSql(
      `create index "customer_price_group_account_id_account_group_id_index" on "commerce"."customer_price_group" ("account_id", "account_group_id");`,
    );
    this.addSql(
      `alter table "commerce"."customer_price_group" add constraint "customer_price_group_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `alter table "commerce"."carrier_option" add constraint "carrier_option_account_id_carrier_id_foreign" foreign key ("account_id", "carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_bill_to_address_id_foreign" foreign key ("account_id", "bill_to_address_id") references "core"."party_address" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_ship_to_address_id_foreign" foreign key ("account_id", "ship_to_address_id") references "core"."party_address" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_default_carrier_id_foreign" foreign key ("account_id", "default_carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_default_carrier_option_id_foreign" foreign key ("account_id", "default_carrier_option_id") references "commerce"."carrier_option" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_default_priority_id_foreign" foreign key ("account_id", "default_priority_id") references "commerce"."priority" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_default_payment_term_id_foreign" foreign key ("account_id", "default_payment_term_id") references "commerce"."payment_term" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_default_shipping_term_id_foreign" foreign key ("account_id", "default_shipping_term_id") references "commerce"."shipping_term" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_default_sales_rep_id_foreign" foreign key ("account_id", "default_sales_rep_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer" add constraint "customer_account_id_customer_type_group_id_foreign" foreign key ("account_id", "customer_type_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_carrier_id_foreign" foreign key ("account_id", "carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_carrier_option_id_foreign" foreign key ("account_id", "carrier_option_id") references "commerce"."carrier_option" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_payment_term_id_foreign" foreign key ("account_id", "payment_term_id") references "commerce"."payment_term" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_shipping_term_id_foreign" foreign key ("account_id", "shipping_term_id") references "commerce"."shipping_term" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_priority_id_foreign" foreign key ("account_id", "priority_id") references "commerce"."priority" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_sales_rep_id_foreign" foreign key ("account_id", "sales_rep_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_created_by_id_foreign" foreign key ("account_id", "created_by_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "commerce"."sales_order_line" add constraint "sales_order_line_account_id_order_id_foreign" foreign key ("account_id", "order_id") references "commerce"."sales_order" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_account_group_id_foreign" foreign key ("account_id", "account_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "commerce"."product_line_access_line" add constraint "product_line_access_line_account_id_access_id_foreign" foreign key ("account_id", "access_id") references "commerce"."product_line_access" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "commerce"."customer_price_group" add constraint "customer_price_group_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer_price_group" add constraint "customer_price_group_account_id_account_group_id_foreign" foreign key ("account_id", "account_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(`alter table "commerce"."account_group" enable row level security;`);
    this.addSql(`alter table "commerce"."account_group" force row level security;`);
    this.addSql(
      `create policy "account_group_account" on "commerce"."account_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."carrier" enable row level security;`);
    this.addSql(`alter table "commerce"."carrier" force row level security;`);
    this.addSql(
      `create policy "carrier_account" on "commerce"."carrier" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."carrier_option" enable row level security;`);
    this.addSql(`alter table "commerce"."carrier_option" force row level security;`);
    this.addSql(
      `create policy "carrier_option_account" on "commerce"."carrier_option" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."payment_term" enable row level security;`);
    this.addSql(`alter table "commerce"."payment_term" force row level security;`);
    this.addSql(
      `create policy "payment_term_account" on "commerce"."payment_term" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."priority" enable row level security;`);
    this.addSql(`alter table "commerce"."priority" force row level security;`);
    this.addSql(
      `create policy "priority_account" on "commerce"."priority" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."retired_customer_number" enable row level security;`);
    this.addSql(`alter table "commerce"."retired_customer_number" force row level security;`);
    this.addSql(
      `create policy "retired_customer_number_account" on "commerce"."retired_customer_number" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."shipping_term" enable row level security;`);
    this.addSql(`alter table "commerce"."shipping_term" force row level security;`);
    this.addSql(
      `create policy "shipping_term_account" on "commerce"."shipping_term" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."customer" enable row level security;`);
    this.addSql(`alter table "commerce"."customer" force row level security;`);
    this.addSql(
      `create policy "customer_account" on "commerce"."customer" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "customer_customer" on "commerce"."customer" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', id)) with check (current_setting('app.customer_id') in ('', id));`,
    );
    this.addSql(`alter table "commerce"."sales_order" enable row level security;`);
    this.addSql(`alter table "commerce"."sales_order" force row level security;`);
    this.addSql(
      `create policy "sales_order_account" on "commerce"."sales_order" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "sales_order_customer" on "commerce"."sales_order" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );
    this.addSql(`alter table "commerce"."sales_order_line" enable row level security;`);
    this.addSql(`alter table "commerce"."sales_order_line" force row level security;`);
    this.addSql(
      `create policy "sales_order_line_account" on "commerce"."sales_order_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "sales_order_line_customer" on "commerce"."sales_order_line" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );
    this.addSql(`alter table "commerce"."product_line_access" enable row level security;`);
    this.addSql(`alter table "commerce"."product_line_access" force row level security;`);
    this.addSql(
      `create policy "product_line_access_account" on "commerce"."product_line_access" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."product_line_access_line" enable row level security;`);
    this.addSql(`alter table "commerce"."product_line_access_line" force row level security;`);
    this.addSql(
      `create policy "product_line_access_line_account" on "commerce"."product_line_access_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "commerce"."customer_price_group" enable row level security;`);
    this.addSql(`alter table "commerce"."customer_price_group" force row level security;`);
    this.addSql(
      `create policy "customer_price_group_account" on "commerce"."customer_price_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "customer_price_group_customer" on "commerce"."customer_price_group" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );
    this.addSql(`
      -- A customer is its party: the key column itself refers to core.
      alter table commerce.customer add constraint customer_id_foreign foreign key (account_id, id) references core.party (account_id, id);
      -- The list of orders, in each of its orders; deep pages read nothing but the index, the portal's policy its last column.
      create index sales_order_list_created on commerce.sales_order (account_id, created_at, id, customer_id) where deleted_at is null;
      create index sales_order_list_number on commerce.sales_order (account_id, number_key, id, customer_id) where deleted_at is null;
      create index sales_order_list_issued on commerce.sales_order (account_id, (coalesce(issued_at, '-infinity'::timestamptz)), id, customer_id) where deleted_at is null;
      create index sales_order_list_promised on commerce.sales_order (account_id, (coalesce(promised_at, '-infinity'::date)), id, customer_id) where deleted_at is null;
      create index sales_order_list_total on commerce.sales_order (account_id, total, id, customer_id) where deleted_at is null;
      create index sales_order_list_customer on commerce.sales_order (account_id, customer_name, id, customer_id) where deleted_at is null;
      create index sales_order_list_status on commerce.sales_order (account_id, status, created_at, id, customer_id) include (total, promised_at) where deleted_at is null;
      -- Checked at the end of the transaction, so that lines can swap their numbers.
      alter table commerce.sales_order_line add constraint sales_order_line_number unique (account_id, order_id, line_item_number) deferrable initially deferred;
      -- What the documents that follow an order say of it. Invoices, picks and shipments join here; until then there are none.
      create view commerce.v_order_progress with (security_invoker = true) as
        select sales_order.account_id, sales_order.id as order_id,
          case when quantity_to_pick = 0 then 0 else round(quantity_picked / quantity_to_pick, 2) end as pick_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_packed / quantity_to_pick, 2) end as pack_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_shipped / quantity_to_pick, 2) end as ship_completion,
          case when quantity_to_invoice = 0 then 0 else round(quantity_invoiced / quantity_to_invoice, 2) end as invoice_completion,
          '[]'::json as shipments, false as has_shipped, null::timestamptz as first_ship_at, null::text collate "C" as pick_id,
          '[]'::json as invoices, false as is_paid, '{}'::text[] as payment_intent_ids, null::text collate "C" as production_run_id
        from commerce.sales_order;
    `);
  }
}
