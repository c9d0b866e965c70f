import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { type AccountGroup, type AccountGroupType, listAccountGroups } from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { holdsText } from '../../terms/text-filter.ts';

const customerCount = sql<number>`(case grouped.type_code
  when 'customer_type' then (select count(*)::int from commerce.customer customer
    where customer.account_id = grouped.account_id and customer.customer_type_group_id = grouped.id)
  else (select count(*)::int from commerce.customer_price_group priced
    where priced.account_id = grouped.account_id and priced.account_group_id = grouped.id) end)`;

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.account_group as grouped')
    .where('grouped.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'grouped.id',
    'grouped.name',
    sql<AccountGroupType>`grouped.type_code`.as('typeCode'),
    'grouped.is_commission_exempt as isCommissionExempt',
    'grouped.is_freight_exempt as isFreightExempt',
    customerCount.as('customerCount'),
    'grouped.version',
    'grouped.created_at as createdAt',
    'grouped.updated_at as updatedAt',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const accountGroupOf = (row: Row): AccountGroup => ({
  ...row,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of groups by name. */
export async function findAccountGroups(ctx: AccountContext, page: EndpointRequest<typeof listAccountGroups>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where(holdsText(page.query, ['grouped.name']));
  if (page.type) matching = matching.where('grouped.type_code', '=', page.type);
  if (page.isCommissionExempt !== undefined)
    matching = matching.where('grouped.is_commission_exempt', '=', page.isCommissionExempt);
  if (page.isFreightExempt !== undefined)
    matching = matching.where('grouped.is_freight_exempt', '=', page.isFreightExempt);
  const { items, count } = await listPage(ctx, {
    list: listAccountGroups,
    id: 'grouped.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: {
      name: 'grouped.name',
      typeCode: 'grouped.type_code',
      customerCount,
      createdAt: 'grouped.created_at',
    },
    order: [['grouped.name', 'asc']],
  });
  return { items: items.map(accountGroupOf), count };
}

/** One group; 404 for what is not there. */
export async function accountGroupByID(ctx: AccountContext, id: string): Promise<AccountGroup> {
  const row = await withColumns(from(ctx)).where('grouped.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return accountGroupOf(row);
}
