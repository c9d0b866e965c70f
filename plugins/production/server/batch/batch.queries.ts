import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, projection, sql } from '@millwright/core/server';
import { type Batch, batchRow, listBatches, scanProblems } from '../../contracts/index.ts';
import { itemOf } from '../production-step/production-step.queries.ts';
import { batchIs } from '../states/states.ts';
import { batchesByCode } from './scan-desk.ts';

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

/** Batches by their numbers, the run's first one first. */
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
    // At its steps, or where its steps take it from next.
    stationID: (id) => sql<boolean>`${batchIs.live('batch.status')} and batch.step_id in (
      select own.step_id from production.station_step own
        where own.account_id = batch.account_id and own.station_id = ${id}
      union select link.source_step_id from production.station_step own
        join production.flow_link link on link.account_id = own.account_id and link.target_step_id = own.step_id
        where own.account_id = batch.account_id and own.station_id = ${id} and ${batchIs.open('batch.status')})`,
  },
  order: ['createdAt'],
});

/** Batches of these ids as answers carry them, in their order. */
export async function batchesInOrder(ctx: AccountContext, ids: readonly string[]): Promise<Batch[]> {
  if (!ids.length) return [];
  const items = await batchView.byIDs(ctx, ids);
  const byID = new Map(items.map((batch) => [batch.id, batch]));
  return ids.flatMap((id) => byID.get(id) ?? []);
}

/** A batch by its id or number. @throws Problem 404 `batch_not_found` */
export async function batchByCode(ctx: AccountContext, code: string): Promise<Batch> {
  const id = (await batchesByCode(ctx, [code])).get(code);
  if (!id) throw scanProblems.batch_not_found();
  return batchView.byID(ctx, id);
}
