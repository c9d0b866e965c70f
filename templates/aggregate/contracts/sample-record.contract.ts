import {
  booleanText,
  crudEndpoints,
  declareDate,
  declareFlag,
  declareText,
  fieldTable,
  noteText,
  recordDeclarations,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Fields of a sample record beside its name, in the order of forms and files. */
export const sampleRecordFields = fieldTable({
  dueOn: declareDate({ label: 'Due', synonyms: ['due date'] }),
  isDone: declareFlag({ label: 'Done' }),
  note: declareText({ label: 'Note', input: noteText.nullish(), control: 'note', synonyms: ['notes', 'comment'] }),
});

/** A sample record: its five endpoints with what they answer and take. */
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
  sortBy: ['name', 'dueOn', 'createdAt'],
  filters: { isDone: booleanText },
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

/** Who may do what with them, their screens, and how timeline, palette and files name them. */
export const sampleRecordDeclarations = recordDeclarations(sampleRecords, {
  rights: {
    group: 'reports',
    description: 'Sample records of the account.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Sample plugin', order: 10, icon: 'document' },
});
