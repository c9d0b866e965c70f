import { Migration } from '@mikro-orm/migrations';

const own = ['production_run', 'batch', 'production_step', 'consumption', 'flow_link', 'batch_material'];
const ofStock = ['item', 'demand', 'item_position', 'movement', 'lot'];
const tables = [...own.map((table) => `production.${table}`), ...ofStock.map((table) => `inventory.${table}`)];

const isStocked = (step: string) => `coalesce(${step}.is_stocked,
  exists (select from inventory.item sold where sold.account_id = ${step}.account_id and sold.id = ${step}.item_id
      and sold.product_type = 'sale')
    or (select count(distinct used.step_id) from production.consumption used
      where used.account_id = ${step}.account_id and used.item_id = ${step}.item_id) <> 1)`;

/**
 * A run goes by the recipes that it was planned with. Those of today take the recipes of today; completed ones give up
 * what a changed recipe, or a last millionth, left reserved for them for ever, and others who wait get it.
 */
export class Migration20261128172105_bills_of_runs extends Migration {
  override name = 'Migration20261128172105_bills_of_runs';

  override up(): void | Promise<void> {
    this.addSql(`alter table "production"."production_run" add "bill" jsonb not null default '[]';`);
    this.addSql(
      `create index "batch_material_account_id_run_id_index" on "production"."batch_material" ("account_id", "run_id");`,
    );
    for (const table of tables) this.addSql(`alter table ${table} no force row level security;`);
    this.addSql(`
      with recursive around (account_id, run_id, step_id) as (
        select batch.account_id, batch.run_id, batch.step_id from production.batch batch
          join production.production_run run on run.account_id = batch.account_id and run.id = batch.run_id
          where run.completed_at is null and run.deleted_at is null
        union
        select around.account_id, around.run_id,
            case when around.step_id = link.source_step_id then link.target_step_id else link.source_step_id end
          from around
          join production.flow_link link on link.account_id = around.account_id
            and around.step_id in (link.source_step_id, link.target_step_id)
          join production.production_step source on source.account_id = link.account_id
            and source.id = link.source_step_id
          where not ${isStocked('source')}),
      step as (
        select step.account_id, step.id, json_build_object('id', step.id, 'name', step.name, 'itemID', step.item_id,
            'baseMeasure', step.base_measure::text, 'isStocked', ${isStocked('step')},
            'secondsItemID', step.seconds_item_id, 'laborTime', step.labor_time::text,
            'laborTimeUnit', step.labor_time_unit, 'laborRate', step.labor_rate::text,
            'overheadRate', step.overhead_rate::text, 'levelingFactor', step.leveling_factor::text,
            'allowances', step.allowances::text,
            'consumptions', coalesce((select json_agg(json_build_object('itemID', used.item_id,
                'baseMeasure', used.base_measure::text, 'instructions', used.instructions)
                order by used.position, used.id)
              from production.consumption used
              where used.account_id = step.account_id and used.step_id = step.id), '[]'),
            'inputs', coalesce((select json_agg(json_build_object('stepID', source.id, 'itemID', source.item_id)
                order by source.is_preferred desc, source.name)
              from production.flow_link link
              join production.production_step source on source.account_id = link.account_id
                and source.id = link.source_step_id
              where link.account_id = step.account_id and link.target_step_id = step.id
                and not ${isStocked('source')}), '[]')) as bill
        from production.production_step step)
      update production.production_run run set bill = whole.bill
      from (select around.account_id, around.run_id, jsonb_agg(step.bill order by step.id) as bill
        from around join step on step.account_id = around.account_id and step.id = around.step_id
        group by 1, 2) whole
      where run.account_id = whole.account_id and run.id = whole.run_id;
    `);
    this.addSql(`
      create table production.given_up as
        select demand.account_id, demand.id, demand.item_id, demand.quantity - owed.quantity as demanded,
          demand.reserved - least(demand.reserved, owed.quantity) as reserved
        from inventory.demand demand
        join production.production_run run on run.account_id = demand.account_id and run.id = demand.source_id
        cross join lateral (select coalesce(sum(material.short - material.booked), 0) as quantity
          from production.batch_material material
          where material.account_id = demand.account_id and material.run_id = run.id
            and material.item_id = demand.item_id and material.short > material.booked
            and not material.is_undone) owed
        where demand.source_type = 'production_run' and run.completed_at is not null and demand.quantity > owed.quantity;
      update inventory.demand demand set quantity = demand.quantity - gone.demanded,
          reserved = demand.reserved - gone.reserved, updated_at = now(), version = demand.version + 1
        from production.given_up gone
        where demand.account_id = gone.account_id and demand.id = gone.id and demand.quantity > gone.demanded;
      delete from inventory.demand demand using production.given_up gone
        where demand.account_id = gone.account_id and demand.id = gone.id and demand.quantity = gone.demanded;
      update inventory.item_position position set demanded = position.demanded - gone.demanded,
          reserved = position.reserved - gone.reserved, updated_at = now(), version = position.version + 1
        from (select account_id, item_id, sum(demanded) as demanded, sum(reserved) as reserved from production.given_up
          group by 1, 2) gone
        where position.account_id = gone.account_id and position.owner_id = gone.account_id
          and position.item_id = gone.item_id;
      create table production.served as
        select account_id, id, item_id, least(short, free - (upto - short)) as quantity from (
          select demand.account_id, demand.id, demand.item_id, demand.quantity - demand.reserved as short,
            position.on_hand - position.withheld - position.held - position.reserved as free,
            sum(demand.quantity - demand.reserved) over (partition by demand.account_id, demand.item_id
              order by demand.priority_rank desc, demand.promised_on asc nulls last, demand.issued_at, demand.id
              rows unbounded preceding) as upto
          from (select distinct account_id, item_id from production.given_up) gone
          join inventory.item_position position on position.account_id = gone.account_id
            and position.owner_id = gone.account_id and position.item_id = gone.item_id
          join inventory.demand demand on demand.account_id = gone.account_id and demand.item_id = gone.item_id
            and demand.reserved < demand.quantity) queue
        where upto - short < free;
      update inventory.demand demand set reserved = demand.reserved + served.quantity, updated_at = now(),
          version = demand.version + 1
        from production.served served where demand.account_id = served.account_id and demand.id = served.id;
      update inventory.item_position position set reserved = position.reserved + served.quantity, updated_at = now(),
          version = position.version + 1
        from (select account_id, item_id, sum(quantity) as quantity from production.served group by 1, 2) served
        where position.account_id = served.account_id and position.owner_id = served.account_id
          and position.item_id = served.item_id;
      drop table production.given_up;
      drop table production.served;
    `);
    // Material that came late has the lots that it came of.
    this.addSql(`
      update production.batch_material material set lots = (select array_agg(distinct number) from (
          select unnest(material.lots) as number
          union
          select lot.lot_number from inventory.movement movement
          join inventory.lot lot on lot.account_id = movement.account_id and lot.id = movement.lot_id
          where movement.account_id = material.account_id and movement.source_type = 'production_run'
            and movement.source_id = material.run_id and movement.source_line_id = material.id
            and movement.quantity < 0) known)
        where material.booked > 0 and exists (select from inventory.movement movement
          where movement.account_id = material.account_id and movement.source_type = 'production_run'
            and movement.source_id = material.run_id and movement.source_line_id = material.id
            and movement.lot_id is not null);
    `);
    for (const table of tables) this.addSql(`alter table ${table} force row level security;`);
  }
}
