import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, projection, sql } from '@millwright/core/server';
import { type Batch, batchRow, listBatches, scanProblems } from '../../contracts/index.ts';
import { itemOf } from '../production-step/production-step.queries.ts';
import { batchIs } from '../states/states.ts';
import { batchesByCode } from './scan/scan-desk.ts';

type BatchPage = EndpointRequest<typeof listBatches>['query'] & {
  runID?: string;
  stationID?: string;
};

/** A base quantity of the batch's item in its default unit, six decimals. */
const shown = (column: string) => sql`(select (${sql.ref(`batch.${column}`)} * cost.unit_denominator
    / cost.unit_numerator)::numeric(18,6)
  from inventory.v_item_costs cost where cost.account_id = batch.account_id and cost.id = batch.item_id)`;

const stationOf = sql`production.scanning_station station
  where station.account_id = batch.account_id and station.id = batch.station_id`;

/** Steps of the bill of the batch's run. */
const billSteps = sql`production.production_run run cross join jsonb_array_elements(run.bill) step
  where run.account_id = batch.account_id and run.id = batch.run_id`;

/** Whether the batch flows into such a step. */
const flowsInto = sql`step -> 'inputs' @> jsonb_build_array(jsonb_build_object('stepID', batch.step_id))`;

/** Batches by number, the first of a run first. */
export const batchView = projection<typeof batchRow, BatchPage>(batchRow, {
  list: listBatches,
  table: 'production.batch',
  computed: {
    productionRunID: sql`batch.run_id`,
    item: itemOf('batch'),
    quantity: sql`(select json_build_object('id', 'qty_' || batch.id || '.quantity', 'measure', ${shown('quantity')},
        'unitID', item.default_unit_id, 'unit', item.default_unit_name)
      from inventory.v_items item where item.account_id = batch.account_id and item.id = batch.item_id)`,
    seconds: shown('seconds'),
    waste: shown('waste'),
    productionStepID: sql`batch.step_id`,
    productionStep: sql`(select json_build_object('id', step.id, 'name', step.name)
      from production.production_step step where step.account_id = batch.account_id and step.id = batch.step_id)`,
    isLast: sql`coalesce((select (step ->> 'isStocked')::boolean from ${billSteps}
      and step ->> 'id' = batch.step_id), false)`,
    goesTo: sql`coalesce((select json_agg(json_build_object('id', target.id, 'name', target.name,
        'item', (select json_build_object('id', item.id, 'sku', item.sku, 'description', item.description,
          'type', item.type) from inventory.v_items item
          where item.account_id = batch.account_id and item.id = own.step ->> 'itemID'),
        'partCount', (select count(distinct input ->> 'itemID')::int
          from jsonb_array_elements(own.step -> 'inputs') input))
        order by target.name)
      from (select step from ${billSteps} and ${flowsInto}) own
      join production.production_step target on target.account_id = batch.account_id
        and target.id = own.step ->> 'id'), '[]')`,
    machines: sql`coalesce((select json_agg(json_build_object('id', machine.id, 'name', machine.name)
        order by machine.name, machine.id)
      from production.step_machine own
      join inventory.v_machines machine on machine.account_id = own.account_id and machine.id = own.machine_id
      where own.account_id = batch.account_id and own.step_id = batch.step_id), '[]')`,
    lots: sql`coalesce((select json_agg(distinct lot) from production.batch_material own, unnest(own.lots) lot
      where own.account_id = batch.account_id and own.batch_id = batch.id and not own.is_undone), '[]')`,
    scanningStation: sql`(select json_build_object('id', station.id, 'name', station.name) from ${stationOf})`,
    departmentName: sql`(select department.name from production.scanning_station station
      join inventory.v_departments department on department.account_id = station.account_id
        and department.id = station.department_id
      where station.account_id = batch.account_id and station.id = batch.station_id)`,
  },
  search: ['number'],
  sortable: { number: sql`batch.created_at` },
  filters: {
    status: (statuses) => sql<boolean>`batch.status = any(${statuses}::text[])`,
    runID: (id) => sql<boolean>`batch.run_id = ${id}`,
    productionRunIDs: (ids) => sql<boolean>`batch.run_id = any(${ids}::text[])`,
    productionStepIDs: (ids) => sql<boolean>`batch.step_id = any(${ids}::text[])`,
    itemIDs: (ids) => sql<boolean>`batch.item_id = any(${ids}::text[])`,
    scanningStationIDs: (ids) => sql<boolean>`batch.station_id = any(${ids}::text[])`,
    departmentIDs: (ids) => sql<boolean>`exists (select from ${stationOf}
      and station.department_id = any(${ids}::text[]))`,
    machineIDs: (ids) => sql<boolean>`exists (select from production.step_machine own
      where own.account_id = batch.account_id and own.step_id = batch.step_id
        and own.machine_id = any(${ids}::text[]))`,
    // Batches at the station's steps, or at steps from which these take next, by the bill of their run.
    stationID: (id) => sql<boolean>`${batchIs.live('batch.status')} and (batch.step_id in (
        select own.step_id from production.station_step own
        where own.account_id = batch.account_id and own.station_id = ${id})
      or ${batchIs.open('batch.status')} and exists (select from ${billSteps} and ${flowsInto} and step ->> 'id' in (
        select own.step_id from production.station_step own
        where own.account_id = batch.account_id and own.station_id = ${id})))`,
  },
  order: ['createdAt'],
});

/** Batches of these ids, in their order. */
export async function batchesInOrder(ctx: AccountContext, ids: readonly string[]): Promise<Batch[]> {
  if (!ids.length) return [];
  const items = await batchView.byIDs(ctx, ids);
  const byID = new Map(items.map((batch) => [batch.id, batch]));
  return ids.flatMap((id) => byID.get(id) ?? []);
}

/**
 * A batch by id or number.
 * @throws Problem 404 `batch_not_found`
 */
export async function batchByCode(ctx: AccountContext, code: string): Promise<Batch> {
  const id = (await batchesByCode(ctx, [code])).get(code);
  if (!id) throw scanProblems.batch_not_found();
  return batchView.byID(ctx, id);
}
