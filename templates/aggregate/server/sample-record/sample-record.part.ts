import type { EndpointRequest } from '@millwright/core/contracts';
import { definePart, projection, referenceAggregate, sql } from '@millwright/core/server';
import { listSampleRecords, sampleRecordDeclarations, sampleRecords } from '../../contracts/sample-record.contract.ts';
import { SampleRecord } from './sample-record.entity.ts';

const view = projection<typeof sampleRecords.row, EndpointRequest<typeof listSampleRecords>['query']>(
  sampleRecords.row,
  {
    list: listSampleRecords,
    table: 'sample_plugin.sample_record',
    search: ['name', 'note'],
    filters: { isDone: (value) => sql<boolean>`sample_record.is_done = ${value}` },
    order: [['createdAt', 'desc']],
  },
);

/** All that the plugin has of sample records. */
export const sampleRecordPart = definePart({
  ...referenceAggregate({
    entity: SampleRecord,
    table: 'sample_plugin.sample_record',
    endpoints: sampleRecords,
    view,
    import: { named: { example: 'First' } },
  }),
  ...sampleRecordDeclarations,
  slots: ['sample-plugin.sample-record.panels'],
  samples: [
    { table: 'sample_plugin.sample_record', row: { name: 'Canary {label}', note: 'Canary {label}', is_done: false } },
  ],
});
