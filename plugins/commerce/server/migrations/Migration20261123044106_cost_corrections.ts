import { Migration } from '@mikro-orm/migrations';

export class Migration20261123044106_cost_corrections extends Migration {
  override name = 'Migration20261123044106_cost_corrections';

  override up(): void | Promise<void> {
    this.addSql(`create table "commerce"."cost_correction" ("account_id" text collate "C" not null, "id" text collate
        "C" not null, "created_at" timestamptz not null, "receiving_order_id" text collate "C" not null,
        "delivery_line_id" text collate "C" not null, "value_before" numeric(20,6) not null, "value"
        numeric(20,6) not null, "quantity_left" numeric(18,6) not null, "in_stock" numeric(20,6) not null,
        "variance" numeric(20,6) not null, "note" text null, "actor_name" text not null, primary key
        ("account_id", "id"));`);
    this.addSql(`create index "cost_correction_account_id_delivery_line_id_created_at_id_index" on
        "commerce"."cost_correction" ("account_id", "delivery_line_id", "created_at", "id");`);
    this.addSql(`create index "cost_correction_account_id_receiving_order_id_index" on "commerce"."cost_correction"
        ("account_id", "receiving_order_id");`);
    this.addSql(`create index "cost_correction_account_id_created_at_index" on "commerce"."cost_correction"
        ("account_id", "created_at");`);

    this.addSql(`alter table "commerce"."receiving_order" add "freight" numeric(14,2) null;`);
    this.addSql(`alter table "commerce"."receiving_order" add constraint "receiving_order_freight" check (freight >=
        0);`);

    this.addSql(`alter table "commerce"."receiving_order_line" add "corrected_cost" numeric(18,6) null;`);
    this.addSql(`alter table "commerce"."receiving_order_line" add constraint "receiving_order_line_corrected" check
        (corrected_cost >= 0);`);

    this.addSql(`alter table "commerce"."cost_correction" add constraint
        "cost_correction_account_id_receiving_order_id_foreign" foreign key ("account_id",
        "receiving_order_id") references "commerce"."receiving_order" ("account_id", "id") on update no
        action on delete no action;`);
    this.addSql(`alter table "commerce"."cost_correction" add constraint
        "cost_correction_account_id_delivery_line_id_foreign" foreign key ("account_id", "delivery_line_id")
        references "commerce"."delivery_line" ("account_id", "id") on update no action on delete no action;`);
    this.addSql(`alter table "commerce"."cost_correction" add constraint "cost_correction_value" check (value >= 0
        and value = value_before + in_stock + variance);`);
    this.addSql(`alter table "commerce"."cost_correction" add constraint "cost_correction_left" check (quantity_left
        >= 0 and (quantity_left > 0 or variance = 0));`);
    this.addSql(`alter table "commerce"."cost_correction" add constraint "cost_correction_account_id_check" check
        (account_id <> '');`);
    this.addSql(`alter table "commerce"."cost_correction" enable row level security;`);
    this.addSql(`alter table "commerce"."cost_correction" force row level security;`);
    this.addSql(`create policy "cost_correction_account" on "commerce"."cost_correction" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`);
    this.addSql(`create policy "cost_correction_customer" on "commerce"."cost_correction" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`);
  }
}
