import { Migration } from '@mikro-orm/migrations';

export class Migration20261122175522_closed_places_and_portal_holds extends Migration {
  override name = 'Migration20261122175522_closed_places_and_portal_holds';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "inventory"."customer_holding" ("account_id" text collate "C" not null, "customer_id" text collate "C" not null, "since" timestamptz not null, "until" timestamptz not null, primary key ("account_id", "customer_id"));`,
    );

    this.addSql(`alter table "inventory"."hold" add "customer_id" text collate "C" null;`);
    this.addSql(
      `create index "hold_account_id_customer_id_index" on "inventory"."hold" ("account_id", "customer_id") where customer_id is not null;`,
    );

    this.addSql(`alter table "inventory"."storage_location" drop constraint "storage_location_default";`);
    this.addSql(`alter table "inventory"."storage_location" add "is_closed" boolean not null default false;`);
    // The owner of the tables sees their rows for once: what lies inside closed places is closed, in all
    // accounts, and promised to nobody: holds go, then what documents have that are served last.
    const tables = ['storage_location', 'item_position', 'balance', 'cost_layer', 'hold_line', 'demand'];
    for (const table of tables) this.addSql(`alter table "inventory"."${table}" no force row level security;`);
    this.addSql(`
      with recursive inside (account_id, id) as (
        select account_id, id from inventory.storage_location where reservation_state = 'closed'
        union
        select place.account_id, place.id from inside
        join inventory.storage_location place on place.account_id = inside.account_id and place.parent_id = inside.id)
      update inventory.storage_location place set is_closed = true from inside
      where place.account_id = inside.account_id and place.id = inside.id and not place.is_default;
      create table inventory.closing as
        select balance.account_id, balance.item_id, balance.owner_id, sum(balance.on_hand) as quantity
        from inventory.balance balance
        join inventory.storage_location location on location.account_id = balance.account_id and location.id = balance.location_id
        where location.is_closed group by 1, 2, 3;
      create table inventory.excess as
        select position.account_id, position.item_id, position.on_hand - closing.quantity as free
        from inventory.item_position position
        join inventory.closing on closing.account_id = position.account_id and closing.item_id = position.item_id
          and closing.owner_id = position.owner_id
        where position.held + position.reserved > position.on_hand - closing.quantity;
      delete from inventory.hold_line line using inventory.excess
        where line.account_id = excess.account_id and line.item_id = excess.item_id;
      update inventory.demand demand set reserved = greatest(queue.free - (queue.upto - queue.reserved), 0)
      from (select demand.account_id, demand.id, demand.reserved, excess.free,
          sum(demand.reserved) over (partition by demand.account_id, demand.item_id order by demand.priority_rank desc,
            demand.promised_on asc nulls last, demand.issued_at, demand.id rows unbounded preceding) as upto
        from inventory.demand demand
        join inventory.excess on excess.account_id = demand.account_id and excess.item_id = demand.item_id) queue
      where demand.account_id = queue.account_id and demand.id = queue.id and queue.upto > queue.free;
      update inventory.item_position position set closed = closing.quantity,
        held = case when position.owner_id = position.account_id then coalesce((select sum(line.quantity)
          from inventory.hold_line line
          where line.account_id = position.account_id and line.item_id = position.item_id), 0) else 0 end,
        reserved = case when position.owner_id = position.account_id then coalesce((select sum(demand.reserved)
          from inventory.demand demand
          where demand.account_id = position.account_id and demand.item_id = position.item_id), 0) else 0 end
      from inventory.closing
      where position.account_id = closing.account_id and position.item_id = closing.item_id
        and position.owner_id = closing.owner_id;
      drop table inventory.excess, inventory.closing;
      update inventory.cost_layer set received_at = created_at where received_at > created_at;
    `);
    for (const table of tables) this.addSql(`alter table "inventory"."${table}" force row level security;`);
    this.addSql(
      `alter table "inventory"."storage_location" add constraint "storage_location_default" check (not is_default or (reservation_state = 'open' and not is_closed));`,
    );

    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_received" check (received_at <= created_at);`,
    );

    this.addSql(
      `alter table "inventory"."customer_holding" add constraint "customer_holding_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "inventory"."customer_holding" enable row level security;`);
    this.addSql(`alter table "inventory"."customer_holding" force row level security;`);
    this.addSql(
      `create policy "customer_holding_account" on "inventory"."customer_holding" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`
      create or replace view inventory.v_stock_on_hand with (security_invoker = true) as
        select balance.account_id, balance.id, balance.item_id, balance.owner_id, balance.location_id, location.name as location_name,
          case when location.is_closed then 'closed' else location.reservation_state end as reservation_state, balance.lot_id,
          lot.lot_number, balance.on_hand, balance.allocated, balance.updated_at
        from inventory.balance balance
        join inventory.storage_location location on location.account_id = balance.account_id and location.id = balance.location_id
        left join inventory.lot lot on lot.account_id = balance.account_id and lot.id = balance.lot_id;
    `);
  }
}
