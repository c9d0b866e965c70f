import {
  crudEndpoints,
  endpoint,
  idOf,
  listOf,
  listQuery,
  noContent,
  noteText,
  positiveMeasure,
  repeated,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { batchReference, batchRow } from '../batch/batch.contract.ts';

/** A multi-part station makes one batch of batches of several parts. */
export const stationTypes = ['single_part', 'multi_part'] as const;
export type StationType = (typeof stationTypes)[number];
export const stationTypeNames: Readonly<Record<StationType, string>> = {
  single_part: 'Single part',
  multi_part: 'Multi-part',
};

/** Height x width of a traveller label in inches (spec operations section 9). */
export const batchLabelSizes = ['1x4', '1x1', '1x3', '2x4'] as const;
export type BatchLabelSize = (typeof batchLabelSizes)[number];
export const batchLabelTypes = ['qr_code', 'code_128'] as const;
export type BatchLabelType = (typeof batchLabelTypes)[number];
export const batchLabelTypeNames: Readonly<Record<BatchLabelType, string>> = {
  qr_code: 'QR code',
  code_128: 'Bar code (Code 128)',
};

const named = z.object({ id: z.string(), name: z.string() });

/** Where batches are scanned (spec operations section 3). */
export const scanningStations = crudEndpoints({
  one: 'ScanningStation',
  many: 'ScanningStations',
  words: ['scanning station', 'scanning stations'],
  path: '/v1/scanning-stations',
  domain: 'scanning_stations',
  row: {
    name: z.string(),
    notes: z.string().nullable(),
    type: z.enum(stationTypes),
    isMultiPart: z.boolean(),
    batchLabelTagSize: z.enum(batchLabelSizes),
    batchLabelType: z.enum(batchLabelTypes),
    /** Whether a scan is refused where material is missing. */
    materialCheckRequired: z.boolean(),
    departmentID: z.string().nullable(),
    department: named.nullable(),
    /** Steps that are done here, by name. */
    productionSteps: z.array(named),
    openBatchCount: z.int(),
    lastScanAt: z.iso.datetime().nullable(),
  },
  sortBy: ['name', 'type', 'department', 'createdAt'],
  filters: {
    type: repeated(z.enum(stationTypes)),
    departmentIDs: repeated(z.string()),
    productionStepIDs: repeated(z.string()),
  },
  body: {
    name: requiredLine(100, 'Station name is required'),
    notes: noteText.nullish(),
    type: z.enum(stationTypes).optional(),
    batchLabelTagSize: z.enum(batchLabelSizes).optional(),
    batchLabelType: z.enum(batchLabelTypes).optional(),
    materialCheckRequired: z.boolean().optional(),
    departmentID: idOf('dpt', 'Department is required').nullish(),
    /** Steps that are done here; replaces those that were. */
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

/** Batches for a station: open ones at its steps, those that wait to be started there, and what its steps take next. */
export const listScanningStationBatches = endpoint({
  name: 'listScanningStationBatches',
  method: 'GET',
  path: '/v1/scanning-stations/{scanningStationID}/batches',
  permission: 'batches:read',
  summary: 'Lists the batches that wait or are worked at a station.',
  query: listQuery({ sortBy: ['number', 'scannedAt', 'createdAt'] }),
  reply: listOf(batchRow),
});

/** Links the step of this name to the station, or takes it away where it is linked. 404 `production_step_not_found` */
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
  /** What this scan could take now. */
  inventoryMeasure: z.number(),
  inventoryUnit: z.string(),
  instructions: z.string().nullable(),
});
export type StationConsumption = z.output<typeof stationConsumption>;

/**
 * What completing the present step of batches takes from stock, all of them or `splitQuantity` of their item; with a
 * step, what that step will take of what they come to.
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
  /** Waiting for its code to be typed, expired where nobody did within ten minutes, ended after 60 days unused. */
  status: z.enum(['waiting', 'expired', 'paired', 'unused', 'revoked']),
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type StationDevice = z.output<typeof stationDevice>;
const devicesPath = '/v1/scanning-stations/{scanningStationID}/devices';

/** Tablets and terminals that work at a station, the newest first. */
export const listStationDevices = endpoint({
  name: 'listStationDevices',
  method: 'GET',
  path: devicesPath,
  permission: 'scanning_stations:read',
  summary: 'Lists the devices of a scanning station.',
  reply: z.object({ items: z.array(stationDevice) }),
});

/** Opens the pairing of a device: whoever types the code at `/scanning-station` within ten minutes has it. */
export const createStationDevice = endpoint({
  name: 'createStationDevice',
  method: 'POST',
  path: devicesPath,
  permission: 'scanning_stations:update',
  summary: 'Opens the pairing of a device with a scanning station.',
  body: z.strictObject({ name: requiredLine(60, 'Device name is required') }),
  reply: stationDevice.extend({ code: z.string(), expiresAt: z.iso.datetime() }),
});

/** Ends a device: from now on it is signed out. */
export const deleteStationDevice = endpoint({
  name: 'deleteStationDevice',
  method: 'DELETE',
  path: '/v1/scanning-stations/{scanningStationID}/devices/{deviceID}',
  permission: 'scanning_stations:update',
  summary: 'Ends a device of a scanning station.',
  reply: noContent,
});
