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
  /** Materials, labour and overhead in it. */
  value: z.string(),
  /** Where it was scanned last. */
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
 * Row of `production.v_run_costs`: what a scan added to what a run cost beside its goods, never changed afterwards; a
 * scan that is taken back has a second row of the other sign. Decimal texts.
 */
export const runCostViewRow = z.object({
  account_id: z.string(),
  event_id: z.string(),
  batch_id: z.string(),
  run_id: z.string(),
  /** When the server received it. */
  at: instant,
  labor: z.string(),
  overhead: z.string(),
  /** What was in goods that are given up. */
  lost: z.string(),
});

/** Labour and overhead of production runs, and what they lost. */
export const runCostsView = defineView('production.v_run_costs', runCostViewRow);

/**
 * Row of `production.v_work`: what a scan did to a batch that was there before, unless it was taken back. Quantities
 * are in base units of the item that the step makes, numeric columns decimal texts.
 */
export const workViewRow = z.object({
  account_id: z.string(),
  event_id: z.string(),
  /** It may be gone since. */
  batch_id: z.string(),
  kind: z.enum(['move', 'split', 'merge', 'consume', 'close']),
  worked_at: instant,
  /** The scan of the batch before; null where there was none. */
  since: instant.nullable(),
  station_id: z.string().nullable(),
  department_id: z.string().nullable(),
  /** The step that the batch stood at. */
  step_id: z.string(),
  step_name: z.string().nullable(),
  item_id: z.string(),
  /** What completed the step. */
  firsts: z.string(),
  seconds: z.string(),
  waste: z.string(),
  materials: z.string(),
  labor: z.string(),
  overhead: z.string(),
  /** That the firsts take by what the step says now; null where it says nothing. */
  standard_seconds: z.string().nullable(),
  /** Whether the firsts went into stock. */
  is_stocked: z.boolean(),
});

/** What scans did. */
export const workView = defineView('production.v_work', workViewRow);

/**
 * Row of `production.v_work_marks`: one for each row that `v_work` ever had, and one more where that was taken back. So
 * many of them in a time say whether its work is what it was.
 */
export const workMarkViewRow = z.object({ account_id: z.string(), worked_at: instant });
export const workMarkView = defineView('production.v_work_marks', workMarkViewRow);
