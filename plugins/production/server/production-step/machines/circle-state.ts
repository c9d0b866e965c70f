import type { AccountContext, ForbiddenState, PreparedState, Services } from '@millwright/core/server';
import { sql } from '@millwright/core/server';
import { createProductionStepBody } from '../../../contracts/index.ts';
import { ProductionStepService } from '../production-step.service.ts';

/** Steps whose item is made of itself. */
const circles = `with recursive edge as (
    select distinct step.id as source, used.step_id as target from production.production_step step
    join production.consumption used on used.account_id = step.account_id and used.item_id = step.item_id
    where step.account_id = current_setting('app.account_id')),
  ahead (start, id) as (
    select source, target from edge
    union
    select ahead.start, edge.target from ahead join edge on edge.source = ahead.id)
  select count(*) as circles from ahead where id = start`;

/** Three items, each made of the previous one; consuming the last in the first would close the cycle. */
async function prepare(ctx: AccountContext, services: Services): Promise<PreparedState> {
  const { rows } = await sql<{ id: string; sku: string; unitID: string }>`select id, sku,
      default_unit_id as "unitID" from inventory.v_items item
    where item.account_id = ${ctx.account.id} and (item.product_type is null or item.product_type = 'sale')
      and not exists (select from production.production_step step
        where step.account_id = item.account_id and step.item_id = item.id)
      and not exists (select from production.consumption used
        where used.account_id = item.account_id and used.item_id = item.id)
    order by item.sku limit 3`.execute(ctx.em.query());
  const [first, second, third] = rows;
  if (!first || !second || !third) throw new Error('The demo has no three items that nothing is made of');
  const steps = services.get(ProductionStepService);
  const make = async (name: string, itemID: string, usedIDs: string[]): Promise<string> => {
    const body = createProductionStepBody.parse({
      name,
      production: { itemID, measure: 1 },
      consumptions: usedIDs.map((id) => ({ itemID: id, measure: 1 })),
    });
    return (await steps.create(ctx, body)).id;
  };
  const beginID = await make('State begin', first.id, []);
  const middleID = await make('State middle', second.id, [first.id]);
  const endID = await make('State end', third.id, [second.id]);
  return {
    ids: {
      'production.production_step': [beginID, middleID, endID],
      'inventory.item': [third.id],
    },
    said: { unitID: third.unitID },
    words: {
      sku: third.sku,
      measure: 1,
      sourceProductionStepID: endID,
      targetProductionStepID: beginID,
      // Named like the fields of import files.
      assembly: first.sku,
      component: third.sku,
      consumption: third.sku,
    },
  };
}

/** No item is made of itself, directly or through others. */
export const recipeGoesRound: ForbiddenState = {
  name: 'what is made is made of itself',
  as: ['admin'],
  prepare,
  measure: () => circles,
  past: ({ ids }) => {
    const [, middleID, endID] = ids['production.production_step'] ?? [];
    return `update production.consumption used set item_id = step.item_id from production.production_step step
      where used.account_id = current_setting('app.account_id') and used.step_id = '${middleID}'
        and step.account_id = used.account_id and step.id = '${endID}'`;
  },
  meets: { flow_cycle: 'createConsumption' },
};
