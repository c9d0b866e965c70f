import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { itemFilterShape, periodShape } from './filter.ts';
import { periodAnswer } from './sales.contract.ts';
import { trend } from './trend.ts';

const permission = 'production_analytics:read';
const periodBody = z.strictObject({ ...periodShape, ...itemFilterShape });

/** Open work on an item at a station (spec operations section 3). */
export const openBatchRow = z.object({
  /** Empty for a station without a department, and for batches not scanned yet. */
  departmentName: z.string(),
  stationName: z.string(),
  itemName: z.string(),
  itemID: z.string(),
  scanningStationID: z.string().nullable(),
  /** Quantity of the item, in its default unit, named `unit`. */
  count: z.number(),
  unit: z.string(),
  batchCount: z.int(),
  /** Cost of materials, labor and overhead so far. */
  value: z.number(),
});

export const openBatchesAnswer = z.object({
  asOf: z.iso.datetime(),
  batchCount: z.int(),
  value: z.number(),
  rows: z.array(openBatchRow),
});
export type OpenBatchesAnswer = z.output<typeof openBatchesAnswer>;

export const analyzeOpenBatches = endpoint({
  name: 'analyzeOpenBatches',
  method: 'PUT',
  path: '/v1/analytics/open-batches',
  permission,
  isReport: true,
  summary: 'Sums up batches that were started and are not closed.',
  reads: true,
  body: z.strictObject(itemFilterShape),
  reply: openBatchesAnswer,
});

const costs = { materials: z.number(), labor: z.number(), overhead: z.number(), total: z.number() };

/** Costs of the work in a period, by product of the steps. */
export const productionCostsAnswer = z.object({
  ...periodAnswer,
  ...costs,
  trend,
  /** The largest first; their sums are the figures. */
  items: z.array(
    z.object({
      itemID: z.string(),
      sku: z.string(),
      description: z.string(),
      /** Firsts that completed a step of the item, in its default unit. */
      firsts: z.number(),
      unit: z.string(),
      ...costs,
      /** `total / firsts`; null without firsts. */
      unitCost: z.number().nullable(),
    }),
  ),
});
export type ProductionCostsAnswer = z.output<typeof productionCostsAnswer>;

export const analyzeProductionCosts = endpoint({
  name: 'analyzeProductionCosts',
  method: 'PUT',
  path: '/v1/analytics/production-costs',
  permission,
  isReport: true,
  summary: 'Sums up what production cost.',
  reads: true,
  body: periodBody,
  reply: productionCostsAnswer,
});

/** Standard and actual time, by step. */
export const productionEfficiencyAnswer = z.object({
  ...periodAnswer,
  /** Standard hours of the firsts, and hours between scans. */
  standardHours: z.number(),
  actualHours: z.number(),
  /** `standardHours / actualHours` in percent; null without actual time. */
  efficiency: z.number().nullable(),
  trend,
  steps: z.array(
    z.object({
      stepID: z.string(),
      stepName: z.string(),
      departmentName: z.string(),
      itemID: z.string(),
      sku: z.string(),
      firsts: z.number(),
      unit: z.string(),
      scanCount: z.int(),
      standardHours: z.number(),
      actualHours: z.number(),
      efficiency: z.number().nullable(),
    }),
  ),
});
export type ProductionEfficiencyAnswer = z.output<typeof productionEfficiencyAnswer>;

export const analyzeProductionEfficiency = endpoint({
  name: 'analyzeProductionEfficiency',
  method: 'PUT',
  path: '/v1/analytics/production-efficiency',
  permission,
  isReport: true,
  summary: 'Compares standard and real time of production.',
  reads: true,
  body: periodBody,
  reply: productionEfficiencyAnswer,
});

/** Kinds of values of `manufacturing`. */
export const manufacturingTypes = ['batches', 'firsts', 'seconds', 'waste', 'yield', 'labourHours', 'cost'] as const;
export type ManufacturingType = (typeof manufacturingTypes)[number];

export const manufacturingAnswer = z.object({
  ...periodAnswer,
  type: z.enum(manufacturingTypes),
  /** Null for a yield without output. Amounts in default units, yield in percent, cost in money. */
  value: z.number().nullable(),
  trend,
});
export type ManufacturingAnswer = z.output<typeof manufacturingAnswer>;

export const analyzeManufacturing = endpoint({
  name: 'analyzeManufacturing',
  method: 'PUT',
  path: '/v1/analytics/manufacturing',
  permission,
  isReport: true,
  summary: 'Answers one figure of production.',
  reads: true,
  body: z.strictObject({
    ...periodShape,
    type: z.enum(manufacturingTypes, { error: `Must be one of ${manufacturingTypes.join(', ')}` }),
  }),
  reply: manufacturingAnswer,
});
