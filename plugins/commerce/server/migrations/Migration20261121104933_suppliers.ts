import { Migration } from '@mikro-orm/migrations';

export class Migration20261121104933_suppliers extends Migration {
  override name = 'Migration20261121104933_suppliers';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."retired_supplier_number" ("account_id" text collate "C" not null, "number" text collate "C" not null, "supplier_id" text collate "C" not null, "deleted_at" timestamptz not null, primary key ("account_id", "number"));`,
    );

    this.addSql(
      `create table "commerce"."supplier" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "name" text not null, "note" text null, "url" text null, "email" text null, "phone" text null, "is_active" boolean not null default true, "address_id" text collate "C" null, "default_payment_term_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "supplier_account_id_name_id_index" on "commerce"."supplier" ("account_id", "name", "id");`,
    );
    this.addSql(
      `create index "supplier_account_id_created_at_id_index" on "commerce"."supplier" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "supplier_account_id_address_id_index" on "commerce"."supplier" ("account_id", "address_id");`,
    );
    this.addSql(
      `create index "supplier_account_id_default_payment_term_id_index" on "commerce"."supplier" ("account_id", "default_payment_term_id");`,
    );
    this.addSql(
      `alter table "commerce"."supplier" add constraint "supplier_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `create table "commerce"."supplier_material" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "supplier_id" text collate "C" not null, "item_id" text collate "C" not null, "supplier_part_number" text null, "supplier_description" text null, "is_active" boolean not null default true, "unit_id" text collate "C" not null, "unit_price" numeric(18,6) null, "lead_time_days" int null, "minimum_order_quantity" numeric(18,6) null, "last_cost" numeric(18,6) null, "last_purchased_on" date null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "supplier_material_account_id_item_id_index" on "commerce"."supplier_material" ("account_id", "item_id");`,
    );
    this.addSql(
      `alter table "commerce"."supplier_material" add constraint "supplier_material_account_id_supplier_id_item_id_unique" unique ("account_id", "supplier_id", "item_id");`,
    );

    this.addSql(
      `alter table "commerce"."retired_supplier_number" add constraint "retired_supplier_number_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."retired_supplier_number" enable row level security;`);
    this.addSql(`alter table "commerce"."retired_supplier_number" force row level security;`);
    this.addSql(
      `create policy "retired_supplier_number_account" on "commerce"."retired_supplier_number" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "commerce"."supplier" add constraint "supplier_account_id_address_id_foreign" foreign key ("account_id", "address_id") references "core"."party_address" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."supplier" add constraint "supplier_account_id_default_payment_term_id_foreign" foreign key ("account_id", "default_payment_term_id") references "commerce"."payment_term" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."supplier" add constraint "supplier_text" check (number <> '' and name <> '');`,
    );
    this.addSql(
      `alter table "commerce"."supplier" add constraint "supplier_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."supplier" enable row level security;`);
    this.addSql(`alter table "commerce"."supplier" force row level security;`);
    this.addSql(
      `create policy "supplier_account" on "commerce"."supplier" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "commerce"."supplier_material" add constraint "supplier_material_account_id_supplier_id_foreign" foreign key ("account_id", "supplier_id") references "commerce"."supplier" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."supplier_material" add constraint "supplier_material_prices" check (unit_price >= 0 and last_cost >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."supplier_material" add constraint "supplier_material_lead_time" check (lead_time_days >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."supplier_material" add constraint "supplier_material_minimum" check (minimum_order_quantity > 0);`,
    );
    this.addSql(
      `alter table "commerce"."supplier_material" add constraint "supplier_material_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."supplier_material" enable row level security;`);
    this.addSql(`alter table "commerce"."supplier_material" force row level security;`);
    this.addSql(
      `create policy "supplier_material_account" on "commerce"."supplier_material" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`
      -- Orders that were issued before there was stock want what their sale lines have open; nothing is set aside for them yet.
      alter table commerce.sales_order no force row level security;
      alter table commerce.sales_order_line no force row level security;
      alter table commerce.priority no force row level security;
      alter table inventory.item_position no force row level security;
      alter table inventory.demand no force row level security;
      insert into inventory.item_position (account_id, id, created_at, updated_at, version, item_id, owner_id, on_hand, held, reserved, demanded)
        select line.account_id, 'pos_' || substr(min(line.id), 5), now(), now(), 1, line.item_id, line.account_id, 0, 0, 0,
          sum(line.base_quantity - line.quantity_shipped)
        from commerce.sales_order sold
        join commerce.sales_order_line line on line.account_id = sold.account_id and line.order_id = sold.id
        where sold.status = 'issued' and sold.deleted_at is null and line.product_type = 'sale' and line.base_quantity > line.quantity_shipped
        group by line.account_id, line.item_id
        on conflict (account_id, item_id, owner_id) do update set demanded = excluded.demanded;
      insert into inventory.demand (account_id, id, created_at, updated_at, version, item_id, source_type, source_id, source_number, line_id,
          customer_id, quantity, reserved, priority_rank, promised_on, issued_at)
        select line.account_id, 'dem_' || substr(line.id, 5), now(), now(), 1, line.item_id, 'sales_order', sold.id, sold.number, line.id,
          sold.customer_id, line.base_quantity - line.quantity_shipped, 0, coalesce(priority.rank, 2), sold.promised_at, sold.issued_at
        from commerce.sales_order sold
        join commerce.sales_order_line line on line.account_id = sold.account_id and line.order_id = sold.id
        left join commerce.priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
        where sold.status = 'issued' and sold.deleted_at is null and line.product_type = 'sale' and line.base_quantity > line.quantity_shipped;
      alter table commerce.sales_order force row level security;
      alter table commerce.sales_order_line force row level security;
      alter table commerce.priority force row level security;
      alter table inventory.item_position force row level security;
      alter table inventory.demand force row level security;
      -- A supplier is its party: the key column itself refers to core.
      alter table commerce.supplier add constraint supplier_id_foreign foreign key (account_id, id) references core.party (account_id, id);
    `);
  }
}
