import { Migration } from '@mikro-orm/migrations';

export class Migration20261121072705_initial extends Migration {
  override name = 'Migration20261121072705_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "acme_pallet_labels";`);
    this.addSql(
      `create table "acme_pallet_labels"."pallet_label" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "order_id" text collate "C" not null, "order_number" text not null, "customer_name" text not null, "ship_to" jsonb null, "position" int not null, "count" int not null, "printed_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "pallet_label_account_id_created_at_id_index" on "acme_pallet_labels"."pallet_label" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "acme_pallet_labels"."pallet_label" add constraint "pallet_label_account_id_order_id_position_unique" unique ("account_id", "order_id", "position");`,
    );
    this.addSql(
      `alter table "acme_pallet_labels"."pallet_label" add constraint "pallet_label_position" check (position between 1 and count);`,
    );
    this.addSql(
      `alter table "acme_pallet_labels"."pallet_label" add constraint "pallet_label_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "acme_pallet_labels"."pallet_quantity" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "item_id" text collate "C" not null, "per_pallet" int not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "acme_pallet_labels"."pallet_quantity" add constraint "pallet_quantity_account_id_item_id_unique" unique ("account_id", "item_id");`,
    );
    this.addSql(
      `alter table "acme_pallet_labels"."pallet_quantity" add constraint "pallet_quantity_per_pallet" check (per_pallet between 1 and 100000);`,
    );
    this.addSql(
      `alter table "acme_pallet_labels"."pallet_quantity" add constraint "pallet_quantity_account_id_check" check (account_id <> '');`,
    );

    this.addSql(`alter table "acme_pallet_labels"."pallet_label" enable row level security;`);
    this.addSql(`alter table "acme_pallet_labels"."pallet_label" force row level security;`);
    this.addSql(
      `create policy "pallet_label_account" on "acme_pallet_labels"."pallet_label" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "acme_pallet_labels"."pallet_quantity" enable row level security;`);
    this.addSql(`alter table "acme_pallet_labels"."pallet_quantity" force row level security;`);
    this.addSql(
      `create policy "pallet_quantity_account" on "acme_pallet_labels"."pallet_quantity" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
  }
}
