import { endpoint, listOf, listQuery, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** What the account wants to know of a sales order. */
export const sampleRecord = z.object({
  /** `smp_...` */
  id: z.string(),
  orderID: z.string(),
  orderNumber: z.string(),
  customerName: z.string(),
  text: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
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

/** That of an order; null where there is none yet. */
export const getSampleRecord = endpoint({
  name: 'getSampleRecord',
  method: 'GET',
  path: '/v1/x/sample-plugin/orders/{orderID}/sample-record',
  permission: 'sample_records:read',
  summary: 'Reads the sample record of a sales order.',
  reply: z.object({ sampleRecord: sampleRecord.nullable() }),
});

/** Writes that of an order, for the first time or anew. */
export const setSampleRecord = endpoint({
  name: 'setSampleRecord',
  method: 'PUT',
  path: '/v1/x/sample-plugin/orders/{orderID}/sample-record',
  permission: 'sample_records:update',
  summary: 'Writes the sample record of a sales order.',
  body: setSampleRecordBody,
  reply: sampleRecord,
});
