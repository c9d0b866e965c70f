import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { FlowingStep } from './flow-ahead.ts';

/** Batches that are made together. A deleted run stays as a row with its number only. */
export const ProductionRun = defineEntity({
  ...tenantTable('production', 'production_run'),
  name: 'ProductionRun',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    dueAt: column.date().nullable(),
    /** A member; the table belongs to core. */
    responsibleUserID: column.id().nullable(),
    notes: column.text().nullable(),
    /** Times of the first scan, and of the closing of the last batch. */
    startedAt: column.timestamp().nullable(),
    completedAt: column.timestamp().nullable(),
    /** The last batch number of the run; split batches get the next ones. */
    lastBatch: column.integer().default(0),
    /** The steps around its batches, copied when it was planned, last before the first scan. */
    bill: column.json<FlowingStep[]>().default('[]'),
    deletedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }, { properties: ['accountID', 'dueAt', 'id'] }],
  checks: [
    { name: 'production_run_number', expression: "number <> ''" },
    { name: 'production_run_progress', expression: 'completed_at is null or started_at is not null' },
  ],
});
export type ProductionRun = InferEntity<typeof ProductionRun>;

/** A sales order of the run, with the order's number at that time. */
export const ProductionRunOrder = defineEntity({
  ...tenantTable('production', 'production_run_order'),
  name: 'ProductionRunOrder',
  properties: {
    ...accountColumn(),
    run: () => belongsTo(ProductionRun, 'run_id').primary(),
    orderID: column.id().primary(),
    orderNumber: column.text(),
  },
  indexes: [{ properties: ['accountID', 'orderID'] }],
});
