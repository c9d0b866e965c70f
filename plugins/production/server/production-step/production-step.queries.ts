import type { EndpointRequest } from '@millwright/core/contracts';
import { projection, since, sql, upTo } from '@millwright/core/server';
import { consumptions, listProductionSteps, productionSteps } from '../../contracts/index.ts';
import { isStockedColumn } from '../making/made-items.ts';

type Owner = 'production_step' | 'consumption' | 'batch';

/** The item of a row for answers. */
export const itemOf = (owner: Owner) => sql`(select json_build_object('id', item.id, 'sku', item.sku,
    'description', item.description, 'type', item.type)
  from inventory.v_items item
  where item.account_id = ${sql.ref(`${owner}.account_id`)} and item.id = ${sql.ref(`${owner}.item_id`)})`;

export const skuOf = (owner: Owner) => sql<string>`(select item.sku from inventory.v_items item
  where item.account_id = ${sql.ref(`${owner}.account_id`)} and item.id = ${sql.ref(`${owner}.item_id`)})`;

/** The quantity that a row makes or consumes; the id is derived from record and field. */
export const quantityOf = (owner: Owner, field: string) => sql`json_build_object(
  'id', 'qty_' || ${sql.ref(`${owner}.id`)} || ${sql.lit(`.${field}`)}, 'measure', ${sql.ref(`${owner}.measure`)},
  'unitID', ${sql.ref(`${owner}.unit_id`)}, 'unit', (select unit.name from inventory.v_units unit
    where unit.account_id = ${sql.ref(`${owner}.account_id`)} and unit.id = ${sql.ref(`${owner}.unit_id`)}))`;

/** Steps at the other end of links, by name. */
const linkedSteps = (own: 'source' | 'target', other: 'source' | 'target') =>
  sql`coalesce((select json_agg(json_build_object('id', other.id, 'name', other.name) order by other.name)
      from production.flow_link link
      join production.production_step other on other.account_id = link.account_id
        and other.id = ${sql.ref(`link.${other}_step_id`)}
      where link.account_id = production_step.account_id
        and ${sql.ref(`link.${own}_step_id`)} = production_step.id), '[]')`;

const isLinkedTo = (own: 'source' | 'target', other: 'source' | 'target', ids: readonly string[]) =>
  sql<boolean>`exists (select from production.flow_link link where link.account_id = production_step.account_id
    and ${sql.ref(`link.${own}_step_id`)} = production_step.id
    and ${sql.ref(`link.${other}_step_id`)} = any(${ids}::text[]))`;

/** A rate per hour in the account's currency; null without one. */
const hourlyRateOf = (field: string, own: string) =>
  sql`case when ${sql.ref(`production_step.${own}`)} is null then null else json_build_object(
    'id', 'rate_' || production_step.id || ${sql.lit(`.${field}`)}, 'value', ${sql.ref(`production_step.${own}`)},
    'unitID', ${unitCalled(sql.lit('dollar'))}, 'perUnitID', ${unitCalled(sql.lit('hr'))}) end`;

/** The id of a built-in unit. */
function unitCalled(name: ReturnType<typeof sql>) {
  return sql`(select unit.id from inventory.v_units unit
    where unit.account_id = production_step.account_id and unit.name = ${name})`;
}

/** The step's station, the first by name. */
const firstStation = sql`(select station.id, station.name from production.station_step own
    join production.scanning_station station on station.account_id = own.account_id and station.id = own.station_id
    where own.account_id = production_step.account_id and own.step_id = production_step.id
    order by station.name limit 1) first`;

type StepPage = EndpointRequest<typeof listProductionSteps>['query'];

/** Production steps for answers. The id of a production is derived from the id of its step. */
export const stepView = projection<typeof productionSteps.row, StepPage>(productionSteps.row, {
  list: listProductionSteps,
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
    laborTime: sql`case when production_step.labor_time is null then null else json_build_object(
      'id', 'qty_' || production_step.id || '.laborTime', 'measure', production_step.labor_time,
      'unitID', ${unitCalled(sql.ref('production_step.labor_time_unit'))},
      'unit', production_step.labor_time_unit) end`,
    laborRate: hourlyRateOf('laborRate', 'labor_rate'),
    overheadRate: hourlyRateOf('overheadRate', 'overhead_rate'),
    machines: sql`coalesce((select json_agg(json_build_object('id', machine.id, 'name', machine.name)
        order by machine.name, machine.id)
      from production.step_machine own
      join inventory.v_machines machine on machine.account_id = own.account_id and machine.id = own.machine_id
      where own.account_id = production_step.account_id and own.step_id = production_step.id), '[]')`,
    in: linkedSteps('target', 'source'),
    out: linkedSteps('source', 'target'),
    isStocked: isStockedColumn('production_step'),
    stocking: sql`production_step.is_stocked`,
    scanningStationID: sql`(select first.id from ${firstStation})`,
    scanningStation: sql`(select json_build_object('id', first.id, 'name', first.name) from ${firstStation})`,
  },
  search: ['name'],
  filters: {
    itemIDs: (ids) => sql<boolean>`production_step.item_id = any(${ids}::text[])`,
    consumedItemIDs: (ids) => sql<boolean>`exists (select from production.consumption used
      where used.account_id = production_step.account_id and used.step_id = production_step.id
        and used.item_id = any(${ids}::text[]))`,
    inputStepIDs: (ids) => isLinkedTo('target', 'source', ids),
    outputStepIDs: (ids) => isLinkedTo('source', 'target', ids),
    machineIDs: (ids) => sql<boolean>`exists (select from production.step_machine own
      where own.account_id = production_step.account_id and own.step_id = production_step.id
        and own.machine_id = any(${ids}::text[]))`,
    scanningStationIDs: (ids) => sql<boolean>`exists (select from production.station_step own
      where own.account_id = production_step.account_id and own.step_id = production_step.id
        and own.station_id = any(${ids}::text[]))`,
    startDate: since('production_step.created_at'),
    endDate: upTo('production_step.created_at'),
  },
  sortable: { production: skuOf('production_step') },
  order: ['name'],
});

type ConsumptionPage = EndpointRequest<typeof consumptions.list>['query'] & { stepID: string };

/** Consumptions of one step. */
export const consumptionView = projection<typeof consumptions.row, ConsumptionPage>(consumptions.row, {
  list: { path: consumptions.list.path },
  table: 'production.consumption',
  computed: { item: itemOf('consumption'), quantity: quantityOf('consumption', 'quantity') },
  search: [skuOf('consumption')],
  filters: { stepID: (id) => sql<boolean>`consumption.step_id = ${id}` },
  sortable: { item: skuOf('consumption') },
  order: ['createdAt'],
});
