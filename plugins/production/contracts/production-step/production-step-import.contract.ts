import { endpoint, measure, noteText, requiredLine, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';
import { laborTimeUnit, positiveRate, timeShare } from './production-step.contract.ts';

/** Spreadsheet cells are texts or numbers: '1,200.5' is 1200.5. */
const cell = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const text = value.trim().replaceAll(',', '');
    return text === '' || Number.isNaN(Number(text)) ? value : Number(text);
  }, schema);

const sku = requiredLine(100, 'SKU is required');
const positiveMeasure = cell(measure.refine((value) => value > 0, { error: 'Must be above 0' }));

/**
 * A row of an import (spec operations section 3); rows with the same name form one step. Measures are in the item's
 * default unit.
 */
export const stepImportRow = z.strictObject({
  name: requiredLine(100, 'Step name is required'),
  consumptions: z
    .array(z.strictObject({ sku, measure: positiveMeasure, instructions: noteText.nullish() }))
    .max(500)
    .default([]),
  productions: z
    .array(z.strictObject({ sku, measure: positiveMeasure }))
    .max(500)
    .default([]),
  laborRate: cell(positiveRate),
  laborTime: cell(positiveRate),
  laborTimeUnit: laborTimeUnit.default('hr'),
  overheadRate: cell(positiveRate),
  allowances: cell(timeShare).default(0),
  levelingFactor: cell(timeShare).default(0),
  /** Name of the step's scanning station; empty keeps the present stations. */
  station: singleLine(100).default(''),
});
export type StepImportRow = z.output<typeof stepImportRow>;

const named = z.object({ id: z.string(), name: z.string() });
/** Result of an import. */
export const bulkStepResult = z.object({
  createdItems: z.array(named),
  skippedItems: z.array(z.object({ name: z.string(), reason: z.string() })),
  updatedItems: z.array(named),
});
export type BulkStepResult = z.output<typeof bulkStepResult>;

/**
 * Creates steps, or changes existing ones by name: their consumptions are replaced by those of the rows. A step with no
 * or several productions, an unknown SKU, or an invalid consumption is skipped, with the reason.
 */
export const bulkCreateProductionSteps = endpoint({
  name: 'bulkCreateProductionSteps',
  method: 'POST',
  path: '/v1/production-steps/actions/bulk-create',
  permission: 'production_steps:create',
  summary: 'Creates or changes production steps from rows of a spreadsheet.',
  body: z.array(stepImportRow).min(1, { error: 'Must have at least one row' }).max(2000),
  reply: bulkStepResult,
  isLong: true,
});
