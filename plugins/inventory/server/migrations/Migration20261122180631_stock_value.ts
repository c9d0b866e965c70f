import { Migration } from '@mikro-orm/migrations';

export class Migration20261122180631_stock_value extends Migration {
  override name = 'Migration20261122180631_stock_value';

  override up(): void | Promise<void> {
    this.addSql(`alter table "inventory"."supply" drop constraint "supply_cost";`);
    this.addSql(
      `alter table "inventory"."supply" add "cost_numerator" numeric(18,6) not null default '1', add "cost_denominator" numeric(18,6) not null default '1';`,
    );
    this.addSql(
      `alter table "inventory"."supply" add constraint "supply_cost" check (unit_cost >= 0 and cost_numerator > 0 and cost_denominator > 0);`,
    );

    this.addSql(`drop view inventory.v_movements; drop view inventory.v_receipts;`);
    this.addSql(`alter table "inventory"."movement" drop constraint "movement_cost";`);
    this.addSql(`alter table "inventory"."movement" add "value" numeric(20,6);`);
    this.addSql(`alter table "inventory"."movement_layer" add "value" numeric(20,6);`);
    this.addSql(`alter table "inventory"."item_position" add "value" numeric(20,6) not null default '0';`);
    this.addSql(`drop index "inventory"."cost_layer_account_id_location_id_index";`);
    this.addSql(`alter table "inventory"."cost_layer" drop constraint "cost_layer_quantity";`);
    this.addSql(
      `alter table "inventory"."cost_layer" add "value" numeric(20,6), add "remaining_value" numeric(20,6), add "origin_id" text collate "C", add "likeness" text;`,
    );

    // Rows of all accounts: whoever migrates is otherwise kept to one of them.
    const tables = ['movement', 'movement_layer', 'item_position', 'cost_layer'];
    for (const table of tables) this.addSql(`alter table inventory.${table} no force row level security;`);
    this.addSql(`
      update inventory.movement_layer part set value = round(part.quantity * layer.unit_cost, 6)
        from inventory.cost_layer layer where layer.account_id = part.account_id and layer.id = part.layer_id;`);
    // What was rounded: both halves of a move are worth the same, and a layer that is used up is worth nothing.
    this.addSql(`
      with uneven as (
        select movement.account_id, sum(part.value) as residue,
          (array_agg(part.movement_id order by part.quantity desc))[1] as movement_id,
          (array_agg(part.layer_id order by part.quantity desc))[1] as layer_id
        from inventory.movement movement
        join inventory.movement_layer part on part.account_id = movement.account_id and part.movement_id = movement.id
        where movement.action = 'move' group by movement.account_id, movement.operation_id having sum(part.value) <> 0)
      update inventory.movement_layer part set value = part.value - uneven.residue from uneven
        where part.account_id = uneven.account_id and part.movement_id = uneven.movement_id and part.layer_id = uneven.layer_id;`);
    this.addSql(`
      with uneven as (
        select part.account_id, part.layer_id, sum(part.value) as residue, (array_agg(part.movement_id
          order by movement.action = 'move', part.quantity, part.movement_id desc))[1] as movement_id
        from inventory.movement_layer part
        join inventory.movement movement on movement.account_id = part.account_id and movement.id = part.movement_id
        group by part.account_id, part.layer_id
        having sum(part.value) <> 0 and sum(part.quantity) = 0 or sum(part.value) < 0)
      update inventory.movement_layer part set value = part.value - uneven.residue from uneven
        where part.account_id = uneven.account_id and part.movement_id = uneven.movement_id and part.layer_id = uneven.layer_id;`);
    this.addSql(`
      update inventory.movement movement set value = coalesce((select sum(part.value) from inventory.movement_layer part
        where part.account_id = movement.account_id and part.movement_id = movement.id), 0);`);
    this.addSql(`
      update inventory.cost_layer layer set value = round(layer.quantity * layer.unit_cost, 6), origin_id = layer.id,
        likeness = layer.id, remaining_value = coalesce((select sum(part.value) from inventory.movement_layer part
          where part.account_id = layer.account_id and part.layer_id = layer.id), 0);`);
    this.addSql(`
      update inventory.item_position position set value = summed.value
        from (select account_id, item_id, owner_id, sum(remaining_value) as value from inventory.cost_layer group by 1, 2, 3) summed
        where summed.account_id = position.account_id and summed.item_id = position.item_id and summed.owner_id = position.owner_id;`);
    for (const table of tables) this.addSql(`alter table inventory.${table} force row level security;`);

    this.addSql(`alter table "inventory"."movement" alter column "value" set not null, drop column "unit_cost";`);
    this.addSql(
      `alter table "inventory"."movement" add constraint "movement_value" check (value = 0 or sign(value) = sign(quantity));`,
    );
    this.addSql(`alter table "inventory"."movement_layer" alter column "value" set not null;`);
    this.addSql(
      `alter table "inventory"."item_position" add constraint "item_position_value" check (value >= 0 and (on_hand > 0 or value = 0));`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" alter column "value" set not null, alter column "remaining_value" set not null, alter column "origin_id" set not null, alter column "likeness" set not null, drop column "unit_cost";`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_value" check (remaining_value >= 0 and (remaining > 0 or remaining_value = 0));`,
    );
    this.addSql(
      `alter table "inventory"."cost_layer" add constraint "cost_layer_quantity" check (quantity > 0 and value >= 0);`,
    );
    // One layer of a place for what is alike, and the oldest of an item, wherever it lies, behind any number that is used up.
    this.addSql(
      `create unique index cost_layer_alike on inventory.cost_layer (account_id, location_id, item_id, owner_id, likeness, lot_id) nulls not distinct;`,
    );
    this.addSql(
      `create index cost_layer_oldest on inventory.cost_layer (account_id, item_id, owner_id, received_at, id) where is_left;`,
    );

    this.addSql(`
      create view inventory.v_movements with (security_invoker = true) as
        select movement.account_id, movement.id, movement.created_at, movement.operation_id, movement.action, movement.item_id,
          movement.owner_id, movement.location_id, location.name as location_name, movement.lot_id, lot.lot_number, movement.quantity,
          movement.value / movement.quantity as unit_cost, movement.source_type, movement.source_id, movement.source_line_id,
          movement.reason, movement.member_id, movement.actor_name, movement.scanning_station_id, movement.reverses_id, movement.value
        from inventory.movement movement
        join inventory.storage_location location on location.account_id = movement.account_id and location.id = movement.location_id
        left join inventory.lot lot on lot.account_id = movement.account_id and lot.id = movement.lot_id;
      create view inventory.v_receipts with (security_invoker = true) as
        select layer.account_id, layer.id, layer.item_id, layer.owner_id, layer.location_id, location.name as location_name, layer.lot_id,
          lot.lot_number, layer.received_at, layer.quantity, layer.remaining, layer.value / layer.quantity as unit_cost,
          layer.reference, layer.created_at, layer.value, layer.remaining_value, layer.origin_id
        from inventory.cost_layer layer
        join inventory.storage_location location on location.account_id = layer.account_id and location.id = layer.location_id
        left join inventory.lot lot on lot.account_id = layer.account_id and lot.id = layer.lot_id;`);
  }
}
