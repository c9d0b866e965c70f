import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { BatchLabelSize, BatchLabelType, StationType } from '../../contracts/index.ts';
import { ProductionStep } from '../production-step/production-step.entity.ts';

/** A station where batches are scanned. The department belongs to inventory. */
export const ScanningStation = defineEntity({
  ...tenantTable('production', 'scanning_station'),
  name: 'ScanningStation',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    notes: column.text().nullable(),
    type: column.text().$type<StationType>().default('single_part'),
    batchLabelTagSize: column.text().$type<BatchLabelSize>().default('1x3'),
    batchLabelType: column.text().$type<BatchLabelType>().default('qr_code'),
    materialCheckRequired: column.boolean().default(false),
    departmentID: column.id().nullable(),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [{ properties: ['accountID', 'departmentID'] }, { properties: ['accountID', 'createdAt', 'id'] }],
  checks: [
    { name: 'scanning_station_name', expression: "name <> ''" },
    { name: 'scanning_station_type', expression: "type in ('single_part', 'multi_part')" },
    { name: 'scanning_station_label', expression: "batch_label_tag_size in ('1x4', '1x1', '1x3', '2x4')" },
    { name: 'scanning_station_label_type', expression: "batch_label_type in ('qr_code', 'code_128')" },
  ],
});
export type ScanningStation = InferEntity<typeof ScanningStation>;

/** A tablet or terminal at a station; its key belongs to core. */
export const StationDevice = defineEntity({
  ...tenantTable('production', 'station_device'),
  name: 'StationDevice',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    createdAt: column.timestamp(),
    station: () => belongsTo(ScanningStation, 'station_id'),
    keyID: column.id(),
    name: column.text(),
  },
  uniques: [{ properties: ['accountID', 'keyID'] }],
  indexes: [{ properties: ['accountID', 'station'] }],
});

export type StationDevice = InferEntity<typeof StationDevice>;

/** A step of a station. */
export const StationStep = defineEntity({
  ...tenantTable('production', 'station_step'),
  name: 'StationStep',
  properties: {
    ...accountColumn(),
    station: () => belongsTo(ScanningStation, 'station_id').primary(),
    step: () => belongsTo(ProductionStep, 'step_id').primary(),
  },
  indexes: [{ properties: ['accountID', 'step'] }],
});
