import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { FlowingStep } from './flow-ahead.ts';

/** Batches that are made together. A run that is deleted keeps its number, and nothing else. */
export const ProductionRun = defineEntity({
  ...tenantTable('production', 'production_run'),
  name: 'ProductionRun',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    dueAt: column.date().nullable(),
    /** A member; people belong to core. */
    responsibleUserID: column.id().nullable(),
    notes: column.text().nullable(),
    /** Of the first scan, and of the close of the last batch. */
    startedAt: column.timestamp().nullable(),
    completedAt: column.timestamp().nullable(),
    /** Batches are numbered in their run; splits go on counting. */
    lastBatch: column.integer().default(0),
    /** The steps around its batches as they were when it was planned, or last before the first scan. */
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

/** A sales order that a run is for, with its number as it was. */
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
