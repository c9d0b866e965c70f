import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';
import { batchStates } from './batch.contract.ts';

const instant = z.union([z.date(), z.string()]);

/** Row of `production.v_batches`. Quantities are in base units, numeric columns decimal texts. */
export const batchViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  run_id: z.string(),
  status: batchStates.code,
  step_id: z.string(),
  step_name: z.string(),
  item_id: z.string(),
  quantity: z.string(),
  seconds: z.string(),
  waste: z.string(),
  /** Its cost of materials, labor and overhead. */
  value: z.string(),
  /** Station of the last scan. */
  station_id: z.string().nullable(),
  station_name: z.string().nullable(),
  department_id: z.string().nullable(),
  scanned_at: instant.nullable(),
  closed_at: instant.nullable(),
  created_at: instant,
});

/** Batches. */
export const batchesView = defineView('production.v_batches', batchViewRow);

/** Row of `production.v_runs`. */
export const runViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  due_at: instant.nullable(),
  started_at: instant.nullable(),
  completed_at: instant.nullable(),
  created_at: instant,
});

/** Production runs. */
export const runsView = defineView('production.v_runs', runViewRow);

/**
 * Row of `production.v_run_costs`: costs that a scan added to a run besides those of its goods. Rows never change; a
 * scan that is undone has a second row with the opposite sign. Decimal texts.
 */
export const runCostViewRow = z.object({
  account_id: z.string(),
  event_id: z.string(),
  batch_id: z.string(),
  run_id: z.string(),
  /** Time of receipt by the server. */
  at: instant,
  labor: z.string(),
  overhead: z.string(),
  /** Value of goods that were given up. */
  lost: z.string(),
});

/** Labor and overhead of production runs, and their losses. */
export const runCostsView = defineView('production.v_run_costs', runCostViewRow);

/**
 * Row of `production.v_work`: the work of a scan on an existing batch; scans that were undone are missing. Quantities
 * are in base units of the step's item, numeric columns decimal texts.
 */
export const workViewRow = z.object({
  account_id: z.string(),
  event_id: z.string(),
  /** The batch may have been deleted since. */
  batch_id: z.string(),
  kind: z.enum(['move', 'split', 'merge', 'consume', 'close']),
  worked_at: instant,
  /** Time of the batch's previous scan; null for the first one. */
  since: instant.nullable(),
  station_id: z.string().nullable(),
  department_id: z.string().nullable(),
  /** The batch's step before the scan. */
  step_id: z.string(),
  step_name: z.string().nullable(),
  item_id: z.string(),
  /** Quantity that completed the step. */
  firsts: z.string(),
  seconds: z.string(),
  waste: z.string(),
  materials: z.string(),
  labor: z.string(),
  overhead: z.string(),
  /** Standard time of the firsts by the step's present data; null if the step has none. */
  standard_seconds: z.string().nullable(),
  /** Whether the firsts went into stock. */
  is_stocked: z.boolean(),
});

/** Work done by scans. */
export const workView = defineView('production.v_work', workViewRow);

/**
 * Row of `production.v_work_marks`: one for each row that `v_work` ever had, and another one if that was undone. An
 * unchanged number of marks in a period means that its work is unchanged.
 */
export const workMarkViewRow = z.object({ account_id: z.string(), worked_at: instant });
export const workMarkView = defineView('production.v_work_marks', workMarkViewRow);
