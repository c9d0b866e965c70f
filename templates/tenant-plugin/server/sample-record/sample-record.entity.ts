import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/**
 * What the account wants to know of a sales order. The order belongs to commerce: its id is kept without a foreign key.
 */
export const SampleRecord = defineEntity({
  ...tenantTable('sample_plugin', 'sample_record'),
  name: 'SampleRecord',
  properties: {
    ...tenantColumns(),
    orderID: column.id(),
    orderNumber: column.text(),
    customerName: column.text(),
    text: column.text(),
  },
  uniques: [{ properties: ['accountID', 'orderID'] }],
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }],
  checks: [{ name: 'sample_record_text', expression: "text <> ''" }],
});
export type SampleRecord = InferEntity<typeof SampleRecord>;

declare module '../tables.ts' {
  interface Tables {
    'sample_plugin.sample_record': TableRow<typeof SampleRecord>;
  }
}
