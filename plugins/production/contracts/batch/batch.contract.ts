import {
  binaryReply,
  declareStates,
  endpoint,
  hasCardNumber,
  idOf,
  isID,
  isVisible,
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

/**
 * States of a batch. A planned batch waits for its first scan; a closed one went into stock, was used up, or was given
 * up.
 */
export const batchStates = declareStates('batch', {
  planned: { name: 'Planned', tone: 'neutral', is: ['live', 'planned'], next: ['start'] },
  open: { name: 'Open', tone: 'info', is: ['live', 'open', 'started'], next: ['count_off'] },
  closed: { name: 'Closed', tone: 'success', is: ['closed', 'started'] },
});
export type BatchStatus = StateOf<typeof batchStates>;

const named = z.object({ id: z.string(), name: z.string() });

/** A batch: a quantity of a step's product, at that step (spec operations section 3). */
export const batchRow = z.object({
  ...recordShape,
  /** `<run>-<n>` */
  number: z.string(),
  status: batchStates.code,
  productionRunID: z.string(),
  /** Product of its present step. */
  item: stepItem,
  /** In the item's default unit. */
  quantity,
  /** Second quality and waste so far, each counted in the item of its step. */
  seconds: z.number(),
  waste: z.number(),
  productionStepID: z.string(),
  productionStep: named,
  /** Whether it goes into stock after this step, by the bill of its run, which may differ from present recipes. */
  isLast: z.boolean(),
  /** Its next steps by that bill, with the number of parts that flow into each. */
  goesTo: z.array(z.object({ id: z.string(), name: z.string(), item: stepItem, partCount: z.number() })),
  /** Machines for the step. */
  machines: z.array(named),
  /** Lot numbers of the materials of its own steps. */
  lots: z.array(z.string()),
  /** Station of the last scan. */
  scanningStation: named.nullable(),
  departmentName: z.string().nullable(),
  scannedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
});
export type Batch = z.output<typeof batchRow>;

/** Kinds of events of batches (spec operations section 4), including undo. */
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

/** The text of a code: that of a label, or of labels of former systems, `{"batchID": "..."}`. */
const scannedText = (input: unknown): unknown => {
  if (typeof input === 'object' && input !== null && 'batchID' in input) return input.batchID;
  if (typeof input !== 'string' || !input.trim().startsWith('{')) return input;
  try {
    return (JSON.parse(input) as { batchID?: unknown } | null)?.batchID;
  } catch {
    return undefined;
  }
};

/** A batch by id or number, as on its label (spec operations section 5). */
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

/** Fields of a scan. A scan with an id counts only once; a device may send it again until it is answered. */
const scanFields = {
  scanID: z.string().trim().min(8).max(100).optional(),
  /**
   * Time by the device's clock; not used to identify the scan. 400 `scan_time` for a future time and, without `sentAt`,
   * for more than 7 days ago.
   */
  scannedAt: z.iso.datetime({ offset: true }).optional(),
  /**
   * Time of sending by the same clock, which makes a wrong clock harmless. The scan counts as done between the last
   * event of its batches (at least their planning) and its receipt.
   */
  sentAt: z.iso.datetime({ offset: true }).optional(),
};
const stationID = idOf('sst', 'Scanning station is required');
const stepID = idOf('pst', 'Production step is required');
/** Ids that the device generated for new batches, so that it can print their labels offline. */
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

/** Result of a scan: the changed and new batches in their present state, and missing material. */
const scanReply = z.object({
  eventID: z.string(),
  kind: z.enum(batchEventKinds),
  /** True if this scan was answered before. */
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
      /** Machines for the batch's present step. */
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
  /** Steps before and after; null if the batch did not exist before, or does not exist after. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Quantity after the event, in the default unit of its item at that time. */
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
/** The history of a batch: all batches of its tree, the quantities between them, and its own events. */
export const batchFlow = z.object({
  batchID: z.string(),
  batches: z.array(flowBatch),
  edges: z.array(
    z.object({
      eventID: z.string(),
      fromBatchID: z.string(),
      toBatchID: z.string(),
      /** In the default unit of the source's item. */
      measure: z.number(),
      unit: z.string(),
    }),
  ),
  events: z.array(flowEvent),
  materials: z.array(
    z.object({
      sku: z.string(),
      batchNumber: z.string(),
      /** Quantity taken by the scan, and later for a shortage. */
      measure: z.number(),
      /** Quantity still missing; it is booked when stock comes. */
      short: z.number(),
      unit: z.string(),
      /** Lot numbers of the taken material. */
      lots: z.array(z.string()),
    }),
  ),
});
export type BatchFlow = z.output<typeof batchFlow>;

/** The flow of a batch. */
export const getBatchFlow = endpoint({
  name: 'getBatchFlow',
  method: 'GET',
  path: '/v1/batches/{batchID}/flow',
  permission: 'batches:read',
  summary: 'Reads where a batch came from and went to.',
  reply: batchFlow,
});

const amount = z.object({ measure: z.number(), unit: z.string() });

/**
 * Quantities that batches give at a later step; 409 `batch_model_interface_mismatch` for a batch that never reaches the
 * step.
 */
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
        /** Present quantity of the batch. */
        quantity: amount,
        /** The same quantity in the step's product; null if it does not divide. */
        remaining: amount.nullable(),
      }),
    ),
  }),
});

const nextStep = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the step needs other parts too: they are scanned together at a multi-part station. */
  isMultiPart: z.boolean().default(false),
  item: stepItem,
  /** Quantity that the batch gives there; null if it does not divide. */
  measure: z.number().nullable(),
  unit: z.string(),
});
/** Next steps of a batch at a station; empty if it is to be closed next. */
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
    /** Whether the batch ends here, because the step's product goes into stock. */
    isLast: z.boolean(),
    /** Whether the batch can be started at this station. */
    canStart: z.boolean(),
    batch: batchRow,
  }),
});
export type NextStep = z.output<typeof nextStep>;

/** Starts a planned batch at its first step, at a station of the step. */
export const initializeBatch = scanAction('initializeBatch', 'initialize', 'create', 'Starts a planned batch.', {
  scanningStationID: stationID,
  batchID: batchReference,
});

/** Completes the present step of batches and moves them to the given step, all or none. */
export const moveBatches = scanAction('moveBatches', 'move', 'update', 'Moves batches to the next step.', {
  scanningStationID: stationID,
  batchIDs: batchReferences,
  productionStepID: stepID,
});

/**
 * Counts off a batch: firsts move on to the step, seconds become stock of second quality, waste is booked. The rest
 * stays open, or becomes waste with `closeBatch`. Numbers are in the default unit of the batch's item.
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
 * Merges batches of one item and step. At a multi-part station, batches of all parts of a step become its product, and
 * the rest of the parts stays open.
 */
export const mergeBatches = scanAction('mergeBatches', 'merge', 'update', 'Makes one batch of several.', {
  scanningStationID: stationID,
  batchIDs: batchReferences,
  productionStepID: stepID,
  newBatchIDs,
});

/** Closes a batch: its quantity enters stock at cost. Giving it up needs a reason. */
export const closeBatch = scanAction('closeBatch', 'close', 'update', 'Closes a batch into stock, or gives it up.', {
  batchID: batchReference,
  scanningStationID: stationID.optional(),
  reason: noteText.refine((text) => text === '' || isVisible(text), { error: 'Say why' }).optional(),
});

/** Undoes the newest scan of a station, within 15 minutes of its receipt. */
export const undoScan = scanAction('undoScan', 'undo', 'update', 'Takes back the newest scan of a station.', {
  scanningStationID: stationID,
  /** The scan to undo; absent: the newest one. */
  eventID: idOf('bev', 'Scan is required').optional(),
});
export const undoMinutes = 15;

/** Deletes a planned batch; 409 `batch_delete_failed` for a started one. */
export const deleteBatch = endpoint({
  name: 'deleteBatch',
  method: 'DELETE',
  path: '/v1/batches/{batchID}',
  permission: 'batches:delete',
  summary: 'Deletes a planned batch.',
  reply: noContent,
});

/** Words and endpoints of batches, whose list is the batch flow. */
export const batches = {
  type: 'batch',
  prefix: 'bat',
  words: ['batch', 'batches'],
  home: '/dashboard/batch-flow',
  get: getBatch,
  remove: deleteBatch,
} as const;

/** Deletes the planned batches, and answers the reasons for the others. */
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

/** Largest number of traveller labels in one call. */
export const mostBatchLabels = 300;

/**
 * Traveller labels of batches: number, item and quantity, and a code that every station reads. Default size and code
 * are those of the batch's station. 400 `label_too_small` if a Code 128 does not fit.
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
