import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, fieldColumns, tenantColumns, tenantTable } from '@millwright/core/server';
import { sampleRecordFields } from '../../contracts/sample-record.contract.ts';

/** A sample record. */
export const SampleRecord = defineEntity({
  ...tenantTable('sample_plugin', 'sample_record'),
  name: 'SampleRecord',
  properties: { ...tenantColumns(), name: column.text(), ...fieldColumns(sampleRecordFields) },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }],
  checks: [{ name: 'sample_record_name', expression: "name <> ''" }],
});
export type SampleRecord = InferEntity<typeof SampleRecord>;
