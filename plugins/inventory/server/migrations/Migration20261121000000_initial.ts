import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {
  override name = 'Migration20261121000000_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "inventory";`);
    this.addSql(
      `create table "inventory"."unit" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "description" text not null default '', "is_built_in" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "inventory"."unit" add constraint "unit_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(`alter table "inventory"."unit" add constraint "unit_name" check (name <> '');`);
    this.addSql(`alter table "inventory"."unit" add constraint "unit_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "inventory"."unit_group" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "notes" text null, "base_unit_id" text collate "C" not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "unit_group_account_id_base_unit_id_index" on "inventory"."unit_group" ("account_id", "base_unit_id");`,
    );
    this.addSql(
      `alter table "inventory"."unit_group" add constraint "unit_group_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(`alter table "inventory"."unit_group" add constraint "unit_group_name" check (name <> '');`);
    this.addSql(
      `alter table "inventory"."unit_group" add constraint "unit_group_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "inventory"."unit_conversion" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "unit_group_id" text collate "C" not null, "unit_id" text collate "C" not null, "numerator" bigint not null, "denominator" bigint not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "unit_conversion_account_id_unit_id_index" on "inventory"."unit_conversion" ("account_id", "unit_id");`,
    );
    this.addSql(
      `alter table "inventory"."unit_conversion" add constraint "unit_conversion_account_id_unit_group_id_unit_id_unique" unique ("account_id", "unit_group_id", "unit_id");`,
    );
    this.addSql(
      `alter table "inventory"."unit_conversion" add constraint "unit_conversion_factor" check (denominator > 0 and numerator >= denominator);`,
    );
    this.addSql(
      `alter table "inventory"."unit_conversion" add constraint "unit_conversion_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "inventory"."product_line" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "is_commission_exempt" boolean not null default true, "is_freight_exempt" boolean not null default false, "unit_group_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "product_line_account_id_unit_group_id_index" on "inventory"."product_line" ("account_id", "unit_group_id");`,
    );
    this.addSql(
      `alter table "inventory"."product_line" add constraint "product_line_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(`alter table "inventory"."product_line" add constraint "product_line_name" check (name <> '');`);
    this.addSql(
      `alter table "inventory"."product_line" add constraint "product_line_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "inventory"."item" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "type" text not null, "sku" text not null, "description" text not null default '', "manufacturer" text null, "manufacturer_part_number" text null, "notes" text null, "unit_value" numeric(18,6) not null default '0', "unit_cost" numeric(18,6) not null default '0', "default_conversion_id" text collate "C" not null, "start_date" date null, "end_date" date null, "product_type" text null, "product_line_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "item_account_id_type_sku_id_index" on "inventory"."item" ("account_id", "type", "sku", "id");`,
    );
    this.addSql(
      `create index "item_account_id_type_created_at_id_index" on "inventory"."item" ("account_id", "type", "created_at", "id");`,
    );
    this.addSql(
      `create index "item_account_id_default_conversion_id_index" on "inventory"."item" ("account_id", "default_conversion_id");`,
    );
    this.addSql(
      `create index "item_account_id_product_line_id_index" on "inventory"."item" ("account_id", "product_line_id");`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_sku_unique" unique ("account_id", "sku");`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_type" check (type in ('product', 'part', 'material', 'supply'));`,
    );
    this.addSql(`alter table "inventory"."item" add constraint "item_sku" check (sku <> '');`);
    this.addSql(
      `alter table "inventory"."item" add constraint "item_product_type" check ((type = 'product') = (product_type is not null) and product_type in ('sale', 'service', 'shipping', 'credit', 'return', 'tax'));`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_product_line" check (product_line_id is null or type = 'product');`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_value" check (unit_value >= 0 and unit_cost >= 0);`,
    );
    this.addSql(`alter table "inventory"."item" add constraint "item_dates" check (start_date <= end_date);`);
    this.addSql(`alter table "inventory"."item" add constraint "item_account_id_check" check (account_id <> '');`);

    this.addSql(
      `alter table "inventory"."unit_group" add constraint "unit_group_account_id_base_unit_id_foreign" foreign key ("account_id", "base_unit_id") references "inventory"."unit" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "inventory"."unit_conversion" add constraint "unit_conversion_account_id_unit_group_id_foreign" foreign key ("account_id", "unit_group_id") references "inventory"."unit_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."unit_conversion" add constraint "unit_conversion_account_id_unit_id_foreign" foreign key ("account_id", "unit_id") references "inventory"."unit" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "inventory"."product_line" add constraint "product_line_account_id_unit_group_id_foreign" foreign key ("account_id", "unit_group_id") references "inventory"."unit_group" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_default_conversion_id_foreign" foreign key ("account_id", "default_conversion_id") references "inventory"."unit_conversion" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_product_line_id_foreign" foreign key ("account_id", "product_line_id") references "inventory"."product_line" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(`alter table "inventory"."unit" enable row level security;`);
    this.addSql(`alter table "inventory"."unit" force row level security;`);
    this.addSql(
      `create policy "unit_account" on "inventory"."unit" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "inventory"."unit_group" enable row level security;`);
    this.addSql(`alter table "inventory"."unit_group" force row level security;`);
    this.addSql(
      `create policy "unit_group_account" on "inventory"."unit_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "inventory"."unit_conversion" enable row level security;`);
    this.addSql(`alter table "inventory"."unit_conversion" force row level security;`);
    this.addSql(
      `create policy "unit_conversion_account" on "inventory"."unit_conversion" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "inventory"."product_line" enable row level security;`);
    this.addSql(`alter table "inventory"."product_line" force row level security;`);
    this.addSql(
      `create policy "product_line_account" on "inventory"."product_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "inventory"."item" enable row level security;`);
    this.addSql(`alter table "inventory"."item" force row level security;`);
    this.addSql(
      `create policy "item_account" on "inventory"."item" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`
      create view inventory.v_items with (security_invoker = true) as
        select item.account_id, item.id, item.type, item.sku, item.description, item.product_type, item.manufacturer,
          item.manufacturer_part_number, item.unit_value, item.unit_cost, item.product_line_id, line.name as product_line_name,
          coalesce(line.is_commission_exempt, false) as is_commission_exempt, coalesce(line.is_freight_exempt, false) as is_freight_exempt,
          unit_group.id as unit_group_id, unit_group.name as unit_group_name,
          default_unit.id as default_unit_id, default_unit.name as default_unit_name,
          base_unit.id as base_unit_id, base_unit.name as base_unit_name, item.start_date, item.end_date
        from inventory.item item
        join inventory.unit_conversion conversion on conversion.account_id = item.account_id and conversion.id = item.default_conversion_id
        join inventory.unit_group unit_group on unit_group.account_id = item.account_id and unit_group.id = conversion.unit_group_id
        join inventory.unit default_unit on default_unit.account_id = item.account_id and default_unit.id = conversion.unit_id
        join inventory.unit base_unit on base_unit.account_id = item.account_id and base_unit.id = unit_group.base_unit_id
        left join inventory.product_line line on line.account_id = item.account_id and line.id = item.product_line_id;
      create view inventory.v_units with (security_invoker = true) as
        select account_id, id, name, description from inventory.unit;
    `);
  }
}
