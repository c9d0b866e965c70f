import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { type Category, listCategories } from '../../../contracts/index.ts';
import { patternOf } from '../shared/name-pattern.ts';
import type { Tables } from '../shared/tables.ts';

const itemCount = sql<number>`(select count(*)::int from inventory.item item
  where item.account_id = category.account_id and item.category_id = category.id)`;

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('inventory.category as category').where('category.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query
    .leftJoin('inventory.unit_group as unit_group', (join) =>
      join
        .onRef('unit_group.account_id', '=', 'category.account_id')
        .onRef('unit_group.id', '=', 'category.unit_group_id'),
    )
    .select([
      'category.id',
      'category.name',
      'category.type',
      'category.notes',
      'category.version',
      'category.created_at as createdAt',
      'category.updated_at as updatedAt',
      'unit_group.id as unitGroupID',
      'unit_group.name as unitGroupName',
      sql<
        Category['properties']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', property.id, 'name', property.name) order by property.name)
        from inventory.category_property own
        join inventory.property property on property.account_id = own.account_id and property.id = own.property_id
        where own.account_id = category.account_id and own.category_id = category.id), '[]')`.as('properties'),
      itemCount.as('itemCount'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const categoryOf = ({ unitGroupID, unitGroupName, ...row }: Row): Category => ({
  ...row,
  unitGroup: unitGroupID === null ? null : { id: unitGroupID, name: unitGroupName ?? '' },
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of categories by name. */
export async function findCategories(ctx: AccountContext, page: EndpointRequest<typeof listCategories>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where('category.name', 'ilike', patternOf(page.query));
  if (page.type) matching = matching.where('category.type', '=', page.type);
  if (page.propertyID)
    matching = matching.where(
      'category.id',
      'in',
      sql<string>`(select category_id from inventory.category_property
        where account_id = ${ctx.account.id} and property_id = ${page.propertyID})`,
    );
  const { items, count } = await listPage(ctx, {
    list: listCategories,
    id: 'category.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: {
      name: 'category.name',
      type: 'category.type',
      itemCount,
      createdAt: 'category.created_at',
    },
    order: [
      ['category.name', 'asc'],
      ['category.type', 'asc'],
    ],
  });
  return { items: items.map(categoryOf), count };
}

/** One category; 404 for what is not there. */
export async function categoryByID(ctx: AccountContext, id: string): Promise<Category> {
  const row = await withColumns(from(ctx)).where('category.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return categoryOf(row);
}
