import { Migration } from '@mikro-orm/migrations';

export class Migration20261121103545_stock extends Migration {
  override name = 'Migration20261121103545_stock';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "inventory"."department" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "notes" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "inventory"."department" add constraint "department_account_id_name_unique" unique ("account_id", "name");`,
    );

    this.addSql(
      `create table "inventory"."hold" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "actor_id" text collate "C" not null, "actor_name" text not null, "expires_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "hold_account_id_actor_id_index" on "inventory"."hold" ("account_id", "actor_id");`);
    this.addSql(`create index "hold_account_id_expires_at_index" on "inventory"."hold" ("account_id", "expires_at");`);

    this.addSql(
      `create table "inventory"."machine" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "serial_number" text null, "notes" text null, "department_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "machine_account_id_department_id_index" on "inventory"."machine" ("account_id", "department_id");`,
    );
    this.addSql(
      `create index "machine_account_id_name_id_index" on "inventory"."machine" ("account_id", "name", "id");`,
    );
    this.addSql(
      `alter table "inventory"."machine" add constraint "machine_account_id_serial_number_unique" unique ("account_id", "serial_number");`,
    );

    this.addSql(
      `create table "inventory"."product_group" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "notes" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "inventory"."product_group" add constraint "product_group_account_id_name_unique" unique ("account_id", "name");`,
    );

    this.addSql(
      `create table "inventory"."property" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "inventory"."property" add constraint "property_account_id_name_unique" unique ("account_id", "name");`,
    );

    this.addSql(
      `create table "inventory"."product_group_property" ("account_id" text collate "C" not null, "product_group_id" text collate "C" not null, "property_id" text collate "C" not null, "position" int not null default 0, primary key ("account_id", "product_group_id", "property_id"));`,
    );
    this.addSql(
      `create index "product_group_property_account_id_property_id_index" on "inventory"."product_group_property" ("account_id", "property_id");`,
    );

    this.addSql(
      `create table "inventory"."attribute" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "property_id" text collate "C" not null, "name" text not null, "color" text null, "position" int not null default 0, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "inventory"."attribute" add constraint "attribute_account_id_property_id_name_unique" unique ("account_id", "property_id", "name");`,
    );

    this.addSql(
      `create table "inventory"."storage_location" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "type" text not null, "parent_id" text collate "C" null, "reservation_state" text not null default 'open', "holder_id" text collate "C" null, "notes" text null, "is_default" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "storage_location_account_id_parent_id_name_id_index" on "inventory"."storage_location" ("account_id", "parent_id", "name", "id");`,
    );
    this.addSql(
      `create index "storage_location_account_id_holder_id_index" on "inventory"."storage_location" ("account_id", "holder_id");`,
    );

    this.addSql(
      `create table "inventory"."category" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "type" text not null, "name" text not null, "notes" text null, "unit_group_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "category_account_id_unit_group_id_index" on "inventory"."category" ("account_id", "unit_group_id");`,
    );
    this.addSql(
      `alter table "inventory"."category" add constraint "category_account_id_type_name_unique" unique ("account_id", "type", "name");`,
    );

    this.addSql(
      `create table "inventory"."supply" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "item_id" text collate "C" not null, "source_type" text not null, "source_id" text collate "C" not null, "source_number" text not null, "line_id" text collate "C" not null default '', "measure" numeric(18,6) not null, "unit_id" text collate "C" not null, "quantity" numeric(18,6) not null, "received" numeric(18,6) not null default '0', "due_on" date not null, "unit_cost" numeric(18,6) null, "location_id" text collate "C" null, "note" text null, "closed_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "supply_account_id_item_id_due_on_id_index" on "inventory"."supply" ("account_id", "item_id", "due_on", "id");`,
    );
    this.addSql(
      `create index "supply_account_id_due_on_id_index" on "inventory"."supply" ("account_id", "due_on", "id");`,
    );
    this.addSql(`create index "supply_account_id_unit_id_index" on "inventory"."supply" ("account_id", "unit_id");`);
    this.addSql(
      `create index "supply_account_id_location_id_index" on "inventory"."supply" ("account_id", "location_id");`,
    );
    this.addSql(
      `alter table "inventory"."supply" add constraint "supply_account_id_source_type_source_id_line_id_unique" unique ("account_id", "source_type", "source_id", "line_id");`,
    );

    this.addSql(
      `create table "inventory"."lot" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "item_id" text collate "C" not null, "lot_number" text not null, "expires_on" date null, "notes" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "lot_account_id_lot_number_id_index" on "inventory"."lot" ("account_id", "lot_number", "id");`,
    );
    this.addSql(
      `alter table "inventory"."lot" add constraint "lot_account_id_item_id_lot_number_unique" unique ("account_id", "item_id", "lot_number");`,
    );

    this.addSql(
      `create table "inventory"."movement" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "operation_id" text collate "C" not null, "action" text not null, "item_id" text collate "C" not null, "owner_id" text collate "C" not null, "location_id" text collate "C" not null, "lot_id" text collate "C" null, "quantity" numeric(18,6) not null, "measure" numeric(18,6) not null, "unit_id" text collate "C" not null, "unit_cost" numeric(18,6) not null, "source_type" text null, "source_id" text collate "C" null, "source_line_id" text collate "C" null, "reason" text null, "member_id" text collate "C" null, "actor_name" text not null, "scanning_station_id" text collate "C" null, "scanning_station_name" text null, "reverses_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "movement_account_id_created_at_id_index" on "inventory"."movement" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "movement_account_id_item_id_created_at_id_index" on "inventory"."movement" ("account_id", "item_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "movement_account_id_operation_id_index" on "inventory"."movement" ("account_id", "operation_id");`,
    );
    this.addSql(
      `create index "movement_account_id_source_type_source_id_index" on "inventory"."movement" ("account_id", "source_type", "source_id");`,
    );
    this.addSql(
      `create index "movement_account_id_location_id_index" on "inventory"."movement" ("account_id", "location_id");`,
    );
    this.addSql(`create index "movement_account_id_lot_id_index" on "inventory"."movement" ("account_id", "lot_id");`);
    this.addSql(
      `create index "movement_account_id_owner_id_index" on "inventory"."movement" ("account_id", "owner_id");`,
    );
    this.addSql(
      `create index "movement_account_id_unit_id_index" on "inventory"."movement" ("account_id", "unit_id");`,
    );
    this.addSql(
      `create index "movement_account_id_member_id_index" on "inventory"."movement" ("account_id", "member_id");`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_reverses_id_unique" unique ("account_id", "reverses_id");`,
    );

    this.addSql(
      `create table "inventory"."item_position" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "item_id" text collate "C" not null, "owner_id" text collate "C" not null, "on_hand" numeric(18,6) not null default '0', "closed" numeric(18,6) not null default '0', "held" numeric(18,6) not null default '0', "reserved" numeric(18,6) not null default '0', "demanded" numeric(18,6) not null default '0', "holds_expire_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "item_position_account_id_owner_id_item_id_index" on "inventory"."item_position" ("account_id", "owner_id", "item_id");`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_account_id_item_id_owner_id_unique" unique ("account_id", "item_id", "owner_id");`,
    );

    this.addSql(
      `create table "inventory"."item_attribute" ("account_id" text collate "C" not null, "item_id" text collate "C" not null, "property_id" text collate "C" not null, "attribute_id" text collate "C" not null, primary key ("account_id", "item_id", "property_id"));`,
    );
    this.addSql(
      `create index "item_attribute_account_id_attribute_id_item_id_index" on "inventory"."item_attribute" ("account_id", "attribute_id", "item_id");`,
    );
    this.addSql(
      `create index "item_attribute_account_id_property_id_index" on "inventory"."item_attribute" ("account_id", "property_id");`,
    );

    this.addSql(
      `create table "inventory"."hold_line" ("account_id" text collate "C" not null, "hold_id" text collate "C" not null, "item_id" text collate "C" not null, "wanted" numeric(18,6) not null, "quantity" numeric(18,6) not null, "expires_at" timestamptz not null, primary key ("account_id", "hold_id", "item_id"));`,
    );
    this.addSql(
      `create index "hold_line_account_id_item_id_expires_at_index" on "inventory"."hold_line" ("account_id", "item_id", "expires_at");`,
    );

    this.addSql(
      `create table "inventory"."demand" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "item_id" text collate "C" not null, "source_type" text not null, "source_id" text collate "C" not null, "source_number" text not null, "line_id" text collate "C" not null, "customer_id" text collate "C" null, "quantity" numeric(18,6) not null, "reserved" numeric(18,6) not null default '0', "priority_rank" int not null default 0, "promised_on" date null, "issued_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "demand_account_id_item_id_index" on "inventory"."demand" ("account_id", "item_id");`);
    this.addSql(
      `create index "demand_account_id_customer_id_index" on "inventory"."demand" ("account_id", "customer_id");`,
    );
    this.addSql(
      `alter table "inventory"."demand" add constraint "demand_account_id_source_type_source_id_line_id_unique" unique ("account_id", "source_type", "source_id", "line_id");`,
    );

    this.addSql(
      `create table "inventory"."cost_layer" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "item_id" text collate "C" not null, "owner_id" text collate "C" not null, "location_id" text collate "C" not null, "lot_id" text collate "C" null, "received_at" timestamptz not null, "quantity" numeric(18,6) not null, "remaining" numeric(18,6) not null, "unit_cost" numeric(18,6) not null, "reference" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "cost_layer_account_id_item_id_owner_id_received_at_id_index" on "inventory"."cost_layer" ("account_id", "item_id", "owner_id", "received_at", "id");`,
    );
    this.addSql(
      `create index "cost_layer_account_id_location_id_index" on "inventory"."cost_layer" ("account_id", "location_id");`,
    );
    this.addSql(
      `create index "cost_layer_account_id_lot_id_index" on "inventory"."cost_layer" ("account_id", "lot_id");`,
    );
    this.addSql(
      `create index "cost_layer_account_id_owner_id_item_id_index" on "inventory"."cost_layer" ("account_id", "owner_id", "item_id");`,
    );

    this.addSql(
      `create table "inventory"."movement_layer" ("account_id" text collate "C" not null, "movement_id" text collate "C" not null, "layer_id" text collate "C" not null, "quantity" numeric(18,6) not null, primary key ("account_id", "movement_id", "layer_id"));`,
    );
    this.addSql(
      `create index "movement_layer_account_id_layer_id_index" on "inventory"."movement_layer" ("account_id", "layer_id");`,
    );

    this.addSql(
      `create table "inventory"."balance" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "item_id" text collate "C" not null, "owner_id" text collate "C" not null, "location_id" text collate "C" not null, "lot_id" text collate "C" null, "on_hand" numeric(18,6) not null default '0', "allocated" numeric(18,6) not null default '0', primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "balance_account_id_location_id_item_id_index" on "inventory"."balance" ("account_id", "location_id", "item_id");`,
    );
    this.addSql(`create index "balance_account_id_lot_id_index" on "inventory"."balance" ("account_id", "lot_id");`);
    this.addSql(
      `create index "balance_account_id_owner_id_item_id_index" on "inventory"."balance" ("account_id", "owner_id", "item_id");`,
    );

    this.addSql(
      `create table "inventory"."category_property" ("account_id" text collate "C" not null, "category_id" text collate "C" not null, "property_id" text collate "C" not null, primary key ("account_id", "category_id", "property_id"));`,
    );
    this.addSql(
      `create index "category_property_account_id_property_id_index" on "inventory"."category_property" ("account_id", "property_id");`,
    );

    this.addSql(`alter table "inventory"."item" drop constraint "item_product_line";`);
    this.addSql(
      `alter table "inventory"."item" add "product_group_id" text collate "C" null, add "category_id" text collate "C" null, add "order_point" numeric(18,6) null, add "order_point_unit_id" text collate "C" null, add "base_order_point" numeric(18,6) null, add "lead_time" numeric(18,6) null, add "lead_time_unit_id" text collate "C" null, add "base_lead_time" numeric(18,6) null;`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_product_group_id_foreign" foreign key ("account_id", "product_group_id") references "inventory"."product_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_category_id_foreign" foreign key ("account_id", "category_id") references "inventory"."category" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_order_point_unit_id_foreign" foreign key ("account_id", "order_point_unit_id") references "inventory"."unit" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_lead_time_unit_id_foreign" foreign key ("account_id", "lead_time_unit_id") references "inventory"."unit" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `create index "item_account_id_product_group_id_index" on "inventory"."item" ("account_id", "product_group_id") where product_group_id is not null;`,
    );
    this.addSql(
      `create index "item_account_id_category_id_sku_id_index" on "inventory"."item" ("account_id", "category_id", "sku", "id");`,
    );
    this.addSql(
      `create index "item_account_id_order_point_unit_id_index" on "inventory"."item" ("account_id", "order_point_unit_id") where order_point_unit_id is not null;`,
    );
    this.addSql(
      `create index "item_account_id_lead_time_unit_id_index" on "inventory"."item" ("account_id", "lead_time_unit_id") where lead_time_unit_id is not null;`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_order_point" check (num_nulls(order_point, order_point_unit_id, base_order_point) in (0, 3) and order_point >= 0 and base_order_point >= 0);`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_lead_time" check (num_nulls(lead_time, lead_time_unit_id, base_lead_time) in (0, 3) and lead_time >= 0 and base_lead_time >= 0);`,
    );
    this.addSql(
      `alter table "inventory"."item" add constraint "item_product_line" check ((product_line_id is null and product_group_id is null) or type = 'product');`,
    );

    this.addSql(`alter table "inventory"."department" add constraint "department_name" check (name <> '');`);
    this.addSql(
      `alter table "inventory"."department" add constraint "department_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."department" enable row level security;`);
    this.addSql(`alter table "inventory"."department" force row level security;`);
    this.addSql(
      `create policy "department_account" on "inventory"."department" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(`alter table "inventory"."hold" add constraint "hold_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "inventory"."hold" enable row level security;`);
    this.addSql(`alter table "inventory"."hold" force row level security;`);
    this.addSql(
      `create policy "hold_account" on "inventory"."hold" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."machine" add constraint "machine_account_id_department_id_foreign" foreign key ("account_id", "department_id") references "inventory"."department" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."machine" add constraint "machine_name" check (name <> '' and serial_number <> '');`,
    );
    this.addSql(
      `alter table "inventory"."machine" add constraint "machine_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."machine" enable row level security;`);
    this.addSql(`alter table "inventory"."machine" force row level security;`);
    this.addSql(
      `create policy "machine_account" on "inventory"."machine" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(`alter table "inventory"."product_group" add constraint "product_group_name" check (name <> '');`);
    this.addSql(
      `alter table "inventory"."product_group" add constraint "product_group_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."product_group" enable row level security;`);
    this.addSql(`alter table "inventory"."product_group" force row level security;`);
    this.addSql(
      `create policy "product_group_account" on "inventory"."product_group" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(`alter table "inventory"."property" add constraint "property_name" check (name <> '');`);
    this.addSql(
      `alter table "inventory"."property" add constraint "property_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."property" enable row level security;`);
    this.addSql(`alter table "inventory"."property" force row level security;`);
    this.addSql(
      `create policy "property_account" on "inventory"."property" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."product_group_property" add constraint "product_group_property_account_id_product_group_id_foreign" foreign key ("account_id", "product_group_id") references "inventory"."product_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."product_group_property" add constraint "product_group_property_account_id_property_id_foreign" foreign key ("account_id", "property_id") references "inventory"."property" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."product_group_property" add constraint "product_group_property_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."product_group_property" enable row level security;`);
    this.addSql(`alter table "inventory"."product_group_property" force row level security;`);
    this.addSql(
      `create policy "product_group_property_account" on "inventory"."product_group_property" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."attribute" add constraint "attribute_account_id_property_id_foreign" foreign key ("account_id", "property_id") references "inventory"."property" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "inventory"."attribute" add constraint "attribute_name" check (name <> '');`);
    this.addSql(`alter table "inventory"."attribute" add constraint "attribute_position" check (position >= -1);`);
    this.addSql(
      `alter table "inventory"."attribute" add constraint "attribute_color" check (color ~ '^#[0-9a-f]{6}$');`,
    );
    this.addSql(
      `alter table "inventory"."attribute" add constraint "attribute_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."attribute" enable row level security;`);
    this.addSql(`alter table "inventory"."attribute" force row level security;`);
    this.addSql(
      `create policy "attribute_account" on "inventory"."attribute" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_account_id_parent_id_foreign" foreign key ("account_id", "parent_id") references "inventory"."storage_location" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_account_id_holder_id_foreign" foreign key ("account_id", "holder_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_name" check (name <> '');`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_parent" check (parent_id <> id);`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_state" check (reservation_state in ('open', 'reserved', 'closed'));`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_default" check (not is_default or reservation_state = 'open');`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."storage_location" enable row level security;`);
    this.addSql(`alter table "inventory"."storage_location" force row level security;`);
    this.addSql(
      `create policy "storage_location_account" on "inventory"."storage_location" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."category" add constraint "category_account_id_unit_group_id_foreign" foreign key ("account_id", "unit_group_id") references "inventory"."unit_group" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "inventory"."category" add constraint "category_name" check (name <> '');`);
    this.addSql(
      `alter table "inventory"."category" add constraint "category_type" check (type in ('product', 'material'));`,
    );
    this.addSql(
      `alter table "inventory"."category" add constraint "category_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."category" enable row level security;`);
    this.addSql(`alter table "inventory"."category" force row level security;`);
    this.addSql(
      `create policy "category_account" on "inventory"."category" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."supply" add constraint "supply_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."supply" add constraint "supply_account_id_unit_id_foreign" foreign key ("account_id", "unit_id") references "inventory"."unit" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."supply" add constraint "supply_account_id_location_id_foreign" foreign key ("account_id", "location_id") references "inventory"."storage_location" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."supply" add constraint "supply_quantity" check (quantity > 0 and measure > 0 and received >= 0);`,
    );
    this.addSql(`alter table "inventory"."supply" add constraint "supply_cost" check (unit_cost >= 0);`);
    this.addSql(`alter table "inventory"."supply" add constraint "supply_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "inventory"."supply" enable row level security;`);
    this.addSql(`alter table "inventory"."supply" force row level security;`);
    this.addSql(
      `create policy "supply_account" on "inventory"."supply" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."lot" add constraint "lot_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."lot" add constraint "lot_number" check (lot_number <> '' and (lot_number ~ '^[A-Za-z]' or length(lot_number) >= 6));`,
    );
    this.addSql(`alter table "inventory"."lot" add constraint "lot_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "inventory"."lot" enable row level security;`);
    this.addSql(`alter table "inventory"."lot" force row level security;`);
    this.addSql(
      `create policy "lot_account" on "inventory"."lot" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_owner_id_foreign" foreign key ("account_id", "owner_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_location_id_foreign" foreign key ("account_id", "location_id") references "inventory"."storage_location" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_lot_id_foreign" foreign key ("account_id", "lot_id") references "inventory"."lot" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_unit_id_foreign" foreign key ("account_id", "unit_id") references "inventory"."unit" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_member_id_foreign" foreign key ("account_id", "member_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_reverses_id_foreign" foreign key ("account_id", "reverses_id") references "inventory"."movement" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_quantity" check (quantity <> 0 and sign(quantity) = sign(measure));`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_action" check (action in ('receive', 'adjust', 'count', 'move', 'consume', 'produce', 'ship', 'return', 'void'));`,
    );
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_void" check ((action = 'void') = (reverses_id is not null));`,
    );
    this.addSql(`alter table "inventory"."movement" add constraint "movement_cost" check (unit_cost >= 0);`);
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."movement" enable row level security;`);
    this.addSql(`alter table "inventory"."movement" force row level security;`);
    this.addSql(
      `create policy "movement_account" on "inventory"."movement" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_account_id_owner_id_foreign" foreign key ("account_id", "owner_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_closed" check (closed >= 0 and closed <= on_hand);`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_promised" check (held >= 0 and reserved >= 0 and held + reserved <= on_hand - closed);`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_demanded" check (reserved <= demanded);`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."item_position" enable row level security;`);
    this.addSql(`alter table "inventory"."item_position" force row level security;`);
    this.addSql(
      `create policy "item_position_account" on "inventory"."item_position" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."item_attribute" add constraint "item_attribute_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item_attribute" add constraint "item_attribute_account_id_property_id_foreign" foreign key ("account_id", "property_id") references "inventory"."property" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item_attribute" add constraint "item_attribute_account_id_attribute_id_foreign" foreign key ("account_id", "attribute_id") references "inventory"."attribute" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."item_attribute" add constraint "item_attribute_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."item_attribute" enable row level security;`);
    this.addSql(`alter table "inventory"."item_attribute" force row level security;`);
    this.addSql(
      `create policy "item_attribute_account" on "inventory"."item_attribute" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."hold_line" add constraint "hold_line_account_id_hold_id_foreign" foreign key ("account_id", "hold_id") references "inventory"."hold" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."hold_line" add constraint "hold_line_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."hold_line" add constraint "hold_line_quantity" check (wanted > 0 and quantity >= 0 and quantity <= wanted);`,
    );
    this.addSql(
      `alter table "inventory"."hold_line" add constraint "hold_line_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."hold_line" enable row level security;`);
    this.addSql(`alter table "inventory"."hold_line" force row level security;`);
    this.addSql(
      `create policy "hold_line_account" on "inventory"."hold_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."demand" add constraint "demand_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."demand" add constraint "demand_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."demand" add constraint "demand_reserved" check (quantity > 0 and reserved >= 0 and reserved <= quantity);`,
    );
    this.addSql(`alter table "inventory"."demand" add constraint "demand_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "inventory"."demand" enable row level security;`);
    this.addSql(`alter table "inventory"."demand" force row level security;`);
    this.addSql(
      `create policy "demand_account" on "inventory"."demand" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_account_id_owner_id_foreign" foreign key ("account_id", "owner_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_account_id_location_id_foreign" foreign key ("account_id", "location_id") references "inventory"."storage_location" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_account_id_lot_id_foreign" foreign key ("account_id", "lot_id") references "inventory"."lot" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_remaining" check (remaining >= 0 and remaining <= quantity);`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_quantity" check (quantity > 0 and unit_cost >= 0);`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."cost_layer" enable row level security;`);
    this.addSql(`alter table "inventory"."cost_layer" force row level security;`);
    this.addSql(
      `create policy "cost_layer_account" on "inventory"."cost_layer" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."movement_layer" add constraint "movement_layer_account_id_movement_id_foreign" foreign key ("account_id", "movement_id") references "inventory"."movement" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement_layer" add constraint "movement_layer_account_id_layer_id_foreign" foreign key ("account_id", "layer_id") references "inventory"."cost_layer" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."movement_layer" add constraint "movement_layer_quantity" check (quantity <> 0);`,
    );
    this.addSql(
      `alter table "inventory"."movement_layer" add constraint "movement_layer_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."movement_layer" enable row level security;`);
    this.addSql(`alter table "inventory"."movement_layer" force row level security;`);
    this.addSql(
      `create policy "movement_layer_account" on "inventory"."movement_layer" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."balance" add constraint "balance_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."balance" add constraint "balance_account_id_owner_id_foreign" foreign key ("account_id", "owner_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."balance" add constraint "balance_account_id_location_id_foreign" foreign key ("account_id", "location_id") references "inventory"."storage_location" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."balance" add constraint "balance_account_id_lot_id_foreign" foreign key ("account_id", "lot_id") references "inventory"."lot" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."balance" add constraint "balance_allocated" check (allocated >= 0 and allocated <= on_hand);`,
    );
    this.addSql(
      `alter table "inventory"."balance" add constraint "balance_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."balance" enable row level security;`);
    this.addSql(`alter table "inventory"."balance" force row level security;`);
    this.addSql(
      `create policy "balance_account" on "inventory"."balance" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "inventory"."category_property" add constraint "category_property_account_id_category_id_foreign" foreign key ("account_id", "category_id") references "inventory"."category" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."category_property" add constraint "category_property_account_id_property_id_foreign" foreign key ("account_id", "property_id") references "inventory"."property" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."category_property" add constraint "category_property_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."category_property" enable row level security;`);
    this.addSql(`alter table "inventory"."category_property" force row level security;`);
    this.addSql(
      `create policy "category_property_account" on "inventory"."category_property" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`
      create view inventory.v_demands with (security_invoker = true) as
        select demand.account_id, demand.id, demand.source_type, demand.source_id, demand.source_number, demand.line_id, demand.item_id,
          demand.customer_id, demand.quantity, demand.reserved, demand.quantity - demand.reserved as short, demand.priority_rank,
          demand.promised_on, demand.issued_at,
          case when demand.reserved < demand.quantity then (
            select min(coming.due_on)
            from (select supply.due_on, sum(greatest(supply.quantity - supply.received, 0)) over (order by supply.due_on, supply.id) as upto
              from inventory.supply
              where supply.account_id = demand.account_id and supply.item_id = demand.item_id and supply.closed_at is null) coming
            where coming.upto >= (select sum(ahead.quantity - ahead.reserved) from inventory.demand ahead
              where ahead.account_id = demand.account_id and ahead.item_id = demand.item_id and ahead.reserved < ahead.quantity
                and (- ahead.priority_rank, coalesce(ahead.promised_on, 'infinity'), ahead.issued_at, ahead.id)
                  <= (- demand.priority_rank, coalesce(demand.promised_on, 'infinity'), demand.issued_at, demand.id))) end as first_on
        from inventory.demand;
      create or replace view inventory.v_items with (security_invoker = true) as
        select item.account_id, item.id, item.type, item.sku, item.description, item.product_type, item.manufacturer,
          item.manufacturer_part_number, item.unit_value, item.unit_cost, item.product_line_id, line.name as product_line_name,
          coalesce(line.is_commission_exempt, false) as is_commission_exempt, coalesce(line.is_freight_exempt, false) as is_freight_exempt,
          unit_group.id as unit_group_id, unit_group.name as unit_group_name,
          default_unit.id as default_unit_id, default_unit.name as default_unit_name,
          base_unit.id as base_unit_id, base_unit.name as base_unit_name, item.start_date, item.end_date,
          item.category_id, category.name as category_name, item.product_group_id, item.base_order_point, item.base_lead_time
        from inventory.item item
        join inventory.unit_conversion conversion on conversion.account_id = item.account_id and conversion.id = item.default_conversion_id
        join inventory.unit_group unit_group on unit_group.account_id = item.account_id and unit_group.id = conversion.unit_group_id
        join inventory.unit default_unit on default_unit.account_id = item.account_id and default_unit.id = conversion.unit_id
        join inventory.unit base_unit on base_unit.account_id = item.account_id and base_unit.id = unit_group.base_unit_id
        left join inventory.product_line line on line.account_id = item.account_id and line.id = item.product_line_id
        left join inventory.category category on category.account_id = item.account_id and category.id = item.category_id;
      create view inventory.v_stock_on_hand with (security_invoker = true) as
        select balance.account_id, balance.id, balance.item_id, balance.owner_id, balance.location_id, location.name as location_name,
          location.reservation_state, balance.lot_id, lot.lot_number, balance.on_hand, balance.allocated, balance.updated_at
        from inventory.balance balance
        join inventory.storage_location location on location.account_id = balance.account_id and location.id = balance.location_id
        left join inventory.lot lot on lot.account_id = balance.account_id and lot.id = balance.lot_id;
      create view inventory.v_movements with (security_invoker = true) as
        select movement.account_id, movement.id, movement.created_at, movement.operation_id, movement.action, movement.item_id,
          movement.owner_id, movement.location_id, location.name as location_name, movement.lot_id, lot.lot_number, movement.quantity,
          movement.unit_cost, movement.source_type, movement.source_id, movement.source_line_id, movement.reason, movement.member_id,
          movement.actor_name, movement.scanning_station_id, movement.reverses_id
        from inventory.movement movement
        join inventory.storage_location location on location.account_id = movement.account_id and location.id = movement.location_id
        left join inventory.lot lot on lot.account_id = movement.account_id and lot.id = movement.lot_id;
      create view inventory.v_receipts with (security_invoker = true) as
        select layer.account_id, layer.id, layer.item_id, layer.owner_id, layer.location_id, location.name as location_name, layer.lot_id,
          lot.lot_number, layer.received_at, layer.quantity, layer.remaining, layer.unit_cost, layer.reference, layer.created_at
        from inventory.cost_layer layer
        join inventory.storage_location location on location.account_id = layer.account_id and location.id = layer.location_id
        left join inventory.lot lot on lot.account_id = layer.account_id and lot.id = layer.lot_id;
      create unique index balance_place on inventory.balance (account_id, item_id, owner_id, location_id, lot_id) nulls not distinct;
      create unique index storage_location_name_in_parent on inventory.storage_location (account_id, parent_id, name) nulls not distinct;
      create unique index storage_location_default on inventory.storage_location (account_id) where is_default;
      create index cost_layer_left on inventory.cost_layer (account_id, item_id, owner_id, location_id, received_at, id) where remaining > 0;
      create index demand_short on inventory.demand (account_id, item_id, priority_rank desc, promised_on, issued_at, id) where reserved < quantity;
      create index supply_open on inventory.supply (account_id, item_id, due_on, id) where closed_at is null;
    `);
  }
}
