import {
  definePermissions,
  defineScreenList,
  endpoint,
  listOf,
  listQuery,
  recordShape,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** An account's additional data of a sales order. */
export const sampleRecord = z.object({
  ...recordShape,
  orderID: z.string(),
  orderNumber: z.string(),
  customerName: z.string(),
  text: z.string(),
});
export type SampleRecord = z.output<typeof sampleRecord>;

/** Body of `setSampleRecord`. */
export const setSampleRecordBody = z.strictObject({
  text: requiredLine(200, 'Text is required'),
  version: z.int().optional(),
});

/** Sample records, newest first. */
export const listSampleRecords = endpoint({
  name: 'listSampleRecords',
  method: 'GET',
  path: '/v1/x/sample-plugin/sample-records',
  permission: 'sample_records:read',
  summary: 'Lists sample records.',
  query: listQuery({ sortBy: ['orderNumber', 'customerName', 'createdAt'] }),
  reply: listOf(sampleRecord),
});

/** The sample record of an order; null if there is none yet. */
export const getSampleRecord = endpoint({
  name: 'getSampleRecord',
  method: 'GET',
  path: '/v1/x/sample-plugin/orders/{orderID}/sample-record',
  permission: 'sample_records:read',
  summary: 'Reads the sample record of a sales order.',
  reply: z.object({ sampleRecord: sampleRecord.nullable() }),
});

/** Creates or changes the sample record of an order. */
export const setSampleRecord = endpoint({
  name: 'setSampleRecord',
  method: 'PUT',
  path: '/v1/x/sample-plugin/orders/{orderID}/sample-record',
  permission: 'sample_records:update',
  summary: 'Writes the sample record of a sales order.',
  body: setSampleRecordBody,
  reply: sampleRecord,
});

/** Permissions for sample records. */
export const sampleRecordPermissions = definePermissions([
  {
    code: 'sample_records',
    name: 'Sample records',
    group: 'sales orders',
    description: 'What this account wants to know of its sales orders.',
    defaults: { user: 'crud', sales_rep: 'ru' },
  },
]);

export const sampleRecordScreens = defineScreenList([
  {
    name: 'sample-records',
    path: '/dashboard/x/sample-plugin/sample-records',
    title: 'Sample records',
    needs: ['sample_records:read', 'sales_orders:read'],
    nav: { section: 'Sell', order: 80, icon: 'note' },
  },
]);

/** Settings of an account. */
export const sampleRecordSettings = z.object({
  /** Text of a new record. */
  startingText: singleLine(200).default('To be checked'),
});
