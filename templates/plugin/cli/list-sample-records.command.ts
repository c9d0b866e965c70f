import { defineCommand } from '@millwright/core/cli';
import type { SampleRecord } from '../contracts/index.ts';

const columns = [
  { title: 'Name', value: (record: SampleRecord) => record.name },
  { title: 'Created', value: (record: SampleRecord) => record.createdAt.slice(0, 10) },
];

/** `millwright sample-plugin list` */
export const listSampleRecordsCommand = defineCommand({
  name: 'sample-plugin list',
  summary: 'list sample records',
  kind: 'administrator',
  needs: 'sample_records:read',
  options: {
    search: { type: 'text', value: 'TEXT', summary: 'part of a name' },
    take: { type: 'number', default: 50, summary: 'most records to list' },
  },
  async run(ctx, { search, take }) {
    const { listSampleRecords } = await import('../contracts/index.ts');
    const page = await ctx.client.call(listSampleRecords, { query: { take, ...(search ? { query: search } : {}) } });
    await ctx.result(page, () => ctx.table(columns, page.items));
  },
});
