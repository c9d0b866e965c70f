import { Migration } from '@mikro-orm/migrations';

export class Migration20261122213809_purchase_orders extends Migration {
  override name = 'Migration20261122213809_purchase_orders';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."purchase_order" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null, "status" text not null, "supplier_id" text collate "C" null, "supplier_name" text not null, "bill_to" jsonb null, "ship_to" jsonb null, "payment_term_id" text collate "C" null, "priority_id" text collate "C" null, "created_by_id" text collate "C" null, "created_by_name" text not null, "note" text null, "supplier_note" text null, "contacts" text[] not null, "email_sent" boolean not null default false, "scheduled_at" date null, "expected_on" date null, "issued_at" timestamptz null, "completed_at" timestamptz null, "deleted_at" timestamptz null, "line_count" int not null default 0, "total" numeric(14,2) not null default '0.00', "quantity_ordered" numeric(18,6) not null default '0', "quantity_received" numeric(18,6) not null default '0', "quantity_stocked" numeric(18,6) not null default '0', primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "purchase_order_account_id_payment_term_id_index" on "commerce"."purchase_order" ("account_id", "payment_term_id") where payment_term_id is not null;`,
    );
    this.addSql(
      `create index "purchase_order_account_id_priority_id_index" on "commerce"."purchase_order" ("account_id", "priority_id") where priority_id is not null;`,
    );
    this.addSql(
      `create index "purchase_order_account_id_created_by_id_index" on "commerce"."purchase_order" ("account_id", "created_by_id") where created_by_id is not null;`,
    );
    this.addSql(
      `create index "purchase_order_account_id_supplier_id_created_at_id_index" on "commerce"."purchase_order" ("account_id", "supplier_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `create table "commerce"."purchase_order_line" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "order_id" text collate "C" not null, "line_item_number" int not null, "item_id" text collate "C" not null, "sku" text not null, "description" text not null, "item_type" text not null, "supplier_part_number" text null, "supplier_description" text null, "quantity" numeric(18,6) not null, "unit_id" text collate "C" not null, "unit_name" text not null, "base_quantity" numeric(18,6) not null, "base_unit_id" text collate "C" not null, "least_base_quantity" numeric(18,6) null, "unit_price" numeric(18,6) not null, "total" numeric(14,2) not null, "scheduled_at" date null, "expected_on" date null, "quantity_received" numeric(18,6) not null default '0', "quantity_rejected" numeric(18,6) not null default '0', "quantity_stocked" numeric(18,6) not null default '0', "quantity_historic" numeric(18,6) not null default '0', primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "purchase_order_line_account_id_item_id_order_id_index" on "commerce"."purchase_order_line" ("account_id", "item_id", "order_id");`,
    );
    this.addSql(
      `create index "purchase_order_line_account_id_unit_id_index" on "commerce"."purchase_order_line" ("account_id", "unit_id");`,
    );
    this.addSql(
      `create index "purchase_order_line_account_id_expected_on_id_index" on "commerce"."purchase_order_line" ("account_id", "expected_on", "id") where expected_on is not null;`,
    );

    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_account_id_supplier_id_foreign" foreign key ("account_id", "supplier_id") references "commerce"."supplier" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_account_id_payment_term_id_foreign" foreign key ("account_id", "payment_term_id") references "commerce"."payment_term" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_account_id_priority_id_foreign" foreign key ("account_id", "priority_id") references "commerce"."priority" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_account_id_created_by_id_foreign" foreign key ("account_id", "created_by_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_status" check (status in ('bid_request', 'estimate', 'issued', 'fulfilled', 'closed_short'));`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_issued" check ((issued_at is not null) = (status in ('issued', 'fulfilled', 'closed_short')));`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_completed" check ((completed_at is not null) = (status in ('fulfilled', 'closed_short')));`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_deletable" check (deleted_at is null or status in ('bid_request', 'estimate'));`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_supplier" check ((supplier_id is null) = (deleted_at is not null));`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_expected" check (expected_on is null or status = 'issued');`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_sums" check (line_count >= 0 and total >= 0 and quantity_received >= 0 and quantity_stocked between 0 and quantity_ordered);`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order" add constraint "purchase_order_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."purchase_order" enable row level security;`);
    this.addSql(`alter table "commerce"."purchase_order" force row level security;`);
    this.addSql(
      `create policy "purchase_order_account" on "commerce"."purchase_order" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "purchase_order_customer" on "commerce"."purchase_order" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."purchase_order_line" add constraint "purchase_order_line_account_id_order_id_foreign" foreign key ("account_id", "order_id") references "commerce"."purchase_order" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order_line" add constraint "purchase_order_line_number_range" check (line_item_number between 0 and 1000000000);`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order_line" add constraint "purchase_order_line_item_type" check (item_type in ('product', 'part', 'material', 'supply'));`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order_line" add constraint "purchase_order_line_quantity" check (quantity > 0 and base_quantity > 0);`,
    );
    this.addSql(
      `alter table "commerce"."purchase_order_line" add constraint "purchase_order_line_total" check (unit_price >= 0 and total = round(quantity * unit_price, 2));`,
    );
    this.addSql(`alter table "commerce"."purchase_order_line" add constraint "purchase_order_line_progress" check (quantity_rejected >= 0 and quantity_historic between 0 and quantity_stocked
        and quantity_rejected + quantity_stocked <= quantity_received);`);
    this.addSql(
      `alter table "commerce"."purchase_order_line" add constraint "purchase_order_line_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."purchase_order_line" enable row level security;`);
    this.addSql(`alter table "commerce"."purchase_order_line" force row level security;`);
    this.addSql(
      `create policy "purchase_order_line_account" on "commerce"."purchase_order_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "purchase_order_line_customer" on "commerce"."purchase_order_line" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    // Sorted lists leave deleted orders out; two lines can swap their numbers.
    this.addSql(`
      create index purchase_order_list_created on commerce.purchase_order (account_id, created_at, id) where deleted_at is null;
      create index purchase_order_list_number on commerce.purchase_order (account_id, number_key, id) where deleted_at is null;
      create index purchase_order_list_issued on commerce.purchase_order (account_id, (coalesce(issued_at, '-infinity'::timestamptz)), id) where deleted_at is null;
      create index purchase_order_list_scheduled on commerce.purchase_order (account_id, (coalesce(scheduled_at, '-infinity'::date)), id) where deleted_at is null;
      create index purchase_order_list_expected on commerce.purchase_order (account_id, (coalesce(expected_on, '-infinity'::date)), id) where deleted_at is null;
      create index purchase_order_list_total on commerce.purchase_order (account_id, total, id) where deleted_at is null;
      create index purchase_order_list_supplier on commerce.purchase_order (account_id, supplier_name, id) where deleted_at is null;
      create index purchase_order_list_status on commerce.purchase_order (account_id, status, created_at, id) where deleted_at is null;
      alter table commerce.purchase_order_line add constraint purchase_order_line_number unique (account_id, order_id, line_item_number) deferrable initially deferred;
    `);
  }
}
