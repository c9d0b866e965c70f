import { Migration } from '@mikro-orm/migrations';

export class Migration20261129094624_contacts extends Migration {
  override name = 'Migration20261129094624_contacts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."customer_contact" ("account_id" text collate "C" not null,
      "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null,
      "version" int not null default 1, "customer_id" text collate "C" not null, "name" text not null,
      "job_title" text null, "phone" text null, "email" text null, "is_main" boolean not null default false,
      "note" text null, "gets_orders" boolean not null default false, "gets_shipments" boolean not null default false,
      "gets_invoices" boolean not null default false, "gets_statements" boolean not null default false,
      "gets_dates" boolean not null default false, "person_id" text collate "C" null, primary key ("account_id",
      "id"));`,
    );
    this.addSql(
      `create index "customer_contact_account_id_name_id_index" on "commerce"."customer_contact" ("account_id", "name",
      "id");`,
    );
    this.addSql(
      `create index "customer_contact_account_id_person_id_index" on "commerce"."customer_contact" ("account_id",
      "person_id") where person_id is not null;`,
    );
    this.addSql(
      `alter table "commerce"."customer_contact" add constraint "customer_contact_account_id_customer_id_name_unique"
      unique ("account_id", "customer_id", "name");`,
    );
    this.addSql(
      `create unique index "customer_contact_one_main" on "commerce"."customer_contact" ("account_id", "customer_id")
      where is_main;`,
    );

    this.addSql(
      `create table "commerce"."supplier_contact" ("account_id" text collate "C" not null,
      "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null,
      "version" int not null default 1, "supplier_id" text collate "C" not null, "name" text not null,
      "job_title" text null, "phone" text null, "email" text null, "is_main" boolean not null default false,
      "note" text null, "gets_purchase_orders" boolean not null default false,
      "gets_overdue" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "supplier_contact_account_id_name_id_index" on "commerce"."supplier_contact" ("account_id", "name",
      "id");`,
    );
    this.addSql(
      `alter table "commerce"."supplier_contact" add constraint "supplier_contact_account_id_supplier_id_name_unique"
      unique ("account_id", "supplier_id", "name");`,
    );
    this.addSql(
      `create unique index "supplier_contact_one_main" on "commerce"."supplier_contact" ("account_id", "supplier_id")
      where is_main;`,
    );

    this.addSql(
      `alter table "commerce"."customer_contact" add constraint "customer_contact_account_id_customer_id_foreign"
      foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id")
      on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."customer_contact" add constraint "customer_contact_account_id_person_id_foreign"
      foreign key ("account_id", "person_id") references "core"."member" ("account_id", "id")
      on update no action on delete no action;`,
    );
    this.addSql(`alter table "commerce"."customer_contact" add constraint "customer_contact_name" check (name <> '');`);
    this.addSql(
      `alter table "commerce"."customer_contact" add constraint "customer_contact_email"
      check (email is not null or not (gets_orders or gets_shipments or gets_invoices
      or gets_statements or gets_dates));`,
    );
    this.addSql(
      `alter table "commerce"."customer_contact" add constraint "customer_contact_account_id_check"
      check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."customer_contact" enable row level security;`);
    this.addSql(`alter table "commerce"."customer_contact" force row level security;`);
    this.addSql(
      `create policy "customer_contact_account" on "commerce"."customer_contact" to "millwright_tenant"
      using (account_id = current_setting('app.account_id') and current_setting('app.customer_id') = '') with
      check (account_id = current_setting('app.account_id') and current_setting('app.customer_id') = '');`,
    );
    this.addSql(
      `create policy "customer_contact_auth" on "commerce"."customer_contact" to "millwright_auth"
      using (account_id = current_setting('app.account_id')) with
      check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "commerce"."supplier_contact" add constraint "supplier_contact_account_id_supplier_id_foreign"
      foreign key ("account_id", "supplier_id") references "commerce"."supplier" ("account_id", "id")
      on update no action on delete no action;`,
    );
    this.addSql(`alter table "commerce"."supplier_contact" add constraint "supplier_contact_name" check (name <> '');`);
    this.addSql(
      `alter table "commerce"."supplier_contact" add constraint "supplier_contact_email"
      check (email is not null or not (gets_purchase_orders or gets_overdue));`,
    );
    this.addSql(
      `alter table "commerce"."supplier_contact" add constraint "supplier_contact_account_id_check"
      check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."supplier_contact" enable row level security;`);
    this.addSql(`alter table "commerce"."supplier_contact" force row level security;`);
    this.addSql(
      `create policy "supplier_contact_account" on "commerce"."supplier_contact" to "millwright_tenant"
      using (account_id = current_setting('app.account_id') and current_setting('app.customer_id') = '') with
      check (account_id = current_setting('app.account_id') and current_setting('app.customer_id') = '');`,
    );
    this.addSql(
      `create policy "supplier_contact_auth" on "commerce"."supplier_contact" to "millwright_auth"
      using (account_id = current_setting('app.account_id')) with
      check (account_id = current_setting('app.account_id'));`,
    );
  }
}
