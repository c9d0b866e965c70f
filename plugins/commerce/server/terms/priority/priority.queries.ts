import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { listPriorities, type Priority, type PriorityCode } from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { holdsText } from '../text-filter.ts';

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('commerce.priority as priority').where('priority.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'priority.id',
    sql<PriorityCode>`priority.code`.as('code'),
    'priority.name',
    'priority.created_at as createdAt',
    'priority.updated_at as updatedAt',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const priorityOf = (row: Row): Priority => ({
  ...row,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** The priorities, the least urgent first. */
export async function findPriorities(ctx: AccountContext, page: EndpointRequest<typeof listPriorities>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where(holdsText(page.query, ['priority.name', 'priority.code']));
  const { items, count } = await listPage(ctx, {
    list: listPriorities,
    id: 'priority.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { code: 'priority.code', name: 'priority.name' },
    order: [['priority.rank', 'asc']],
  });
  return { items: items.map(priorityOf), count };
}

/** One priority; 404 for what is not there. */
export async function priorityByID(ctx: AccountContext, id: string): Promise<Priority> {
  const row = await withColumns(from(ctx)).where('priority.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return priorityOf(row);
}
