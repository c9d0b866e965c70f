import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { listProductGroups, type ProductGroup } from '../../../contracts/index.ts';
import { patternOf } from '../shared/name-pattern.ts';
import type { Tables } from '../shared/tables.ts';

const productCount = sql<number>`(select count(*)::int from inventory.item item
  where item.account_id = product_group.account_id and item.product_group_id = product_group.id)`;

/** The attributes of `item` in the properties of its group, in the group's order; null where it has none. */
export const combinationOfItem = sql<(string | null)[]>`array(select own.attribute_id
  from inventory.product_group_property chosen
  left join inventory.item_attribute own on own.account_id = chosen.account_id and own.item_id = item.id
    and own.property_id = chosen.property_id
  where chosen.account_id = item.account_id and chosen.product_group_id = item.product_group_id
  order by chosen.position, chosen.property_id)`;

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('inventory.product_group as product_group')
    .where('product_group.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'product_group.id',
    'product_group.name',
    'product_group.notes',
    'product_group.version',
    'product_group.created_at as createdAt',
    'product_group.updated_at as updatedAt',
    sql<
      ProductGroup['properties']
    >`coalesce((select jsonb_agg(jsonb_build_object('id', property.id, 'name', property.name)
        order by chosen.position, property.id)
      from inventory.product_group_property chosen
      join inventory.property property on property.account_id = chosen.account_id and property.id = chosen.property_id
      where chosen.account_id = product_group.account_id and chosen.product_group_id = product_group.id), '[]')`.as(
      'properties',
    ),
    productCount.as('productCount'),
    sql<number>`(select count(distinct ${combinationOfItem})::int from inventory.item item
      where item.account_id = product_group.account_id and item.product_group_id = product_group.id)`.as(
      'variationCount',
    ),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const productGroupOf = (row: Row): ProductGroup => ({
  ...row,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of product groups by name. */
export async function findProductGroups(ctx: AccountContext, page: EndpointRequest<typeof listProductGroups>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where('product_group.name', 'ilike', patternOf(page.query));
  if (page.propertyID)
    matching = matching.where(
      'product_group.id',
      'in',
      sql<string>`(select product_group_id from inventory.product_group_property
        where account_id = ${ctx.account.id} and property_id = ${page.propertyID})`,
    );
  const { items, count } = await listPage(ctx, {
    list: listProductGroups,
    id: 'product_group.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'product_group.name', productCount, createdAt: 'product_group.created_at' },
    order: [['product_group.name', 'asc']],
  });
  return { items: items.map(productGroupOf), count };
}

/** One product group; 404 for what is not there. */
export async function productGroupByID(ctx: AccountContext, id: string): Promise<ProductGroup> {
  const row = await withColumns(from(ctx)).where('product_group.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return productGroupOf(row);
}
