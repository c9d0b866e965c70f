import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';

/** An account's additional data of a sales order. The order belongs to commerce, so its id has no foreign key. */
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
