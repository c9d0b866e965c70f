import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { BatchStatus } from '../../contracts/index.ts';
import { ProductionRun } from '../production-run/production-run.entity.ts';
import { ProductionStep } from '../production-step/production-step.entity.ts';
import { ScanningStation } from '../scanning-station/scanning-station.entity.ts';
import { batchIs } from '../states/states.ts';

/** A quantity of a step's product, waiting at the step or in work there: the sum of the batch's events. */
export const Batch = defineEntity({
  ...tenantTable('production', 'batch'),
  name: 'Batch',
  properties: {
    ...tenantColumns(),
    run: () => belongsTo(ProductionRun, 'run_id'),
    number: column.text(),
    status: column.text().$type<BatchStatus>().default('planned'),
    step: () => belongsTo(ProductionStep, 'step_id'),
    /** Product of that step, in base units. */
    itemID: column.id(),
    quantity: column.quantity(),
    seconds: column.quantity().default('0'),
    waste: column.quantity().default('0'),
    /** Cost so far: materials, labor and overhead of its completed steps. */
    value: column.stockValue().default('0'),
    /** Station of the last scan. */
    station: () => belongsTo(ScanningStation, 'station_id').nullable(),
    scannedAt: column.timestamp().nullable(),
    /** The newest event that is not undone. */
    lastEventID: column.id().nullable(),
    closedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'run', 'id'] },
    { properties: ['accountID', 'step', 'status'] },
    { properties: ['accountID', 'itemID'] },
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'station', 'status'] },
  ],
  checks: [
    { name: 'batch_status', expression: batchIs.check() },
    { name: 'batch_quantity', expression: 'quantity >= 0 and seconds >= 0 and waste >= 0 and value >= 0' },
    { name: 'batch_planned', expression: `${batchIs.not.planned('status')} or (quantity > 0 and scanned_at is null)` },
    { name: 'batch_closed', expression: `(${batchIs.closed('status')}) = (closed_at is not null)` },
  ],
});
export type Batch = InferEntity<typeof Batch>;
