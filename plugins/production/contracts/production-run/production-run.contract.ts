import {
  crudEndpoints,
  declareStates,
  endpoint,
  idOf,
  isoDate,
  listOf,
  listQuery,
  noteText,
  quantityInput,
  repeated,
  type StateOf,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { batchRow, batchStates } from '../batch/batch.contract.ts';

/**
 * Progress of a run (spec operations section 4): pending until its first scan, completed when all batches are closed.
 */
export const productionRunStates = declareStates('production_run', {
  pending: { name: 'Pending', tone: 'neutral', is: ['open', 'pending'], next: ['order_short', 'print_travellers'] },
  in_progress: { name: 'In progress', tone: 'info', is: ['open', 'started'], next: ['open_station'] },
  completed: { name: 'Completed', tone: 'success', is: ['started', 'completed'] },
});
export type ProductionRunStatus = StateOf<typeof productionRunStates>;

/** A production run: batches that are made together, for stock or for orders (spec operations section 3). */
export const productionRuns = crudEndpoints({
  one: 'ProductionRun',
  many: 'ProductionRuns',
  words: ['production run', 'production runs'],
  path: '/v1/production-runs',
  domain: 'production_runs',
  prefix: 'run',
  row: {
    number: z.string(),
    status: productionRunStates.code,
    /** A day of the account's time zone. */
    dueAt: z.iso.date().nullable(),
    responsibleUser: z.object({ id: z.string(), name: z.string() }).nullable(),
    notes: z.string().nullable(),
    /** The first of its orders; null for a run for stock. */
    orderID: z.string().nullable(),
    orders: z.array(z.object({ id: z.string(), number: z.string() })),
    /** SKUs of its batches' first items, each once. */
    skus: z.array(z.string()),
    /** By number; includes batches that were split off. */
    batches: z.array(z.object({ id: z.string(), number: z.string() })),
    batchCount: z.int(),
    closedBatchCount: z.int(),
    startedAt: z.iso.datetime().nullable(),
    completedAt: z.iso.datetime().nullable(),
  },
  sortBy: ['number', 'status', 'dueAt', 'createdAt'],
  filters: {
    status: repeated(productionRunStates.code),
    orderIDs: repeated(z.string()),
    itemIDs: repeated(z.string()),
  },
  body: {
    dueAt: isoDate.nullish(),
    responsibleUserID: idOf('mem', 'Person is required').nullish(),
    notes: noteText.nullish(),
  },
});

export const {
  list: listProductionRuns,
  get: getProductionRun,
  create: createProductionRun,
  update: updateProductionRun,
  remove: deleteProductionRun,
  createBody: createProductionRunBody,
  updateBody: updateProductionRunBody,
} = productionRuns;
export type ProductionRun = z.output<typeof productionRuns.row>;

const plannedBatch = z.strictObject({
  /** Item to make: a stocked item, or the product of a flow's first step. */
  itemID: idOf('itm', 'Item is required'),
  quantity: quantityInput,
  /** Largest quantity of one batch, in the unit of the quantity; absent: a single batch. */
  batchSize: z.number().gt(0, { error: 'Must be above 0' }).optional(),
});
export type PlannedBatch = z.output<typeof plannedBatch>;
export const planBatchesBody = z.array(plannedBatch).max(500, { error: 'Must have at most 500 entries' });

/** Largest number of batches in a run. */
export const mostBatches = 2000;

/**
 * Replaces the planned batches of a run; started batches stay. Batches are planned at the first steps of an item's
 * flow. Errors: 400 `no_production_step` for an item without a production step, 409 `too_many_batches`.
 */
export const putProductionRunBatches = endpoint({
  name: 'putProductionRunBatches',
  method: 'PUT',
  path: '/v1/production-runs/{productionRunID}/batches',
  permission: 'production_runs:update',
  summary: 'Replaces the planned batches of a production run.',
  body: planBatchesBody,
  reply: z.object({ items: z.array(batchRow), count: z.int() }),
});

export const listProductionRunBatches = endpoint({
  name: 'listProductionRunBatches',
  method: 'GET',
  path: '/v1/production-runs/{productionRunID}/batches',
  permission: 'production_runs:read',
  summary: 'Lists the batches of a production run.',
  query: listQuery({
    sortBy: ['number', 'status', 'createdAt'],
    filters: { status: repeated(batchStates.code) },
  }),
  reply: listOf(batchRow),
});

const madeRun = z.object({ productionRun: z.object({ id: z.string(), number: z.string() }) });

/**
 * Creates a production run for the quantities that an order is short of, after stock and expected supply; stocked
 * components are made too. 409 `nothing_to_produce` if no short item has a production step.
 */
export const createProductionRunOfOrder = endpoint({
  name: 'createProductionRunOfOrder',
  method: 'POST',
  path: '/v1/sales-orders/{orderID}/production-runs',
  permission: 'production_runs:create',
  summary: 'Makes a production run of what a sales order is short of.',
  status: 201,
  reply: madeRun,
});

/** The same for several orders, in one run. 404 for an unknown order. */
export const createProductionRunOfOrders = endpoint({
  name: 'createProductionRunOfOrders',
  method: 'POST',
  path: '/v1/production-runs/actions/from-sales-orders',
  permission: 'production_runs:create',
  summary: 'Makes one production run of what sales orders are short of.',
  status: 201,
  body: z.strictObject({ orderIDs: z.array(idOf('so', 'Order is required')).min(1).max(500) }),
  reply: madeRun,
});
