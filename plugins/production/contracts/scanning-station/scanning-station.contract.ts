import {
  crudEndpoints,
  endpoint,
  idOf,
  listOf,
  listQuery,
  namedCode,
  noContent,
  noteText,
  positiveMeasure,
  repeated,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { batchReference, batchRow } from '../batch/batch.contract.ts';

/** A multi-part station joins batches of several parts to one batch. */
export const stationTypeNames = { single_part: 'Single part', multi_part: 'Multi-part' } as const;
export type StationType = keyof typeof stationTypeNames;
const stationType = namedCode(stationTypeNames);

/** Height x width of a traveller label in inches (spec operations section 9). */
export const batchLabelSizes = ['1x4', '1x1', '1x3', '2x4'] as const;
export type BatchLabelSize = (typeof batchLabelSizes)[number];
export const batchLabelTypeNames = { qr_code: 'QR code', code_128: 'Bar code (Code 128)' } as const;
export type BatchLabelType = keyof typeof batchLabelTypeNames;
const batchLabelType = namedCode(batchLabelTypeNames);

const named = z.object({ id: z.string(), name: z.string() });

/** A station where batches are scanned (spec operations section 3). */
export const scanningStations = crudEndpoints({
  one: 'ScanningStation',
  many: 'ScanningStations',
  words: ['scanning station', 'scanning stations'],
  prefix: 'sst',
  path: '/v1/scanning-stations',
  domain: 'scanning_stations',
  row: {
    name: z.string(),
    notes: z.string().nullable(),
    type: stationType,
    isMultiPart: z.boolean(),
    batchLabelTagSize: z.enum(batchLabelSizes),
    batchLabelType,
    /** Whether scans are refused if material is missing. */
    materialCheckRequired: z.boolean(),
    departmentID: z.string().nullable(),
    department: named.nullable(),
    /** Steps of the station, by name. */
    productionSteps: z.array(named),
    openBatchCount: z.int(),
    lastScanAt: z.iso.datetime().nullable(),
  },
  sortBy: ['name', 'type', 'department', 'createdAt'],
  filters: {
    type: repeated(stationType),
    departmentIDs: repeated(z.string()),
    productionStepIDs: repeated(z.string()),
  },
  body: {
    name: requiredLine(100, 'Station name is required'),
    notes: noteText.nullish(),
    type: stationType.optional(),
    batchLabelTagSize: z.enum(batchLabelSizes).optional(),
    batchLabelType: batchLabelType.optional(),
    materialCheckRequired: z.boolean().optional(),
    departmentID: idOf('dpt', 'Department is required').nullish(),
    /** Steps of the station; replaces its present ones. */
    productionStepIDs: z.array(idOf('pst', 'Production step is required')).max(500).optional(),
  },
});

export const {
  list: listScanningStations,
  get: getScanningStation,
  create: createScanningStation,
  update: updateScanningStation,
  remove: deleteScanningStation,
  createBody: createScanningStationBody,
  updateBody: updateScanningStationBody,
} = scanningStations;
export type ScanningStation = z.output<typeof scanningStations.row>;

/**
 * Batches for a station: open batches at its steps, batches to be started there, and batches that its steps take next.
 */
export const listScanningStationBatches = endpoint({
  name: 'listScanningStationBatches',
  method: 'GET',
  path: '/v1/scanning-stations/{scanningStationID}/batches',
  permission: 'batches:read',
  summary: 'Lists the batches that wait or are worked at a station.',
  query: listQuery({ sortBy: ['number', 'scannedAt', 'createdAt'] }),
  reply: listOf(batchRow),
});

/** Links the step of this name with the station, or removes the link if it exists. 404 `production_step_not_found` */
export const toggleStationStep = endpoint({
  name: 'toggleStationStep',
  method: 'PUT',
  path: '/v1/scanning-stations/{scanningStationID}/production-steps',
  permission: 'scanning_stations:update',
  summary: 'Lets a station do a step, or not any more.',
  body: z.strictObject({ name: requiredLine(100, 'Step name is required') }),
  reply: scanningStations.row,
});

const stationConsumption = z.object({
  sku: z.string(),
  demandMeasure: z.number(),
  demandUnit: z.string(),
  /** Quantity that this scan could take now. */
  inventoryMeasure: z.number(),
  inventoryUnit: z.string(),
  instructions: z.string().nullable(),
});
export type StationConsumption = z.output<typeof stationConsumption>;

/**
 * Stock that completing the present step of batches takes, for all of them or for `splitQuantity` of their item; with a
 * step, the stock that the step will take for the same quantity.
 */
export const listStationConsumptions = endpoint({
  name: 'listStationConsumptions',
  method: 'POST',
  path: '/v1/scanning-stations/{scanningStationID}/consumptions',
  permission: 'batches:read',
  summary: 'Reads what work on batches takes from stock.',
  reads: true,
  status: 200,
  body: z.strictObject({
    batchIDs: z.array(batchReference).min(1, { error: 'Scan a batch' }).max(500),
    splitQuantity: positiveMeasure.optional(),
    productionStepID: idOf('pst', 'Production step is required').optional(),
  }),
  reply: z.object({ items: z.array(stationConsumption) }),
});

const stationDevice = z.object({
  id: z.string(),
  name: z.string(),
  /** `waiting` until the code is entered, `expired` after ten minutes, `unused` after 60 days without use. */
  status: z.enum(['waiting', 'expired', 'paired', 'unused', 'revoked']),
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type StationDevice = z.output<typeof stationDevice>;
const devicesPath = '/v1/scanning-stations/{scanningStationID}/devices';

/** Tablets and terminals of a station, the newest first. */
export const listStationDevices = endpoint({
  name: 'listStationDevices',
  method: 'GET',
  path: devicesPath,
  permission: 'scanning_stations:read',
  summary: 'Lists the devices of a scanning station.',
  reply: z.object({ items: z.array(stationDevice) }),
});

/** Begins to pair a device: entering the code at `/scanning-station` within ten minutes pairs it. */
export const createStationDevice = endpoint({
  name: 'createStationDevice',
  method: 'POST',
  path: devicesPath,
  permission: 'scanning_stations:update',
  summary: 'Opens the pairing of a device with a scanning station.',
  body: z.strictObject({ name: requiredLine(60, 'Device name is required') }),
  reply: stationDevice.extend({ code: z.string(), expiresAt: z.iso.datetime() }),
});

/** Removes a device, which is signed out immediately. */
export const deleteStationDevice = endpoint({
  name: 'deleteStationDevice',
  method: 'DELETE',
  path: '/v1/scanning-stations/{scanningStationID}/devices/{deviceID}',
  permission: 'scanning_stations:update',
  summary: 'Ends a device of a scanning station.',
  reply: noContent,
});
