import type { EndpointRequest } from '@millwright/core/contracts';
import { projection, sql } from '@millwright/core/server';
import { listScanningStations, scanningStations } from '../../contracts/index.ts';
import { batchIs } from '../states/states.ts';

type StationPage = EndpointRequest<typeof listScanningStations>['query'] & { ids?: readonly string[] };

const departmentName = sql<string>`(select department.name from inventory.v_departments department
  where department.account_id = scanning_station.account_id and department.id = scanning_station.department_id)`;

export const stationView = projection<typeof scanningStations.row, StationPage>(scanningStations.row, {
  list: listScanningStations,
  table: 'production.scanning_station',
  computed: {
    isMultiPart: sql`scanning_station.type = 'multi_part'`,
    department: sql`case when scanning_station.department_id is null then null else json_build_object(
      'id', scanning_station.department_id, 'name', ${departmentName}) end`,
    productionSteps: sql`coalesce((select json_agg(json_build_object('id', step.id, 'name', step.name)
        order by step.name)
      from production.station_step own
      join production.production_step step on step.account_id = own.account_id and step.id = own.step_id
      where own.account_id = scanning_station.account_id and own.station_id = scanning_station.id), '[]')`,
    openBatchCount: sql`(select count(*)::int from production.batch batch
      where batch.account_id = scanning_station.account_id and batch.station_id = scanning_station.id
        and ${batchIs.open('batch.status')})`,
    lastScanAt: sql`(select max(event.created_at) from production.batch_event event
      where event.account_id = scanning_station.account_id and event.station_id = scanning_station.id)`,
  },
  search: ['name'],
  filters: {
    ids: (ids) => sql<boolean>`scanning_station.id = any(${[...ids]}::text[])`,
    type: (types) => sql<boolean>`scanning_station.type = any(${types}::text[])`,
    departmentIDs: (ids) => sql<boolean>`scanning_station.department_id = any(${ids}::text[])`,
    productionStepIDs: (ids) => sql<boolean>`exists (select from production.station_step own
      where own.account_id = scanning_station.account_id and own.station_id = scanning_station.id
        and own.step_id = any(${ids}::text[]))`,
  },
  sortable: { department: departmentName },
  order: ['name'],
});
