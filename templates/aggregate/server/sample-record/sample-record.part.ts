import { definePart, projection, referenceAggregate } from '@millwright/core/server';
import { listSampleRecords, sampleRecordDeclarations, sampleRecords } from '../../contracts/sample-record.contract.ts';
import { SampleRecord } from './sample-record.entity.ts';

const view = projection(sampleRecords.row, {
  list: listSampleRecords,
  table: 'sample_plugin.sample_record',
  search: ['name'],
  order: [['createdAt', 'desc']],
});

/** Everything that the plugin registers for sample records. */
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
  samples: [{ table: 'sample_plugin.sample_record', row: { name: 'Canary {label}' } }],
});
