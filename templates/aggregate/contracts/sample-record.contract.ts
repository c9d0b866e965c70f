import {
  booleanText,
  endpoint,
  isoDate,
  listOf,
  listQuery,
  noContent,
  noteText,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** A sample record. */
export const sampleRecord = z.object({
  /** `smp_...` */
  id: z.string(),
  /** Unique in the account. */
  name: z.string(),
  note: z.string().nullable(),
  /** Calendar date, in the account's time zone. */
  dueOn: z.string().nullable(),
  isDone: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SampleRecord = z.output<typeof sampleRecord>;

const fields = {
  name: requiredLine(100, 'Name is required'),
  note: noteText.nullish(),
  dueOn: isoDate.nullish(),
};

/** Body of `createSampleRecord`. */
export const createSampleRecordBody = z.strictObject(fields);
export type CreateSampleRecordInput = z.output<typeof createSampleRecordBody>;

/** Body of `updateSampleRecord`: what is left out stays, null clears. */
export const updateSampleRecordBody = z.strictObject({
  ...fields,
  name: fields.name.optional(),
  isDone: z.boolean().optional(),
  version: z.int().optional(),
});
export type UpdateSampleRecordInput = z.output<typeof updateSampleRecordBody>;

/** Sample records, newest first. */
export const listSampleRecords = endpoint({
  name: 'listSampleRecords',
  method: 'GET',
  path: '/v1/x/sample-plugin/sample-records',
  permission: 'sample_records:read',
  summary: 'Lists sample records.',
  query: listQuery({ sortBy: ['name', 'dueOn', 'createdAt'], filters: { isDone: booleanText } }),
  reply: listOf(sampleRecord),
});

/** One sample record. */
export const getSampleRecord = endpoint({
  name: 'getSampleRecord',
  method: 'GET',
  path: '/v1/x/sample-plugin/sample-records/{sampleRecordID}',
  permission: 'sample_records:read',
  summary: 'Reads a sample record.',
  reply: sampleRecord,
});

/** Adds a sample record; a name that exists is 409 `duplicate`. */
export const createSampleRecord = endpoint({
  name: 'createSampleRecord',
  method: 'POST',
  path: '/v1/x/sample-plugin/sample-records',
  permission: 'sample_records:create',
  summary: 'Creates a sample record.',
  body: createSampleRecordBody,
  reply: sampleRecord,
});

/** Changes a sample record. */
export const updateSampleRecord = endpoint({
  name: 'updateSampleRecord',
  method: 'PATCH',
  path: '/v1/x/sample-plugin/sample-records/{sampleRecordID}',
  permission: 'sample_records:update',
  summary: 'Changes a sample record.',
  body: updateSampleRecordBody,
  reply: sampleRecord,
});

/** Deletes a sample record. */
export const deleteSampleRecord = endpoint({
  name: 'deleteSampleRecord',
  method: 'DELETE',
  path: '/v1/x/sample-plugin/sample-records/{sampleRecordID}',
  permission: 'sample_records:delete',
  summary: 'Deletes a sample record.',
  reply: noContent,
});
