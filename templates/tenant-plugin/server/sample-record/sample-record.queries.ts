import { projection } from '@millwright/core/server';
import { listSampleRecords, sampleRecord } from '../../contracts/index.ts';

/** Sample records, newest first. */
export const sampleRecords = projection(sampleRecord, {
  list: listSampleRecords,
  table: 'sample_plugin.sample_record',
  search: ['orderNumber', 'customerName', 'text'],
  order: [['createdAt', 'desc']],
});
