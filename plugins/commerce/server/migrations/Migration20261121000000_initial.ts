import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {

  override name = 'Migration20261121000000_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "commerce";`);
    this.addSql(`create table "commerce"."account_group" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "type_code" text not null, "is_commission_exempt" boolean not null default true, "is_freight_exempt" boolean not null default false, primary key ("account_id", "id"));`);
    this.addSql(`alter table "commerce"."account_group" add constraint "account_group_account_id_type_code_name_unique" unique ("account_id", "type_code", "name");`);
    this.addSql(`alter table "commerce"."account_group" add constraint "account_group_name" check (name <> '');`);
    this.addSql(`alter table "commerce"."account_group" add constraint "account_group_type" check (type_code in ('customer_type', 'price_group'));`);
    this.addSql(`alter table "commerce"."account_group" add constraint "account_group_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."carrier" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text null, "name" text not null, "is_built_in" boolean not null default false, "tracking_url_template" text null, primary key ("account_id", "id"));`);
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_account_id_name_unique" unique ("account_id", "name");`);
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_account_id_code_unique" unique ("account_id", "code");`);
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_name" check (name <> '');`);
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_built_in" check (not is_built_in or code is not null);`);
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_tracking" check (tracking_url_template like '%{trackingNumber}%');`);
    this.addSql(`alter table "commerce"."carrier" add constraint "carrier_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."carrier_option" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "carrier_id" text collate "C" not null, "code" text not null, "name" text not null, "is_built_in" boolean not null default false, primary key ("account_id", "id"));`);
    this.addSql(`alter table "commerce"."carrier_option" add constraint "carrier_option_account_id_carrier_id_code_unique" unique ("account_id", "carrier_id", "code");`);
    this.addSql(`alter table "commerce"."carrier_option" add constraint "carrier_option_text" check (code <> '' and name <> '');`);
    this.addSql(`alter table "commerce"."carrier_option" add constraint "carrier_option_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."payment_term" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text not null, "name" text not null, primary key ("account_id", "id"));`);
    this.addSql(`alter table "commerce"."payment_term" add constraint "payment_term_account_id_name_unique" unique ("account_id", "name");`);
    this.addSql(`alter table "commerce"."payment_term" add constraint "payment_term_name" check (name <> '');`);
    this.addSql(`alter table "commerce"."payment_term" add constraint "payment_term_code" check (code in ('cod', 'cia', 'ccd', 'net_30', 'net_45', 'net_60', 'net_90', 'prepaid'));`);
    this.addSql(`alter table "commerce"."payment_term" add constraint "payment_term_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."priority" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text not null, "name" text not null, "rank" int not null, primary key ("account_id", "id"));`);
    this.addSql(`alter table "commerce"."priority" add constraint "priority_account_id_code_unique" unique ("account_id", "code");`);
    this.addSql(`alter table "commerce"."priority" add constraint "priority_code" check ((code, rank) in (('low', 1), ('normal', 2), ('high', 3)));`);
    this.addSql(`alter table "commerce"."priority" add constraint "priority_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."retired_customer_number" ("account_id" text collate "C" not null, "number" text collate "C" not null, "customer_id" text collate "C" not null, "deleted_at" timestamptz not null, primary key ("account_id", "number"));`);
    this.addSql(`alter table "commerce"."retired_customer_number" add constraint "retired_customer_number_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."shipping_term" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text null, "name" text not null, "is_freight_exempt" boolean not null default false, "flat_rate" numeric(14,2) null, "minimum_order_value" numeric(14,2) null, "is_carrier_rate" boolean not null default false, primary key ("account_id", "id"));`);
    this.addSql(`alter table "commerce"."shipping_term" add constraint "shipping_term_account_id_name_unique" unique ("account_id", "name");`);
    this.addSql(`alter table "commerce"."shipping_term" add constraint "shipping_term_account_id_code_unique" unique ("account_id", "code");`);
    this.addSql(`alter table "commerce"."shipping_term" add constraint "shipping_term_name" check (name <> '');`);
    this.addSql(`alter table "commerce"."shipping_term" add constraint "shipping_term_flat_rate" check (flat_rate >= 0);`);
    this.addSql(`alter table "commerce"."shipping_term" add constraint "shipping_term_minimum" check (minimum_order_value >= 0);`);
    this.addSql(`alter table "commerce"."shipping_term" add constraint "shipping_term_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."customer" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "name" text not null, "note" text null, "status" text not null default 'normal', "url" text null, "email" text null, "phone" text null, "is_edi_enabled" boolean not null default false, "accepts_invoice_emails" boolean not null default false, "is_commission_exempt" boolean not null default false, "is_freight_exempt" boolean not null default false, "is_parent_account" boolean not null default false, "card_provider_customer_id" text null, "bill_to_address_id" text collate "C" null, "ship_to_address_id" text collate "C" null, "default_carrier_id" text collate "C" null, "default_carrier_option_id" text collate "C" null, "default_priority_id" text collate "C" null, "default_payment_term_id" text collate "C" null, "default_shipping_term_id" text collate "C" null, "default_sales_rep_id" text collate "C" null, "customer_type_group_id" text collate "C" null, primary key ("account_id", "id"));`);
    this.addSql(`create index "customer_account_id_name_id_index" on "commerce"."customer" ("account_id", "name", "id");`);
    this.addSql(`create index "customer_account_id_created_at_id_index" on "commerce"."customer" ("account_id", "created_at", "id");`);
    this.addSql(`create index "customer_account_id_bill_to_address_id_index" on "commerce"."customer" ("account_id", "bill_to_address_id");`);
    this.addSql(`create index "customer_account_id_ship_to_address_id_index" on "commerce"."customer" ("account_id", "ship_to_address_id");`);
    this.addSql(`create index "customer_account_id_default_carrier_id_index" on "commerce"."customer" ("account_id", "default_carrier_id");`);
    this.addSql(`create index "customer_account_id_default_carrier_option_id_index" on "commerce"."customer" ("account_id", "default_carrier_option_id");`);
    this.addSql(`create index "customer_account_id_default_priority_id_index" on "commerce"."customer" ("account_id", "default_priority_id");`);
    this.addSql(`create index "customer_account_id_default_payment_term_id_index" on "commerce"."customer" ("account_id", "default_payment_term_id");`);
    this.addSql(`create index "customer_account_id_default_shipping_term_id_index" on "commerce"."customer" ("account_id", "default_shipping_term_id");`);
    this.addSql(`create index "customer_account_id_default_sales_rep_id_index" on "commerce"."customer" ("account_id", "default_sales_rep_id");`);
    this.addSql(`create index "customer_account_id_customer_type_group_id_index" on "commerce"."customer" ("account_id", "customer_type_group_id");`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_number_unique" unique ("account_id", "number");`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_text" check (number <> '' and name <> '');`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_status" check (status in ('hold_all', 'hold_shipment', 'normal', 'preferred'));`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_option_has_carrier" check (default_carrier_option_id is null or default_carrier_id is not null);`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."product_line_access" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "account_group_id" text collate "C" null, "customer_id" text collate "C" null, primary key ("account_id", "id"));`);
    this.addSql(`alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_account_group_id_unique" unique ("account_id", "account_group_id");`);
    this.addSql(`alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_customer_id_unique" unique ("account_id", "customer_id");`);
    this.addSql(`alter table "commerce"."product_line_access" add constraint "product_line_access_owner" check (num_nonnulls(account_group_id, customer_id) = 1);`);
    this.addSql(`alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."product_line_access_line" ("account_id" text collate "C" not null, "access_id" text collate "C" not null, "product_line_id" text collate "C" not null, primary key ("account_id", "access_id", "product_line_id"));`);
    this.addSql(`create index "product_line_access_line_account_id_product_line_id_index" on "commerce"."product_line_access_line" ("account_id", "product_line_id");`);
    this.addSql(`alter table "commerce"."product_line_access_line" add constraint "product_line_access_line_account_id_check" check (account_id <> '');`);

    this.addSql(`create table "commerce"."customer_price_group" ("account_id" text collate "C" not null, "customer_id" text collate "C" not null, "account_group_id" text collate "C" not null, primary key ("account_id", "customer_id", "account_group_id"));`);
    this.addSql(`create index "customer_price_group_account_id_account_group_id_index" on "commerce"."customer_price_group" ("account_id", "account_group_id");`);
    this.addSql(`alter table "commerce"."customer_price_group" add constraint "customer_price_group_account_id_check" check (account_id <> '');`);

    this.addSql(`alter table "commerce"."carrier_option" add constraint "carrier_option_account_id_carrier_id_foreign" foreign key ("account_id", "carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action on delete no action;`);

    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_bill_to_address_id_foreign" foreign key ("account_id", "bill_to_address_id") references "core"."party_address" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_ship_to_address_id_foreign" foreign key ("account_id", "ship_to_address_id") references "core"."party_address" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_default_carrier_id_foreign" foreign key ("account_id", "default_carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_default_carrier_option_id_foreign" foreign key ("account_id", "default_carrier_option_id") references "commerce"."carrier_option" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_default_priority_id_foreign" foreign key ("account_id", "default_priority_id") references "commerce"."priority" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_default_payment_term_id_foreign" foreign key ("account_id", "default_payment_term_id") references "commerce"."payment_term" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_default_shipping_term_id_foreign" foreign key ("account_id", "default_shipping_term_id") references "commerce"."shipping_term" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_default_sales_rep_id_foreign" foreign key ("account_id", "default_sales_rep_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer" add constraint "customer_account_id_customer_type_group_id_foreign" foreign key ("account_id", "customer_type_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`);

    this.addSql(`alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_account_group_id_foreign" foreign key ("account_id", "account_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."product_line_access" add constraint "product_line_access_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`);

    this.addSql(`alter table "commerce"."product_line_access_line" add constraint "product_line_access_line_account_id_access_id_foreign" foreign key ("account_id", "access_id") references "commerce"."product_line_access" ("account_id", "id") on update no action on delete no action;`);

    this.addSql(`alter table "commerce"."customer_price_group" add constraint "customer_price_group_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."customer_price_group" add constraint "customer_price_group_account_id_account_group_id_foreign" foreign key ("account_id", "account_group_id") references "commerce"."account_group" ("account_id", "id") on update no action on delete no action;`);

    this.addSql(`alter table "commerce"."account_group" enable row level security;`);
    this.addSql(`alter table "commerce"."account_group" force row level security;`);
    this.addSql(`create policy "account_group_account" on "commerce"."account_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."carrier" enable row level security;`);
    this.addSql(`alter table "commerce"."carrier" force row level security;`);
    this.addSql(`create policy "carrier_account" on "commerce"."carrier" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."carrier_option" enable row level security;`);
    this.addSql(`alter table "commerce"."carrier_option" force row level security;`);
    this.addSql(`create policy "carrier_option_account" on "commerce"."carrier_option" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."payment_term" enable row level security;`);
    this.addSql(`alter table "commerce"."payment_term" force row level security;`);
    this.addSql(`create policy "payment_term_account" on "commerce"."payment_term" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."priority" enable row level security;`);
    this.addSql(`alter table "commerce"."priority" force row level security;`);
    this.addSql(`create policy "priority_account" on "commerce"."priority" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."retired_customer_number" enable row level security;`);
    this.addSql(`alter table "commerce"."retired_customer_number" force row level security;`);
    this.addSql(`create policy "retired_customer_number_account" on "commerce"."retired_customer_number" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."shipping_term" enable row level security;`);
    this.addSql(`alter table "commerce"."shipping_term" force row level security;`);
    this.addSql(`create policy "shipping_term_account" on "commerce"."shipping_term" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."customer" enable row level security;`);
    this.addSql(`alter table "commerce"."customer" force row level security;`);
    this.addSql(`create policy "customer_account" on "commerce"."customer" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`create policy "customer_customer" on "commerce"."customer" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', id)) with check (current_setting('app.customer_id') in ('', id));`);
    this.addSql(`alter table "commerce"."product_line_access" enable row level security;`);
    this.addSql(`alter table "commerce"."product_line_access" force row level security;`);
    this.addSql(`create policy "product_line_access_account" on "commerce"."product_line_access" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."product_line_access_line" enable row level security;`);
    this.addSql(`alter table "commerce"."product_line_access_line" force row level security;`);
    this.addSql(`create policy "product_line_access_line_account" on "commerce"."product_line_access_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`alter table "commerce"."customer_price_group" enable row level security;`);
    this.addSql(`alter table "commerce"."customer_price_group" force row level security;`);
    this.addSql(`create policy "customer_price_group_account" on "commerce"."customer_price_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`create policy "customer_price_group_customer" on "commerce"."customer_price_group" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`);
    this.addSql(`
      -- A customer is its party: the key column itself refers to core.
      alter table commerce.customer add constraint customer_id_foreign foreign key (account_id, id) references core.party (account_id, id);
    `);
  }

}
