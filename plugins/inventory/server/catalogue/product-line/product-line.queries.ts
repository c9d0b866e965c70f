import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { listProductLines, type ProductLine } from '../../../contracts/index.ts';
import type { Tables } from '../shared/tables.ts';

const productCount = sql<number>`(select count(*)::int from inventory.item item
  where item.account_id = line.account_id and item.product_line_id = line.id)`;

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('inventory.product_line as line').where('line.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query
    .leftJoin('inventory.unit_group as unit_group', (join) =>
      join.onRef('unit_group.account_id', '=', 'line.account_id').onRef('unit_group.id', '=', 'line.unit_group_id'),
    )
    .select([
      'line.id',
      'line.name',
      'line.is_commission_exempt as isCommissionExempt',
      'line.is_freight_exempt as isFreightExempt',
      'line.version',
      'line.created_at as createdAt',
      'line.updated_at as updatedAt',
      'unit_group.id as unitGroupID',
      'unit_group.name as unitGroupName',
      productCount.as('productCount'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const productLineOf = ({ unitGroupID, unitGroupName, ...row }: Row): ProductLine => ({
  ...row,
  unitGroup: unitGroupID === null ? null : { id: unitGroupID, name: unitGroupName ?? '' },
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of product lines by name. */
export async function findProductLines(ctx: AccountContext, page: EndpointRequest<typeof listProductLines>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where('line.name', 'ilike', `%${page.query.replaceAll(/[\\%_]/g, '\\$&')}%`);
  if (page.isCommissionExempt !== undefined)
    matching = matching.where('line.is_commission_exempt', '=', page.isCommissionExempt);
  if (page.isFreightExempt !== undefined)
    matching = matching.where('line.is_freight_exempt', '=', page.isFreightExempt);
  const { items, count } = await listPage(ctx, {
    list: listProductLines,
    id: 'line.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'line.name', productCount, createdAt: 'line.created_at' },
    order: [['line.name', 'asc']],
  });
  return { items: items.map(productLineOf), count };
}

/** One product line; 404 for what is not there. */
export async function productLineByID(ctx: AccountContext, id: string): Promise<ProductLine> {
  const row = await withColumns(from(ctx)).where('line.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return productLineOf(row);
}
