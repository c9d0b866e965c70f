import { crudEndpoints, fieldTable, recordDeclarations, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** Fields of a sample record besides its name, in the order of forms and files. */
export const sampleRecordFields = fieldTable({});

/** A sample record: its five endpoints, with their answers and bodies. */
export const sampleRecords = crudEndpoints({
  one: 'SampleRecord',
  many: 'SampleRecords',
  words: ['sample record', 'sample records'],
  path: '/v1/x/sample-plugin/sample-records',
  domain: 'sample_records',
  prefix: 'smp',
  fields: sampleRecordFields,
  row: {
    /** Unique in the account. */
    name: z.string(),
    ...sampleRecordFields.reply,
  },
  sortBy: ['name', 'createdAt'],
  body: { name: requiredLine(100, 'Name is required'), ...sampleRecordFields.input },
});

export const {
  list: listSampleRecords,
  get: getSampleRecord,
  create: createSampleRecord,
  update: updateSampleRecord,
  remove: deleteSampleRecord,
} = sampleRecords;
export type SampleRecord = z.output<typeof sampleRecords.row>;

/** Permissions and screens of sample records, and their names in timeline, palette and files. */
export const sampleRecordDeclarations = recordDeclarations(sampleRecords, {
  rights: {
    group: 'reports',
    description: 'Sample records of the account.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Sample plugin', order: 10, icon: 'document' },
});
