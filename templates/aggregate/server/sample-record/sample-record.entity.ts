import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type {} from '../tables.ts';

/** A sample record. */
export const SampleRecord = defineEntity({
  ...tenantTable('sample_plugin', 'sample_record'),
  name: 'SampleRecord',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    note: column.text().nullable(),
    dueOn: column.date().nullable(),
    isDone: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }],
  checks: [{ name: 'sample_record_name', expression: "name <> ''" }],
});
export type SampleRecord = InferEntity<typeof SampleRecord>;

declare module '../tables.ts' {
  interface Tables {
    'sample_plugin.sample_record': TableRow<typeof SampleRecord>;
  }
}
