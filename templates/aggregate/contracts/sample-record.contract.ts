import { booleanText, crudEndpoints, isoDate, noteText, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** A sample record: its five endpoints with what they answer and take. */
export const sampleRecords = crudEndpoints({
  one: 'SampleRecord',
  many: 'SampleRecords',
  words: ['sample record', 'sample records'],
  path: '/v1/x/sample-plugin/sample-records',
  domain: 'sample_records',
  row: {
    /** Unique in the account. */
    name: z.string(),
    note: z.string().nullable(),
    /** Calendar date, in the account's time zone. */
    dueOn: z.string().nullable(),
    isDone: z.boolean(),
  },
  sortBy: ['name', 'dueOn', 'createdAt'],
  filters: { isDone: booleanText },
  body: {
    name: requiredLine(100, 'Name is required'),
    note: noteText.nullish(),
    dueOn: isoDate.nullish(),
    isDone: z.boolean().optional(),
  },
});

export const {
  list: listSampleRecords,
  get: getSampleRecord,
  create: createSampleRecord,
  update: updateSampleRecord,
  remove: deleteSampleRecord,
  createBody: createSampleRecordBody,
  updateBody: updateSampleRecordBody,
} = sampleRecords;
export type SampleRecord = z.output<typeof sampleRecords.row>;
