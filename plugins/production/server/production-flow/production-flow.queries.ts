import {
  addFractions,
  decimal,
  divideFractions,
  type EndpointRequest,
  type Fraction,
  fractionOf,
  multiplyFractions,
  noFraction,
  problems,
  roundFraction,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, projection, sql } from '@millwright/core/server';
import {
  consumptions,
  type ExplodedItem,
  type FlowLink,
  type FlowStep,
  type listProductionStepTransformations,
  type ProductionFlow,
  productionFlowProblems,
  transformation,
} from '../../contracts/index.ts';
import { baseUnitsOf } from '../item-cost/item-cost.queries.ts';
import { laborCosts, laborSeconds } from '../making/labor.ts';
import { isStockedColumn, type MakingStep, makingOf } from '../making/made-items.ts';
import { itemOf, quantityOf, skuOf } from '../production-step/production-step.queries.ts';

type StepRow = Omit<MakingStep, 'consumptions' | 'itemID' | 'baseMeasure'> & {
  item: FlowStep['item'];
  quantity: FlowStep['quantity'];
};

/** All steps that lead to the item, and all steps that it leads to. */
export async function productionFlowOf(ctx: AccountContext, itemID: string): Promise<ProductionFlow> {
  const query = ctx.em.query();
  const { rows: items } = await sql<ProductionFlow['item']>`select id, sku, description, type from inventory.v_items
    where account_id = ${ctx.account.id} and id = ${itemID}`.execute(query);
  const [item] = items;
  if (!item) throw problems.not_found();
  const { rows } = await sql<StepRow>`
    with recursive upwards (id, item_id) as (
      select step.id, step.item_id from production.production_step step
        where step.account_id = ${ctx.account.id} and step.item_id = ${itemID}
      union
      select source.id, source.item_id from upwards
        join production.consumption used on used.account_id = ${ctx.account.id} and used.step_id = upwards.id
        join production.production_step source on source.account_id = used.account_id
          and source.item_id = used.item_id),
    downwards (id, item_id) as (
      select target.id, target.item_id from production.consumption used
        join production.production_step target on target.account_id = used.account_id and target.id = used.step_id
        where used.account_id = ${ctx.account.id} and used.item_id = ${itemID}
      union
      select target.id, target.item_id from downwards
        join production.consumption used on used.account_id = ${ctx.account.id} and used.item_id = downwards.item_id
        join production.production_step target on target.account_id = used.account_id and target.id = used.step_id)
    select production_step.id, production_step.name, ${itemOf('production_step')} as item,
      ${quantityOf('production_step', 'production')} as quantity,
      ${isStockedColumn('production_step')} as "isStocked", production_step.labor_time::text as "laborTime",
      production_step.labor_time_unit as "laborTimeUnit", production_step.labor_rate::text as "laborRate",
      production_step.overhead_rate::text as "overheadRate", production_step.leveling_factor::text as "levelingFactor",
      production_step.allowances::text as allowances
    from production.production_step
    where production_step.account_id = ${ctx.account.id}
      and production_step.id in (select id from upwards union select id from downwards)
    order by production_step.name`.execute(query);
  const steps = rows.map(({ id, name, item: made, quantity, isStocked, ...labor }): FlowStep => {
    const [costs, seconds] = [laborCosts(labor as MakingStep), laborSeconds(labor as MakingStep)];
    const wire = (amount: Fraction | undefined) => (amount ? toWire(roundFraction(amount)) : null);
    return {
      id,
      name,
      item: made,
      quantity,
      laborSeconds: wire(seconds),
      labor: wire(costs?.labor),
      overhead: wire(costs?.overhead),
      isStocked,
    };
  });
  const { rows: links } = await sql<FlowLink>`
    select production_step.id as "sourceProductionStepID", used.step_id as "targetProductionStepID",
      ${itemOf('production_step')} as item, ${isStockedColumn('production_step')} as "isStocked",
      exists (select from production.flow_link link where link.account_id = production_step.account_id
        and link.source_step_id = production_step.id and link.target_step_id = used.step_id) as "isLinked"
    from production.production_step
    join production.consumption used on used.account_id = production_step.account_id
      and used.item_id = production_step.item_id
    where production_step.account_id = ${ctx.account.id}
      and production_step.id = any(${rows.map(({ id }) => id)}::text[])
      and used.step_id = any(${rows.map(({ id }) => id)}::text[])
    order by production_step.name, used.step_id`.execute(query);
  return { item, steps, links };
}

const madeOf = sql`production.production_step production_step
  where production_step.account_id = consumption.account_id and production_step.id = consumption.step_id`;

type TransformationPage = EndpointRequest<typeof listProductionStepTransformations>['query'];

/** Inputs and outputs of steps, one row per consumption. */
export const transformationView = projection<typeof transformation, TransformationPage>(transformation, {
  list: { path: consumptions.list.path },
  scope: 'transformations',
  table: 'production.consumption',
  computed: {
    step: sql`(select json_build_object('id', production_step.id, 'name', production_step.name) from ${madeOf})`,
    in: sql`json_build_object('item', ${itemOf('consumption')}, 'quantity', ${quantityOf('consumption', 'quantity')})`,
    out: sql`(select json_build_object('item', ${itemOf('production_step')},
      'quantity', ${quantityOf('production_step', 'production')}) from ${madeOf})`,
    yield: sql`(select (production_step.measure / consumption.measure)::numeric(24,6) from ${madeOf})`,
  },
  search: [
    skuOf('consumption'),
    sql`(select production_step.name from ${madeOf})`,
    sql`(select ${skuOf('production_step')} from ${madeOf})`,
  ],
  sortable: {
    step: sql`(select production_step.name from ${madeOf})`,
    in: skuOf('consumption'),
    out: sql`(select ${skuOf('production_step')} from ${madeOf})`,
  },
  filters: {
    inItemIDs: (ids) => sql<boolean>`consumption.item_id = any(${ids}::text[])`,
    outItemIDs: (ids) => sql<boolean>`exists (select from ${madeOf} and production_step.item_id = any(${ids}::text[]))`,
    stepIDs: (ids) => sql<boolean>`consumption.step_id = any(${ids}::text[])`,
  },
  order: ['step', 'in'],
});

/** All items that a quantity of an item takes, each once, regardless of stock. */
export async function explosionOf(ctx: AccountContext, itemID: string, quantity: number): Promise<ExplodedItem[]> {
  const making = await makingOf(ctx, [itemID]);
  const top = making.items.get(itemID);
  if (!top) throw problems.not_found();
  // Each item comes after all items that it goes into, so that its quantity is complete when it is passed on.
  const order: string[] = [];
  const levels = new Map<string, number>([[itemID, 0]]);
  const path: string[] = [];
  const visit = (id: string): void => {
    if (path.includes(id)) {
      const names = [...path.slice(path.indexOf(id)), id].map((each) => making.items.get(each)?.sku ?? each);
      throw productionFlowProblems.flow_cycle({
        message: `An item is made of itself: ${names.join(' > ')}`,
        details: { path: names },
      });
    }
    if (order.includes(id)) return;
    path.push(id);
    for (const used of making.steps.get(id)?.consumptions ?? []) visit(used.itemID);
    path.pop();
    order.unshift(id);
  };
  visit(itemID);
  const wanted = new Map<string, Fraction>([
    [itemID, multiplyFractions(fractionOf(decimal(quantity)), baseUnitsOf(top))],
  ]);
  for (const id of order) {
    const step = making.steps.get(id);
    for (const used of step?.consumptions ?? []) {
      const runs = divideFractions(wanted.get(id) ?? noFraction, fractionOf(step?.baseMeasure ?? '1'));
      const more = multiplyFractions(runs, fractionOf(used.baseMeasure));
      wanted.set(used.itemID, addFractions(wanted.get(used.itemID) ?? noFraction, more));
      levels.set(used.itemID, Math.max(levels.get(used.itemID) ?? 0, (levels.get(id) ?? 0) + 1));
    }
  }
  return order.flatMap((id): ExplodedItem[] => {
    const item = making.items.get(id);
    if (!item) return [];
    const { sku, description, type, unit } = item;
    const step = making.steps.get(id);
    return [
      {
        item: { id, sku, description, type },
        measure: toWire(roundFraction(divideFractions(wanted.get(id) ?? noFraction, baseUnitsOf(item)))),
        unit,
        level: levels.get(id) ?? 0,
        step: step ? { id: step.id, name: step.name } : null,
      },
    ];
  });
}
