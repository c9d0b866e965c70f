import { type AccountContext, sql } from '@millwright/core/server';

/** A step with its consumptions. Decimal texts; measures are in base units. */
export interface MakingStep {
  id: string;
  name: string;
  itemID: string;
  baseMeasure: string;
  isStocked: boolean;
  laborTime: string | null;
  laborTimeUnit: string;
  laborRate: string | null;
  overheadRate: string | null;
  levelingFactor: string;
  allowances: string;
  consumptions: { itemID: string; baseMeasure: string }[];
}

/** An item with its default unit (one unit equals `numerator / denominator` base units) and its purchase cost. */
export interface MakingItem {
  id: string;
  sku: string;
  description: string;
  type: 'product' | 'part' | 'material' | 'supply';
  unitID: string;
  unit: string;
  source: 'layers' | 'item';
  value: string;
  quantity: string;
  numerator: string;
  denominator: string;
}

/** The preferred step of each item. */
export interface Making {
  /** By the id of their product. */
  steps: ReadonlyMap<string, MakingStep>;
  items: ReadonlyMap<string, MakingItem>;
}

/**
 * Whether a step's product is stocked, over rows of `production.production_step step`: as set in the step, else whether
 * it is sold, or consumed by more or less than one step.
 */
export const isStockedColumn = (step: string) => sql<boolean>`coalesce(${sql.ref(`${step}.is_stocked`)},
  exists (select from inventory.v_items sold where sold.account_id = ${sql.ref(`${step}.account_id`)}
      and sold.id = ${sql.ref(`${step}.item_id`)} and sold.product_type = 'sale')
    or (select count(distinct used.step_id) from production.consumption used
      where used.account_id = ${sql.ref(`${step}.account_id`)} and used.item_id = ${sql.ref(`${step}.item_id`)}) <> 1)`;

/** The preferred step of each item, as a sub-select: the chosen one, else the first by name. */
export const preferredSteps = (ctx: AccountContext) => sql`(select distinct on (chosen.item_id) chosen.*
  from production.production_step chosen where chosen.account_id = ${ctx.account.id}
  order by chosen.item_id, chosen.is_preferred desc, chosen.name)`;

/** The steps of these items and of all their components; three statements for any number of items. */
export async function makingOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Making> {
  const query = ctx.em.query();
  const { rows: steps } = await sql<MakingStep>`
    with recursive preferred as materialized ${preferredSteps(ctx)},
    needed (item_id) as (
      select wanted.id collate "C" from unnest(${[...itemIDs]}::text[]) wanted(id)
      union
      select used.item_id from needed
        join preferred step on step.item_id = needed.item_id
        join production.consumption used on used.account_id = step.account_id and used.step_id = step.id)
    select step.id, step.name, step.item_id as "itemID", step.base_measure::text as "baseMeasure",
      ${isStockedColumn('step')} as "isStocked", step.labor_time::text as "laborTime",
      step.labor_time_unit as "laborTimeUnit", step.labor_rate::text as "laborRate",
      step.overhead_rate::text as "overheadRate", step.leveling_factor::text as "levelingFactor",
      step.allowances::text as allowances,
      coalesce((select json_agg(json_build_object('itemID', used.item_id, 'baseMeasure', used.base_measure::text)
          order by used.position, used.id)
        from production.consumption used
        where used.account_id = step.account_id and used.step_id = step.id), '[]') as consumptions
    from preferred step join needed on needed.item_id = step.item_id`.execute(query);
  const ids = new Set([...itemIDs, ...steps.flatMap((step) => step.consumptions.map(({ itemID }) => itemID))]);
  const { rows: items } = await sql<MakingItem>`
    select item.id, item.sku, item.description, item.type, item.default_unit_id as "unitID",
      item.default_unit_name as unit, cost.source, cost.value::text as value, cost.quantity::text as quantity,
      cost.unit_numerator::text as numerator, cost.unit_denominator::text as denominator
    from inventory.v_items item
    join inventory.v_item_costs cost on cost.account_id = item.account_id and cost.id = item.id
    where item.account_id = ${ctx.account.id} and item.id = any(${[...ids]}::text[])`.execute(query);
  return {
    steps: new Map(steps.map((step) => [step.itemID, step])),
    items: new Map(items.map((item) => [item.id, item])),
  };
}
