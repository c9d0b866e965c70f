import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantTable } from '@millwright/core/server';
import type { BatchEventKind, BatchStatus } from '../../contracts/index.ts';
import { ScanningStation } from '../scanning-station/scanning-station.entity.ts';

/** An event of batches, never changed; an undo is an event of its own. */
export const BatchEvent = defineEntity({
  ...tenantTable('production', 'batch_event', { tenant: 'cr' }),
  name: 'BatchEvent',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    /** Time of receipt by the server. */
    createdAt: column.timestamp(),
    kind: column.text().$type<BatchEventKind>(),
    station: () => belongsTo(ScanningStation, 'station_id').nullable(),
    /** The device's id of the scan. */
    scanID: column.id().nullable(),
    /** Time by the device's clock. */
    scannedAt: column.timestamp().nullable(),
    actorID: column.id(),
    actorName: column.text(),
    note: column.text().nullable(),
    /** The event that it undoes. */
    undoesID: column.id().nullable(),
    /** Hash of the request: a repeated scan must be equal. */
    requestHash: column.text(),
  },
  uniques: [{ properties: ['accountID', 'station', 'scanID'] }, { properties: ['accountID', 'undoesID'] }],
  indexes: [
    { properties: ['accountID', 'station', 'createdAt', 'id'] },
    { properties: ['accountID', 'createdAt', 'id'] },
  ],
  checks: [
    {
      name: 'batch_event_kind',
      expression: "kind in ('init', 'move', 'split', 'merge', 'consume', 'close', 'delete', 'undo')",
    },
    { name: 'batch_event_undo', expression: "(kind = 'undo') = (undoes_id is not null)" },
  ],
});
export type BatchEvent = InferEntity<typeof BatchEvent>;

/** A batch before an event; null for a batch that the event created. */
export interface BatchBefore {
  status: BatchStatus;
  stepID: string;
  itemID: string;
  stationID: string | null;
  scannedAt: string | null;
  closedAt: string | null;
  lastEventID: string | null;
}

/** The effect of an event on a batch. Batches may have been deleted since, so their ids have no foreign keys. */
export const BatchChange = defineEntity({
  ...tenantTable('production', 'batch_change', {
    tenant: 'cr',
    jobColumns: { select: ['account_id'], update: [], why: 'accounts with work to sum up' },
  }),
  name: 'BatchChange',
  properties: {
    ...accountColumn(),
    event: () => belongsTo(BatchEvent, 'event_id').primary(),
    batchID: column.id().primary(),
    /** In base units of the item after the event; 0 for a planned batch. */
    quantity: column.quantity(),
    seconds: column.quantity(),
    waste: column.quantity(),
    value: column.stockValue(),
    /** Costs of the step that the event completed. */
    materials: column.stockValue(),
    labor: column.stockValue(),
    overhead: column.stockValue(),
    /** Value that left with goods into stock, and value that was lost. */
    stocked: column.stockValue(),
    lost: column.stockValue(),
    before: column.json<BatchBefore | null>().nullable(),
    status: column.text().$type<BatchStatus>().nullable(),
    stepID: column.id(),
    itemID: column.id(),
    /** Quantity of the batch after the event. */
    counted: column.quantity(),
    /**
     * Kind of the work. This and the following columns are for reports on work on an existing batch; null for other
     * changes.
     */
    kind: column.text().$type<BatchEventKind>().nullable(),
    stationID: column.id().nullable(),
    workedAt: column.timestamp().nullable(),
    /** Step of the batch before the work. */
    since: column.timestamp().nullable(),
    /** step of the batch before, and its quantity there, */
    fromStepID: column.id().nullable(),
    fromItemID: column.id().nullable(),
    /** and the quantity that completed the step. */
    firsts: column.quantity().nullable(),
  },
  indexes: [{ properties: ['accountID', 'batchID', 'event'] }, { properties: ['accountID', 'workedAt'] }],
});

/** A quantity that passed from one batch to another. */
export const BatchEdge = defineEntity({
  ...tenantTable('production', 'batch_edge', { tenant: 'cr' }),
  name: 'BatchEdge',
  properties: {
    ...accountColumn(),
    event: () => belongsTo(BatchEvent, 'event_id').primary(),
    sourceBatchID: column.id().primary(),
    targetBatchID: column.id().primary(),
    /** Item and quantity of the source, in base units. */
    itemID: column.id(),
    quantity: column.quantity(),
  },
  indexes: [{ properties: ['accountID', 'sourceBatchID'] }, { properties: ['accountID', 'targetBatchID'] }],
  checks: [{ name: 'batch_edge_quantity', expression: 'quantity > 0' }],
});

/** Material that an event took, and the missing quantity, which is booked when stock comes. */
export const BatchMaterial = defineEntity({
  ...tenantTable('production', 'batch_material'),
  name: 'BatchMaterial',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    event: () => belongsTo(BatchEvent, 'event_id'),
    batchID: column.id(),
    runID: column.id(),
    itemID: column.id(),
    /** Base units: taken, and missing, at the time of the event. */
    quantity: column.quantity(),
    short: column.quantity(),
    value: column.stockValue(),
    /** Quantity booked later for the shortage, and its value, which is in no batch's cost. */
    booked: column.quantity().default('0'),
    variance: column.stockValue().default('0'),
    /** Lot numbers of the material. */
    lots: column.textArray(),
    isUndone: column.boolean().default(false),
  },
  indexes: [
    { properties: ['accountID', 'event'] },
    { properties: ['accountID', 'batchID'] },
    { properties: ['accountID', 'itemID', 'runID'] },
    { properties: ['accountID', 'runID'] },
  ],
  checks: [
    {
      name: 'batch_material_quantity',
      expression: 'quantity >= 0 and short >= 0 and booked >= 0 and booked <= short and value >= 0 and variance >= 0',
    },
  ],
});

/** Goods that an event brought into stock. */
export const BatchOutput = defineEntity({
  ...tenantTable('production', 'batch_output', { tenant: 'cr' }),
  name: 'BatchOutput',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    event: () => belongsTo(BatchEvent, 'event_id'),
    batchID: column.id(),
    runID: column.id(),
    itemID: column.id(),
    quantity: column.quantity(),
    value: column.stockValue(),
    lotNumber: column.text(),
    locationID: column.id().nullable(),
  },
  indexes: [{ properties: ['accountID', 'event'] }, { properties: ['accountID', 'batchID'] }],
  checks: [{ name: 'batch_output_quantity', expression: 'quantity > 0 and value >= 0' }],
});
