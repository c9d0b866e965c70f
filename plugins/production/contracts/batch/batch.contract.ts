import {
  binaryReply,
  declareStates,
  endpoint,
  hasCardNumber,
  idOf,
  isID,
  listOf,
  listQuery,
  noContent,
  nonNegativeMeasure,
  noteText,
  quantity,
  recordShape,
  repeated,
  type StateOf,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { stepItem } from '../production-step/production-step.contract.ts';

/** A planned batch waits for its first scan; a closed one is in stock, used up, or given up. */
export const batchStates = declareStates('batch', {
  planned: { name: 'Planned', tone: 'neutral', is: ['live', 'planned'], next: ['start'] },
  open: { name: 'Open', tone: 'info', is: ['live', 'open', 'started'], next: ['count_off'] },
  closed: { name: 'Closed', tone: 'success', is: ['closed', 'started'] },
});
export type BatchStatus = StateOf<typeof batchStates>;

const named = z.object({ id: z.string(), name: z.string() });

/** A batch: so much of what a step makes, at that step (spec operations section 3). */
export const batchRow = z.object({
  ...recordShape,
  /** `<run>-<n>` */
  number: z.string(),
  status: batchStates.code,
  productionRunID: z.string(),
  /** What the step makes that it stands at. */
  item: stepItem,
  /** In the item's default unit. */
  quantity,
  /** Lost to second quality and to waste so far, counted where they fell. */
  seconds: z.number(),
  waste: z.number(),
  productionStepID: z.string(),
  productionStep: named,
  /** Machines that the step can be done on. */
  machines: z.array(named),
  /** Numbers of the lots of the materials that went into it, its own steps only. */
  lots: z.array(z.string()),
  /** Where it was scanned last. */
  scanningStation: named.nullable(),
  departmentName: z.string().nullable(),
  scannedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
});
export type Batch = z.output<typeof batchRow>;

/** What was done to batches (spec operations section 4), and undone. */
export const batchEventKinds = ['init', 'move', 'split', 'merge', 'consume', 'close', 'delete', 'undo'] as const;
export type BatchEventKind = (typeof batchEventKinds)[number];
export const batchEventNames: Readonly<Record<BatchEventKind, string>> = {
  init: 'Started',
  move: 'Moved',
  split: 'Counted off',
  merge: 'Merged',
  consume: 'Material booked',
  close: 'Closed',
  delete: 'Deleted',
  undo: 'Undone',
};

const invalidScan = 'Invalid scan data';

/** The text of a code: that of a label, or what labels of former systems hold, `{"batchID": "..."}`. */
const scannedText = (input: unknown): unknown => {
  if (typeof input === 'object' && input !== null && 'batchID' in input) return input.batchID;
  if (typeof input !== 'string' || !input.trim().startsWith('{')) return input;
  try {
    return (JSON.parse(input) as { batchID?: unknown } | null)?.batchID;
  } catch {
    return undefined;
  }
};

/** A batch by its id or its number, as a label has them (spec operations section 5). */
export const batchReference = z.preprocess(
  scannedText,
  z
    .string({ error: invalidScan })
    .trim()
    .min(1, { error: invalidScan })
    .max(100, { error: invalidScan })
    .refine((text) => !hasCardNumber(text), { error: 'This looks like a payment card: it was not kept' }),
);
const batchReferences = z.array(batchReference).min(1, { error: 'Scan a batch' }).max(500);

/** What a device says of a scan. A scan with an id counts once for ever; it may be sent again until it is answered. */
const scanFields = {
  scanID: z.string().trim().min(8).max(100).optional(),
  /**
   * By the clock of the device; its scans are told apart by their ids, never by this. 400 `scan_time` for a time to
   * come, and, where `sentAt` is not said, for more than 7 days ago.
   */
  scannedAt: z.iso.datetime({ offset: true }).optional(),
  /** By the same clock, when it was sent: how wrong the clock is does not matter then. */
  sentAt: z.iso.datetime({ offset: true }).optional(),
};
const stationID = idOf('sst', 'Scanning station is required');
const stepID = idOf('pst', 'Production step is required');
/** Ids that the device gave new batches, so that it can print their labels before the server has answered. */
const newBatchIDs = z
  .array(z.string().refine((id) => isID('bat', id), { error: 'Must be the id of a batch' }))
  .max(2)
  .optional();

const shortage = z.object({
  sku: z.string(),
  /** In the item's default unit. */
  measure: z.number(),
  unit: z.string(),
});

/** What came of a scan: batches that it changed or made, as they stand now, and material that was missing. */
const scanReply = z.object({
  eventID: z.string(),
  kind: z.enum(batchEventKinds),
  /** True where this scan was answered before. */
  isRepeated: z.boolean(),
  batches: z.array(batchRow),
  shortages: z.array(shortage),
});
export type ScanReply = z.output<typeof scanReply>;

const scanAction = <const Name extends string, const Word extends string, Fields extends z.core.$ZodLooseShape>(
  name: Name,
  word: Word,
  permission: 'create' | 'update',
  summary: string,
  fields: Fields,
) =>
  endpoint({
    name,
    method: 'POST',
    path: `/v1/batches/actions/${word}`,
    permission: `batches:${permission}` as const,
    summary,
    body: z.strictObject({ ...fields, ...scanFields }),
    reply: scanReply,
  });

export const listBatches = endpoint({
  name: 'listBatches',
  method: 'GET',
  path: '/v1/batches',
  permission: 'batches:read',
  summary: 'Lists batches.',
  query: listQuery({
    sortBy: ['number', 'status', 'scannedAt', 'createdAt'],
    filters: {
      status: repeated(batchStates.code),
      productionRunIDs: repeated(z.string()),
      productionStepIDs: repeated(z.string()),
      itemIDs: repeated(z.string()),
      scanningStationIDs: repeated(z.string()),
      departmentIDs: repeated(z.string()),
      /** Machines that the step it stands at can be done on. */
      machineIDs: repeated(z.string()),
    },
  }),
  reply: listOf(batchRow),
});

export const getBatch = endpoint({
  name: 'getBatch',
  method: 'GET',
  path: '/v1/batches/{batchID}',
  permission: 'batches:read',
  summary: 'Reads a batch by its id or number.',
  reply: batchRow,
});

const flowEvent = z.object({
  id: z.string(),
  kind: z.enum(batchEventKinds),
  at: z.iso.datetime(),
  by: z.string(),
  scanningStation: z.string().nullable(),
  /** Steps before and after; null for a batch that was not there, or is not any more. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** What the batch counts after it, in the default unit of its item then. */
  measure: z.number(),
  unit: z.string(),
  note: z.string().nullable(),
  isUndone: z.boolean(),
});
const flowBatch = z.object({
  id: z.string(),
  number: z.string(),
  status: batchStates.code,
  productionRunID: z.string(),
  item: stepItem,
  quantity,
  seconds: z.number(),
  waste: z.number(),
  productionStep: named,
  closedAt: z.iso.datetime().nullable(),
});
/** Where a batch came from and went: all batches of its tree, what passed between them, and its own history. */
export const batchFlow = z.object({
  batchID: z.string(),
  batches: z.array(flowBatch),
  edges: z.array(
    z.object({
      eventID: z.string(),
      fromBatchID: z.string(),
      toBatchID: z.string(),
      /** Of the source's item, in its default unit. */
      measure: z.number(),
      unit: z.string(),
    }),
  ),
  events: z.array(flowEvent),
  materials: z.array(
    z.object({
      sku: z.string(),
      batchNumber: z.string(),
      /** Taken: by the scan, and since, where it was missing then. */
      measure: z.number(),
      /** Missing so far: booked when stock comes. */
      short: z.number(),
      unit: z.string(),
      /** That it was taken of. */
      lots: z.array(z.string()),
    }),
  ),
});
export type BatchFlow = z.output<typeof batchFlow>;

/** Where a batch came from and went to. */
export const getBatchFlow = endpoint({
  name: 'getBatchFlow',
  method: 'GET',
  path: '/v1/batches/{batchID}/flow',
  permission: 'batches:read',
  summary: 'Reads where a batch came from and went to.',
  reply: batchFlow,
});

const amount = z.object({ measure: z.number(), unit: z.string() });

/** How much of what a step makes batches come to; `batch_model_interface_mismatch` for one that never gets there. */
export const getRemainingQuantities = endpoint({
  name: 'getRemainingQuantities',
  method: 'POST',
  path: '/v1/batches/remaining-quantities',
  permission: 'batches:read',
  summary: 'Reads how much of what a step makes batches come to.',
  reads: true,
  status: 200,
  body: z.strictObject({ batchIDs: batchReferences, productionStepID: stepID }),
  reply: z.object({
    items: z.array(
      z.object({
        batchID: z.string(),
        number: z.string(),
        sku: z.string(),
        /** What the batch counts where it stands. */
        quantity: amount,
        /** The same as what the step makes; null where it does not divide. */
        remaining: amount.nullable(),
      }),
    ),
  }),
});

const nextStep = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it takes other parts beside this one: those are scanned together at a multi-part station. */
  isMultiPart: z.boolean().default(false),
  item: stepItem,
  /** What the batch comes to there; null where it does not divide. */
  measure: z.number().nullable(),
  unit: z.string(),
});
/** Steps that a batch can go on to at a station; empty where the next thing is to close it. */
export const listNextSteps = endpoint({
  name: 'listNextSteps',
  method: 'POST',
  path: '/v1/batches/{batchID}/next-steps',
  permission: 'batches:read',
  summary: 'Lists the steps that a batch can go on to at a station.',
  reads: true,
  status: 200,
  body: z.strictObject({ scanningStationID: stationID }),
  reply: z.object({
    items: z.array(nextStep),
    /** Whether what its step makes goes into stock: the batch ends here. */
    isLast: z.boolean(),
    /** Whether the batch waits to be started at this station. */
    canStart: z.boolean(),
    batch: batchRow,
  }),
});
export type NextStep = z.output<typeof nextStep>;

/** Starts a planned batch at its first step, at a station that serves it. */
export const initializeBatch = scanAction('initializeBatch', 'initialize', 'create', 'Starts a planned batch.', {
  scanningStationID: stationID,
  batchID: batchReference,
});

/** Completes the present step of batches; they stand at the named one then, all or none. */
export const moveBatches = scanAction('moveBatches', 'move', 'update', 'Moves batches to the next step.', {
  scanningStationID: stationID,
  batchIDs: batchReferences,
  productionStepID: stepID,
});

/**
 * Counts off: firsts go on to the step, seconds become stock of second quality, waste is booked. What is left stays
 * open, or is waste too where `closeBatch`. Numbers are in the default unit of the batch's item.
 */
export const splitBatch = scanAction('splitBatch', 'split', 'update', 'Counts off firsts, seconds and waste.', {
  scanningStationID: stationID,
  batchIDs: batchReferences,
  /** Absent: firsts stay at the present step. */
  productionStepID: stepID.optional(),
  firsts: nonNegativeMeasure,
  seconds: nonNegativeMeasure.default(0),
  waste: nonNegativeMeasure.default(0),
  closeBatch: z.boolean().default(false),
  newBatchIDs,
});

/**
 * Batches of one item and step become one; at a multi-part station batches of all parts of a step become what it makes,
 * and what is over stays open.
 */
export const mergeBatches = scanAction('mergeBatches', 'merge', 'update', 'Makes one batch of several.', {
  scanningStationID: stationID,
  batchIDs: batchReferences,
  productionStepID: stepID,
  newBatchIDs,
});

/** Ends a batch: its output enters stock at what it cost. One that is given up needs a reason. */
export const closeBatch = scanAction('closeBatch', 'close', 'update', 'Closes a batch into stock, or gives it up.', {
  batchID: batchReference,
  scanningStationID: stationID.optional(),
  reason: noteText.optional(),
});

/** Takes back the newest scan of a station, within 15 minutes of its coming in. */
export const undoScan = scanAction('undoScan', 'undo', 'update', 'Takes back the newest scan of a station.', {
  scanningStationID: stationID,
  /** The scan that is meant; absent: whichever is the newest. */
  eventID: idOf('bev', 'Scan is required').optional(),
});
export const undoMinutes = 15;

/** Deletes a planned batch; 409 `batch_delete_failed` for one that was started. */
export const deleteBatch = endpoint({
  name: 'deleteBatch',
  method: 'DELETE',
  path: '/v1/batches/{batchID}',
  permission: 'batches:delete',
  summary: 'Deletes a planned batch.',
  reply: noContent,
});

/** Deletes those that are planned, and says of the others why not. */
export const bulkDeleteBatches = endpoint({
  name: 'bulkDeleteBatches',
  method: 'POST',
  path: '/v1/batches/actions/bulk-delete',
  permission: 'batches:delete',
  summary: 'Deletes planned batches.',
  body: z.strictObject({ batchIDs: batchReferences }),
  reply: z.object({
    deleted: z.array(z.string()),
    refused: z.array(z.object({ batchID: z.string(), code: z.string(), message: z.string() })),
  }),
});

/** Most traveller labels of one call. */
export const mostBatchLabels = 300;

/**
 * Traveller labels of batches: number, item and quantity, and a code that every station reads. Size and code are those
 * of the station, else the ones named. 400 `label_too_small` where a Code 128 does not fit.
 */
export const printBatchLabels = endpoint({
  name: 'printBatchLabels',
  method: 'POST',
  path: '/v1/batches/actions/print-labels',
  outside: true,
  reads: true,
  isLong: true,
  inTurn: true,
  permission: 'batches:read',
  summary: 'Prints traveller labels of batches.',
  body: z.strictObject({
    batchIDs: z.array(batchReference).min(1, { error: 'Choose at least one batch' }).max(mostBatchLabels),
    scanningStationID: stationID.optional(),
    size: z.enum(['1x4', '1x1', '1x3', '2x4']).optional(),
    type: z.enum(['qr_code', 'code_128']).optional(),
    format: z.enum(['pdf', 'zpl']).default('pdf'),
  }),
  reply: binaryReply('application/*'),
});
