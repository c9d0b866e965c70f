import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, listPage, searchIDs, type TableRow } from '@millwright/core/server';
import type { listSampleRecords, SampleRecord as SampleRecordReply } from '../../contracts/sample-record.contract.ts';
import type { SampleRecord } from './sample-record.entity.ts';

type Tables = { 'sample_plugin.sample_record': TableRow<typeof SampleRecord> };

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('sample_plugin.sample_record as record')
    .where('record.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'record.id',
    'record.name',
    'record.note',
    'record.due_on as dueOn',
    'record.is_done as isDone',
    'record.version',
    'record.created_at as createdAt',
    'record.updated_at as updatedAt',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const replyOf = (row: Row): SampleRecordReply => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

/** A page of sample records. */
export async function findSampleRecords(ctx: AccountContext, page: EndpointRequest<typeof listSampleRecords>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where('record.id', 'in', searchIDs(['sample_record'], page.query));
  if (page.isDone !== undefined) matching = matching.where('record.is_done', '=', page.isDone);
  const { items, count } = await listPage(ctx, {
    list: 'sample-records',
    id: 'record.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'record.name', dueOn: 'record.due_on', createdAt: 'record.created_at' },
    order: [['record.created_at', 'desc']],
  });
  return { items: items.map(replyOf), count };
}

/** One sample record; 404 for what is not there. */
export async function sampleRecordByID(ctx: AccountContext, id: string): Promise<SampleRecordReply> {
  const row = await withColumns(from(ctx)).where('record.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return replyOf(row);
}
