import type { EndpointRequest } from '@millwright/core/contracts';
import { projection, sql } from '@millwright/core/server';
import { consumptions, type listProductionSteps, productionSteps } from '../../contracts/index.ts';

type Owner = 'production_step' | 'consumption';

const itemOf = (owner: Owner) => sql`(select json_build_object('id', item.id, 'sku', item.sku,
    'description', item.description, 'type', item.type)
  from inventory.v_items item
  where item.account_id = ${sql.ref(`${owner}.account_id`)} and item.id = ${sql.ref(`${owner}.item_id`)})`;

const skuOf = (owner: Owner) => sql<string>`(select item.sku from inventory.v_items item
  where item.account_id = ${sql.ref(`${owner}.account_id`)} and item.id = ${sql.ref(`${owner}.item_id`)})`;

const quantityOf = (owner: Owner, field: string) => sql`json_build_object(
  'id', 'qty_' || ${sql.ref(`${owner}.id`)} || ${sql.lit(`.${field}`)}, 'measure', ${sql.ref(`${owner}.measure`)},
  'unitID', ${sql.ref(`${owner}.unit_id`)}, 'unit', (select unit.name from inventory.v_units unit
    where unit.account_id = ${sql.ref(`${owner}.account_id`)} and unit.id = ${sql.ref(`${owner}.unit_id`)}))`;

type StepPage = EndpointRequest<typeof listProductionSteps>['query'];

/** Production steps as answers carry them. The id of a production is that of its step, by another name. */
export const stepView = projection<typeof productionSteps.row, StepPage>(productionSteps.row, {
  list: 'production-steps',
  table: 'production.production_step',
  computed: {
    production: sql`json_build_object('id', 'prd_' || split_part(production_step.id, '_', 2),
      'item', ${itemOf('production_step')}, 'quantity', ${quantityOf('production_step', 'production')})`,
    consumptions: sql`coalesce((select json_agg(json_build_object('id', consumption.id,
        'item', ${itemOf('consumption')}, 'quantity', ${quantityOf('consumption', 'quantity')},
        'instructions', consumption.instructions) order by consumption.position, consumption.id)
      from production.consumption consumption
      where consumption.account_id = production_step.account_id
        and consumption.step_id = production_step.id), '[]')`,
  },
  search: ['name'],
  filters: {
    itemIDs: (ids) => sql<boolean>`production_step.item_id = any(${ids}::text[])`,
    consumedItemIDs: (ids) => sql<boolean>`exists (select from production.consumption used
      where used.account_id = production_step.account_id and used.step_id = production_step.id
        and used.item_id = any(${ids}::text[]))`,
  },
  sortable: { production: skuOf('production_step') },
  order: ['name'],
});

type ConsumptionPage = EndpointRequest<typeof consumptions.list>['query'] & { stepID: string };

/** What one step uses up. */
export const consumptionView = projection<typeof consumptions.row, ConsumptionPage>(consumptions.row, {
  list: 'consumptions',
  table: 'production.consumption',
  computed: { item: itemOf('consumption'), quantity: quantityOf('consumption', 'quantity') },
  search: [skuOf('consumption')],
  filters: { stepID: (id) => sql<boolean>`consumption.step_id = ${id}` },
  sortable: { item: skuOf('consumption') },
  order: ['createdAt'],
});
