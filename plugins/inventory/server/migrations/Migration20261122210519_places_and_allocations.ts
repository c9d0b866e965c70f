import { Migration } from '@mikro-orm/migrations';

export class Migration20261122210519_places_and_allocations extends Migration {
  override name = 'Migration20261122210519_places_and_allocations';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "inventory"."allocation" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "source_type" text not null, "source_id" text collate "C" not null, "line_id" text collate "C" not null, "item_id" text collate "C" not null, "location_id" text collate "C" not null, "lot_id" text collate "C" null, "quantity" numeric(18,6) not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "allocation_account_id_item_id_location_id_index" on "inventory"."allocation" ("account_id", "item_id", "location_id");`,
    );
    this.addSql(
      `create index "allocation_account_id_location_id_index" on "inventory"."allocation" ("account_id", "location_id");`,
    );
    this.addSql(
      `create index "allocation_account_id_lot_id_index" on "inventory"."allocation" ("account_id", "lot_id") where lot_id is not null;`,
    );

    this.addSql(`alter table "inventory"."storage_location" drop constraint "storage_location_default";`);
    this.addSql(
      `alter table "inventory"."storage_location" add "is_promisable" boolean not null default true, add "department_id" text collate "C" null;`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_account_id_department_id_foreign" foreign key ("account_id", "department_id") references "inventory"."department" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `create index "storage_location_account_id_department_id_index" on "inventory"."storage_location" ("account_id", "department_id") where department_id is not null;`,
    );
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_default" check (not is_default or (reservation_state = 'open' and is_promisable and not is_closed));`,
    );

    this.addSql(
      `alter table "inventory"."movement" add "served_type" text null, add "served_id" text collate "C" null, add "served_line_id" text collate "C" null;`,
    );

    this.addSql(`alter table "inventory"."item_position" drop constraint "item_position_closed";`);
    this.addSql(`alter table "inventory"."item_position" drop constraint "item_position_promised";`);
    this.addSql(`alter table "inventory"."item_position" rename column "closed" to "withheld";`);
    // PostgreSQL names these constraints from version 18 on, after the column.
    this.addSql(`
      do $$ begin
        if exists (select from pg_constraint where conname = 'item_position_closed_not_null') then
          alter table inventory.item_position rename constraint item_position_closed_not_null to item_position_withheld_not_null;
        end if;
      end $$;
    `);
    // The owner of the tables sees their rows for once. What lies in reserved places is promised to nobody from now on, as
    // what lies in closed ones already: holds go, then what documents have that are served last. Docks that are empty
    // are not promised from; those that are not stay as they are until somebody says so.
    const tables = ['storage_location', 'item_position', 'balance', 'hold_line', 'demand', 'movement'];
    for (const table of tables) this.addSql(`alter table "inventory"."${table}" no force row level security;`);
    this.addSql(`
      update inventory.storage_location location set is_promisable = false
      where location.type = 'dock' and not location.is_default and not exists (select from inventory.balance balance
        where balance.account_id = location.account_id and balance.location_id = location.id and balance.on_hand > 0);
      create table inventory.withholding as
        select balance.account_id, balance.item_id, balance.owner_id, sum(balance.on_hand - balance.allocated) as quantity
        from inventory.balance balance
        join inventory.storage_location location on location.account_id = balance.account_id and location.id = balance.location_id
        where location.is_closed or location.reservation_state <> 'open' group by 1, 2, 3;
      create table inventory.excess as
        select position.account_id, position.item_id, position.on_hand - withholding.quantity as free
        from inventory.item_position position
        join inventory.withholding on withholding.account_id = position.account_id and withholding.item_id = position.item_id
          and withholding.owner_id = position.owner_id
        where position.held + position.reserved > position.on_hand - withholding.quantity;
      delete from inventory.hold_line line using inventory.excess
        where line.account_id = excess.account_id and line.item_id = excess.item_id;
      update inventory.demand demand set reserved = greatest(queue.free - (queue.upto - queue.reserved), 0)
      from (select demand.account_id, demand.id, demand.reserved, excess.free,
          sum(demand.reserved) over (partition by demand.account_id, demand.item_id order by demand.priority_rank desc,
            demand.promised_on asc nulls last, demand.issued_at, demand.id rows unbounded preceding) as upto
        from inventory.demand demand
        join inventory.excess on excess.account_id = demand.account_id and excess.item_id = demand.item_id) queue
      where demand.account_id = queue.account_id and demand.id = queue.id and queue.upto > queue.free;
      update inventory.item_position position set withheld = withholding.quantity,
        held = case when position.owner_id = position.account_id then coalesce((select sum(line.quantity)
          from inventory.hold_line line
          where line.account_id = position.account_id and line.item_id = position.item_id), 0) else 0 end,
        reserved = case when position.owner_id = position.account_id then coalesce((select sum(demand.reserved)
          from inventory.demand demand
          where demand.account_id = position.account_id and demand.item_id = position.item_id), 0) else 0 end
      from inventory.withholding
      where position.account_id = withholding.account_id and position.item_id = withholding.item_id
        and position.owner_id = withholding.owner_id;
      drop table inventory.excess, inventory.withholding;
      update inventory.movement set served_type = source_type, served_id = source_id,
        served_line_id = coalesce(source_line_id, '')
      where action = 'receive' and source_type is not null;
    `);
    for (const table of tables) this.addSql(`alter table "inventory"."${table}" force row level security;`);
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_withheld" check (withheld >= 0 and withheld <= on_hand);`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_promised" check (held >= 0 and reserved >= 0 and held + reserved <= on_hand - withheld);`,
    );

    this.addSql(`alter table "inventory"."demand" add "allocated" numeric(18,6) not null default '0';`);
    this.addSql(
      `alter table "inventory"."demand" add constraint "demand_allocated" check (allocated >= 0 and allocated <= reserved);`,
    );

    this.addSql(
      `alter table "inventory"."allocation" add constraint "allocation_account_id_item_id_foreign" foreign key ("account_id", "item_id") references "inventory"."item" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."allocation" add constraint "allocation_account_id_location_id_foreign" foreign key ("account_id", "location_id") references "inventory"."storage_location" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "inventory"."allocation" add constraint "allocation_account_id_lot_id_foreign" foreign key ("account_id", "lot_id") references "inventory"."lot" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "inventory"."allocation" add constraint "allocation_quantity" check (quantity > 0);`);
    this.addSql(
      `alter table "inventory"."allocation" add constraint "allocation_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`
      create unique index allocation_line on inventory.allocation
        (account_id, source_type, source_id, line_id, item_id, location_id, lot_id) nulls not distinct;
      create index lot_expiry on inventory.lot (account_id, item_id, expires_on, id) where expires_on is not null;
      create or replace view inventory.v_stock_on_hand with (security_invoker = true) as
        select balance.account_id, balance.id, balance.item_id, balance.owner_id, balance.location_id, location.name as location_name,
          case when location.is_closed then 'closed' when location.is_promisable then location.reservation_state
            else 'reserved' end as reservation_state,
          balance.lot_id, lot.lot_number, balance.on_hand, balance.allocated, balance.updated_at
        from inventory.balance balance
        join inventory.storage_location location on location.account_id = balance.account_id and location.id = balance.location_id
        left join inventory.lot lot on lot.account_id = balance.account_id and lot.id = balance.lot_id;
      create view inventory.v_allocations with (security_invoker = true) as
        select allocation.account_id, allocation.id, allocation.source_type, allocation.source_id, allocation.line_id,
          allocation.item_id, allocation.location_id, location.name as location_name, allocation.lot_id, lot.lot_number,
          allocation.quantity, allocation.created_at
        from inventory.allocation allocation
        join inventory.storage_location location on location.account_id = allocation.account_id
          and location.id = allocation.location_id
        left join inventory.lot lot on lot.account_id = allocation.account_id and lot.id = allocation.lot_id;
      create view inventory.v_locations with (security_invoker = true) as
        with recursive tree as (
          select place.account_id, place.id, array[place.name] as path, place.department_id
          from inventory.storage_location place where place.parent_id is null
          union all
          select place.account_id, place.id, tree.path || place.name, coalesce(place.department_id, tree.department_id)
          from tree join inventory.storage_location place on place.account_id = tree.account_id and place.parent_id = tree.id)
        select location.account_id, location.id, location.name, tree.path, array_to_string(tree.path, ' / ') as full_name,
          location.type, location.reservation_state, location.is_closed, location.is_promisable, tree.department_id,
          department.name as department_name
        from tree
        join inventory.storage_location location on location.account_id = tree.account_id and location.id = tree.id
        left join inventory.department department on department.account_id = tree.account_id
          and department.id = tree.department_id;
    `);
    this.addSql(`alter table "inventory"."allocation" enable row level security;`);
    this.addSql(`alter table "inventory"."allocation" force row level security;`);
    this.addSql(
      `create policy "allocation_account" on "inventory"."allocation" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
  }
}
