import { defineCommand } from '@millwright/core/cli';
import type { SampleRecord } from '../contracts/index.ts';

const columns = [
  { title: 'Name', value: (record: SampleRecord) => record.name },
  { title: 'Due', value: (record: SampleRecord) => record.dueOn },
  { title: 'Done', value: (record: SampleRecord) => (record.isDone ? 'yes' : 'no') },
];

/** `millwright sample-plugin list` */
export const listSampleRecordsCommand = defineCommand({
  name: 'sample-plugin list',
  summary: 'list sample records',
  kind: 'administrator',
  needs: 'sample_records:read',
  options: {
    open: { type: 'flag', summary: 'only those that are not done' },
    take: { type: 'number', default: 50, summary: 'most records to list' },
  },
  async run(ctx, { open, take }) {
    const { listSampleRecords } = await import('../contracts/index.ts');
    const page = await ctx.client.call(listSampleRecords, { query: { take, ...(open ? { isDone: false } : {}) } });
    await ctx.result(page, () => ctx.table(columns, page.items));
  },
});
