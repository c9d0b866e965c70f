import { Migration } from '@mikro-orm/migrations';

/** What movements do to the books, cents that the older ones were rounded by, and what items cost that ran out. */
export class Migration20261128172054_books_follow_the_stock extends Migration {
  override name = 'Migration20261128172054_books_follow_the_stock';

  override up(): void | Promise<void> {
    this.addSql(`alter table "inventory"."movement" add "book_amount" numeric(14,2);`);
    this.addSql(
      `alter table "inventory"."item_position" add "booked" numeric(14,2) generated always as (round(value, 2)) stored not null, add "last_value" numeric(20,6) not null default '0', add "last_quantity" numeric(18,6) not null default '0', add "carried" numeric(14,2) not null default '0', add "carried_on" date null;`,
    );

    // Rows of all accounts: whoever migrates is otherwise kept to one of them.
    const tables = ['movement', 'item_position'];
    for (const table of tables) this.addSql(`alter table inventory.${table} no force row level security;`);
    // Journals that were handed over stay as they are.
    this.addSql(`update inventory.movement set book_amount = round(value, 2);`);
    this.addSql(`
      update inventory.item_position position
        set carried = position.booked - summed.amount, carried_on = current_date
        from (select held.account_id, held.id, coalesce(sum(movement.book_amount)
              filter (where coalesce(mended.action, movement.action) <> 'move'), 0) as amount
            from inventory.item_position held
            left join inventory.movement movement on movement.account_id = held.account_id
              and movement.item_id = held.item_id and movement.owner_id = held.owner_id
            left join inventory.movement mended
              on mended.account_id = movement.account_id and mended.id = movement.reverses_id
            group by held.account_id, held.id) summed
        where summed.account_id = position.account_id and summed.id = position.id
          and summed.amount <> position.booked;`);
    this.addSql(`
      update inventory.item_position position set last_quantity = -left_last.quantity, last_value = -left_last.value
        from (select distinct on (account_id, item_id, owner_id) account_id, item_id, owner_id, quantity, value
            from inventory.movement where quantity < 0 and action not in ('move', 'revalue', 'void')
            order by account_id, item_id, owner_id, created_at desc, id desc) left_last
        where position.on_hand = 0 and left_last.account_id = position.account_id
          and left_last.item_id = position.item_id and left_last.owner_id = position.owner_id;`);
    for (const table of tables) this.addSql(`alter table inventory.${table} force row level security;`);

    this.addSql(`alter table "inventory"."movement" alter column "book_amount" set not null;`);
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_last" check (last_value >= 0 and (last_quantity > 0 or last_value = 0));`,
    );
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_carried" check ((carried = 0) = (carried_on is null));`,
    );
    this.addSql(`
      drop view inventory.v_movements;
      create view inventory.v_movements with (security_invoker = true) as
        select movement.account_id, movement.id, movement.created_at, movement.operation_id, movement.action, movement.item_id,
          movement.owner_id, movement.location_id, location.name as location_name, movement.lot_id, lot.lot_number, movement.quantity,
          movement.value / movement.quantity as unit_cost, movement.source_type, movement.source_id, movement.source_line_id,
          movement.reason, movement.member_id, movement.actor_name, movement.scanning_station_id, movement.reverses_id, movement.value,
          movement.book_amount
        from inventory.movement movement
        join inventory.storage_location location on location.account_id = movement.account_id and location.id = movement.location_id
        left join inventory.lot lot on lot.account_id = movement.account_id and lot.id = movement.lot_id;
      create view inventory.v_carried_rounding with (security_invoker = true) as
        select account_id, carried_on, sum(carried) as amount from inventory.item_position
        where owner_id = account_id and carried <> 0 group by account_id, carried_on;`);
  }
}
