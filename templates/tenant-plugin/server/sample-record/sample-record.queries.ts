import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, listPage } from '@millwright/core/server';
import { listSampleRecords, type SampleRecord as SampleRecordReply } from '../../contracts/index.ts';
import type { Tables } from '../tables.ts';

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('sample_plugin.sample_record as record')
    .where('record.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'record.id',
    'record.order_id as orderID',
    'record.order_number as orderNumber',
    'record.customer_name as customerName',
    'record.text',
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
  if (page.query) {
    const pattern = `%${page.query.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where((where) =>
      where.or([
        where('record.order_number', 'ilike', pattern),
        where('record.customer_name', 'ilike', pattern),
        where('record.text', 'ilike', pattern),
      ]),
    );
  }
  const { items, count } = await listPage(ctx, {
    list: listSampleRecords,
    id: 'record.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: {
      orderNumber: 'record.order_number',
      customerName: 'record.customer_name',
      createdAt: 'record.created_at',
    },
    order: [['record.created_at', 'desc']],
  });
  return { items: items.map(replyOf), count };
}

/** That of an order, or null. */
export async function sampleRecordOf(ctx: AccountContext, orderID: string): Promise<SampleRecordReply | null> {
  const row = await withColumns(from(ctx)).where('record.order_id', '=', orderID).executeTakeFirst();
  return row ? replyOf(row) : null;
}
