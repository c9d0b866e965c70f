import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantTable } from '@millwright/core/server';
import type { BatchEventKind, BatchStatus } from '../../contracts/index.ts';
import { ScanningStation } from '../scanning-station/scanning-station.entity.ts';

/** What was done to batches, once for ever; an undo is an event of its own. */
export const BatchEvent = defineEntity({
  ...tenantTable('production', 'batch_event', { tenant: 'cr' }),
  name: 'BatchEvent',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    /** When the server received it. */
    createdAt: column.timestamp(),
    kind: column.text().$type<BatchEventKind>(),
    station: () => belongsTo(ScanningStation, 'station_id').nullable(),
    /** As the device names the scan. */
    scanID: column.id().nullable(),
    /** By the clock of the device. */
    scannedAt: column.timestamp().nullable(),
    actorID: column.id(),
    actorName: column.text(),
    note: column.text().nullable(),
    /** The event that it takes back. */
    undoesID: column.id().nullable(),
    /** Of what was asked: a scan that comes again has to ask for the same. */
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

/** What a batch was before an event; null for one that the event made. */
export interface BatchBefore {
  status: BatchStatus;
  stepID: string;
  itemID: string;
  stationID: string | null;
  scannedAt: string | null;
  closedAt: string | null;
  lastEventID: string | null;
}

/** What an event changed of a batch. Batches may be gone since, their ids are kept without foreign keys. */
export const BatchChange = defineEntity({
  ...tenantTable('production', 'batch_change', { tenant: 'cr' }),
  name: 'BatchChange',
  properties: {
    ...accountColumn(),
    event: () => belongsTo(BatchEvent, 'event_id').primary(),
    batchID: column.id().primary(),
    /** In base units of the item after it; a planned batch counts nothing before it is started. */
    quantity: column.quantity(),
    seconds: column.quantity(),
    waste: column.quantity(),
    value: column.stockValue(),
    /** Of the step that it completed for the batch. */
    materials: column.stockValue(),
    labor: column.stockValue(),
    overhead: column.stockValue(),
    /** What left with goods into stock, and what was lost. */
    stocked: column.stockValue(),
    lost: column.stockValue(),
    before: column.json<BatchBefore | null>().nullable(),
    status: column.text().$type<BatchStatus>().nullable(),
    stepID: column.id(),
    itemID: column.id(),
    /** What the batch counted then. */
    counted: column.quantity(),
    /** Of work on a batch that was there, for figures; null for all other changes: what, where and when it was, ... */
    kind: column.text().$type<BatchEventKind>().nullable(),
    stationID: column.id().nullable(),
    workedAt: column.timestamp().nullable(),
    /** ... the scan before, ... */
    since: column.timestamp().nullable(),
    /** ... the step that the batch stood at, and what it counted there, ... */
    fromStepID: column.id().nullable(),
    fromItemID: column.id().nullable(),
    /** ... and how many completed that step. */
    firsts: column.quantity().nullable(),
  },
  indexes: [{ properties: ['accountID', 'batchID', 'event'] }, { properties: ['accountID', 'workedAt'] }],
});

/** What passed from one batch to another. */
export const BatchEdge = defineEntity({
  ...tenantTable('production', 'batch_edge', { tenant: 'cr' }),
  name: 'BatchEdge',
  properties: {
    ...accountColumn(),
    event: () => belongsTo(BatchEvent, 'event_id').primary(),
    sourceBatchID: column.id().primary(),
    targetBatchID: column.id().primary(),
    /** Of what the source counts, in base units. */
    itemID: column.id(),
    quantity: column.quantity(),
  },
  indexes: [{ properties: ['accountID', 'sourceBatchID'] }, { properties: ['accountID', 'targetBatchID'] }],
  checks: [{ name: 'batch_edge_quantity', expression: 'quantity > 0' }],
});

/** Material that an event took, and what was missing of it; that is booked when stock comes. */
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
    /** Base units: taken then, and missing then. */
    quantity: column.quantity(),
    short: column.quantity(),
    value: column.stockValue(),
    /** Of the missing: taken since, and what that was worth, which no batch cost. */
    booked: column.quantity().default('0'),
    variance: column.stockValue().default('0'),
    /** Numbers of the lots that it came of. */
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
