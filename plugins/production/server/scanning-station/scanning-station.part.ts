import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  definePart,
  type RecordLinks,
  referenceAggregate,
  renewVersion,
  route,
  sql,
  updateRecord,
} from '@millwright/core/server';
import {
  createStationDevice,
  deleteStationDevice,
  listProductionSteps,
  listScanningStations,
  listStationDevices,
  scanningStationDeclarations,
  scanningStations,
  scanProblems,
  toggleStationStep,
} from '../../contracts/index.ts';
import { ScanningStation, StationDevice, StationStep } from './scanning-station.entity.ts';
import { stationView } from './scanning-station.queries.ts';
import { addDevice, devicesOf, endDevice, endDevicesOf, stationOfDevice } from './station-devices.ts';

const links: readonly RecordLinks[] = [
  {
    field: 'productionStepIDs',
    table: 'production.station_step',
    owner: 'station_id',
    target: 'step_id',
    to: 'production.production_step',
    what: 'production step',
  },
];

const kind = {
  type: 'scanning_station',
  entity: ScanningStation,
  table: 'production.scanning_station',
  lists: [listScanningStations, listProductionSteps],
  fields: [
    'name',
    'notes',
    'type',
    'batchLabelTagSize',
    'batchLabelType',
    'materialCheckRequired',
    'department',
    'productionSteps',
  ],
  facts: ({ department, productionSteps, ...station }: Awaited<ReturnType<typeof stationView.byID>>) => ({
    ...station,
    department: department?.name ?? null,
    productionSteps: productionSteps.map(({ name }) => name).join(', '),
  }),
  subtitle: ({ department }: Awaited<ReturnType<typeof stationView.byID>>) => department?.name,
};

async function refuseUnknownDepartment(ctx: AccountContext, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const { rows } = await sql`select id from inventory.v_departments
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  if (!rows.length)
    throw problems.invalid_input({ errors: [{ path: 'departmentID', message: 'There is no such department' }] });
}

/**
 * Links the step of a name with the station, or removes the link.
 * @throws Problem 404 `production_step_not_found`
 */
async function toggleStep(ctx: AccountContext, stationID: string, name: string) {
  const query = ctx.em.query();
  return updateRecord(
    ctx,
    { ...kind, read: (inner, id) => stationView.byID(inner, id) },
    stationID,
    {},
    undefined,
    async (station) => {
      const { rows } = await sql<{ id: string }>`select id from production.production_step
        where account_id = ${ctx.account.id} and name = ${name}`.execute(query);
      const [step] = rows;
      if (!step) throw scanProblems.production_step_not_found({ message: `There is no production step ${name}.` });
      const { rows: gone } = await sql`delete from production.station_step
        where account_id = ${ctx.account.id} and station_id = ${stationID} and step_id = ${step.id}
        returning step_id`.execute(query);
      if (!gone.length) await ctx.em.insert('production.station_step', [{ station_id: stationID, step_id: step.id }]);
      renewVersion(ctx, station);
    },
  );
}

const aggregate = referenceAggregate({
  ...kind,
  prefix: 'sst',
  endpoints: scanningStations,
  view: stationView,
  links,
  beforeRemove: (ctx, station) => endDevicesOf(ctx, station.id),
  refuse: (ctx, station) => refuseUnknownDepartment(ctx, station.departmentID),
});

export const scanningStationPart = definePart({
  ...aggregate,
  entities: [ScanningStation, StationStep, StationDevice],
  routes: () => [
    // A device sees only its own station.
    route(scanningStations.list, async (ctx, { query }) => {
      const deviceStationID = await stationOfDevice(ctx);
      return stationView.find(ctx, { ...query, ...(deviceStationID ? { ids: [deviceStationID] } : {}) });
    }),
    ...aggregate.routes().filter(({ endpoint }) => endpoint !== scanningStations.list),
    route(listStationDevices, async (ctx, { params }) => ({ items: await devicesOf(ctx, params.scanningStationID) })),
    route(createStationDevice, (ctx, { params, body }) => addDevice(ctx, params.scanningStationID, body.name), {
      repeat: 'refused',
    }),
    route(deleteStationDevice, (ctx, { params }) => endDevice(ctx, params.scanningStationID, params.deviceID)),
    route(toggleStationStep, (ctx, { params, body }) => toggleStep(ctx, params.scanningStationID, body.name)),
  ],
  ...scanningStationDeclarations,
  references: [
    {
      to: 'department',
      what: ['scanning station', 'scanning stations'],
      table: 'production.scanning_station',
      column: 'department_id',
      label: 'referrer.name',
    },
    {
      to: 'scanning_station',
      what: ['scan', 'scans'],
      table: 'production.batch_event',
      column: 'station_id',
    },
  ],
  samples: [
    {
      table: 'production.scanning_station',
      row: (ids) => ({
        name: 'Station {label}',
        notes: 'Canary {label}',
        type: 'single_part',
        batch_label_tag_size: '1x3',
        batch_label_type: 'qr_code',
        material_check_required: false,
        department_id: ids('inventory.department'),
      }),
    },
    {
      table: 'production.station_device',
      row: (ids) => ({
        created_at: '2026-01-01T00:00:00Z',
        key_id: 'ak_{label}',
        name: 'Device {label}',
        station_id: ids('production.scanning_station'),
      }),
    },
    {
      table: 'production.station_step',
      row: (ids) => ({
        station_id: ids('production.scanning_station'),
        step_id: ids('production.production_step'),
      }),
    },
  ],
});
