import type { EndpointRequest } from '@millwright/core/contracts';
import { definePart, projection, referenceAggregate, sql } from '@millwright/core/server';
import {
  createSampleRecordBody,
  type listSampleRecords,
  sampleRecords,
} from '../../contracts/sample-record.contract.ts';
import {
  sampleRecordPermissions,
  sampleRecordRecords,
  sampleRecordScreens,
} from '../../contracts/sample-record.declarations.ts';
import { SampleRecord } from './sample-record.entity.ts';

const view = projection<typeof sampleRecords.row, EndpointRequest<typeof listSampleRecords>['query']>(
  sampleRecords.row,
  {
    list: 'sample-records',
    table: 'sample_plugin.sample_record',
    search: ['name', 'note'],
    filters: { isDone: (value) => sql<boolean>`sample_record.is_done = ${value}` },
    order: [['createdAt', 'desc']],
  },
);

const { shape } = createSampleRecordBody;

/** All that the plugin has of sample records. */
export const sampleRecordPart = definePart({
  ...referenceAggregate({
    type: 'sample_record',
    prefix: 'smp',
    entity: SampleRecord,
    table: 'sample_plugin.sample_record',
    endpoints: sampleRecords,
    view,
    lists: ['sample-records'],
    fields: Object.keys(shape),
    import: {
      name: 'sample-records',
      title: 'Sample records',
      description: 'Creates sample records, or changes those whose name exists. Empty cells leave what is there.',
      domain: 'sample_records',
      words: ['sample record', 'sample records'],
      keys: ['name'],
      fields: [
        {
          name: 'name',
          label: 'Name',
          column: 'name',
          isNeeded: true,
          schema: shape.name,
          description: 'Unique; says whether the row is a new sample record.',
          example: 'First',
        },
        { name: 'dueOn', label: 'Due', kind: 'date', column: 'due_on', synonyms: ['due date'], example: '2026-01-31' },
        { name: 'isDone', label: 'Done', kind: 'boolean', column: 'is_done', blank: false, example: 'no' },
        { name: 'note', label: 'Note', kind: 'note', column: 'note', synonyms: ['notes', 'comment'], example: '' },
      ],
    },
  }),
  permissions: sampleRecordPermissions,
  records: sampleRecordRecords,
  screens: sampleRecordScreens,
  slots: ['sample-plugin.sample-record.panels'],
  samples: [
    {
      table: 'sample_plugin.sample_record',
      row: { name: 'Canary {label}', note: 'Canary {label}', is_done: false },
    },
  ],
});
