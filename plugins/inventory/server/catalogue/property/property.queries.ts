import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import {
  type Attribute,
  type listAttributes,
  listProperties,
  type Property,
  shownAttributes,
} from '../../../contracts/index.ts';
import { patternOf } from '../shared/name-pattern.ts';
import type { Tables } from '../shared/tables.ts';

const attributeCount = sql<number>`(select count(*)::int from inventory.attribute attribute
  where attribute.account_id = property.account_id and attribute.property_id = property.id)`;
const itemsOfProperty = sql<number>`(select count(*)::int from inventory.item_attribute own
  where own.account_id = property.account_id and own.property_id = property.id)`;

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('inventory.property as property').where('property.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'property.id',
    'property.name',
    'property.version',
    'property.created_at as createdAt',
    'property.updated_at as updatedAt',
    sql<Property['attributes']>`coalesce((select jsonb_agg(jsonb_build_object(
        'id', first.id, 'name', first.name, 'code', first.code,
        'color', first.color, 'order', first.position) order by first.position, first.name)
      from (select attribute.* from inventory.attribute attribute
        where attribute.account_id = property.account_id and attribute.property_id = property.id
        order by attribute.position, attribute.name limit ${sql.lit(shownAttributes)}) first), '[]')`.as('attributes'),
    attributeCount.as('attributeCount'),
    itemsOfProperty.as('itemCount'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const propertyOf = (row: Row): Property => ({
  ...row,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of properties by name, each with its first attributes. */
export async function findProperties(ctx: AccountContext, page: EndpointRequest<typeof listProperties>['query']) {
  let matching = from(ctx);
  if (page.query) {
    const pattern = patternOf(page.query);
    matching = matching.where((where) =>
      where.or([
        where('property.name', 'ilike', pattern),
        where(
          'property.id',
          'in',
          sql<string>`(select property_id from inventory.attribute
            where account_id = ${ctx.account.id} and name ilike ${pattern})`,
        ),
      ]),
    );
  }
  if (page.categoryID)
    matching = matching.where(
      'property.id',
      'in',
      sql<string>`(select property_id from inventory.category_property
        where account_id = ${ctx.account.id} and category_id = ${page.categoryID})`,
    );
  if (page.productGroupID)
    matching = matching.where(
      'property.id',
      'in',
      sql<string>`(select property_id from inventory.product_group_property
        where account_id = ${ctx.account.id} and product_group_id = ${page.productGroupID})`,
    );
  const { items, count } = await listPage(ctx, {
    list: listProperties,
    id: 'property.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: {
      name: 'property.name',
      attributeCount,
      itemCount: itemsOfProperty,
      createdAt: 'property.created_at',
    },
    order: [['property.name', 'asc']],
  });
  return { items: items.map(propertyOf), count };
}

/** One property; 404 for what is not there. */
export async function propertyByID(ctx: AccountContext, id: string): Promise<Property> {
  const row = await withColumns(from(ctx)).where('property.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return propertyOf(row);
}

const itemsOfAttribute = sql<number>`(select count(*)::int from inventory.item_attribute own
  where own.account_id = attribute.account_id and own.attribute_id = attribute.id)`;

const attributesFrom = (ctx: AccountContext, propertyID: string) =>
  ctx.em
    .query<Tables>()
    .selectFrom('inventory.attribute as attribute')
    .where('attribute.account_id', '=', ctx.account.id)
    .where('attribute.property_id', '=', propertyID);

const withAttributeColumns = (query: ReturnType<typeof attributesFrom>) =>
  query
    .innerJoin('inventory.property as property', (join) =>
      join.onRef('property.account_id', '=', 'attribute.account_id').onRef('property.id', '=', 'attribute.property_id'),
    )
    .select([
      'attribute.id',
      'attribute.name',
      'attribute.code',
      'attribute.color',
      'attribute.position as order',
      'attribute.version',
      'attribute.created_at as createdAt',
      'attribute.updated_at as updatedAt',
      'property.id as propertyID',
      'property.name as propertyName',
      itemsOfAttribute.as('itemCount'),
    ]);

type AttributeRow = Awaited<ReturnType<ReturnType<typeof withAttributeColumns>['executeTakeFirstOrThrow']>>;
const attributeOf = ({ propertyID, propertyName, ...row }: AttributeRow): Attribute => ({
  ...row,
  property: { id: propertyID, name: propertyName },
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of the attributes of a property by order and name; 404 for a property that is not there. */
export async function findAttributes(
  ctx: AccountContext,
  propertyID: string,
  page: EndpointRequest<typeof listAttributes>['query'],
) {
  await propertyByID(ctx, propertyID);
  let matching = attributesFrom(ctx, propertyID);
  if (page.query) matching = matching.where('attribute.name', 'ilike', patternOf(page.query));
  const { items, count } = await listPage(ctx, {
    list: listProperties,
    id: 'attribute.id',
    matching,
    select: (query) => withAttributeColumns(query as ReturnType<typeof attributesFrom>),
    page,
    scope: `attributes of ${propertyID}`,
    sortable: {
      order: 'attribute.position',
      name: 'attribute.name',
      itemCount: itemsOfAttribute,
      createdAt: 'attribute.created_at',
    },
    order: [
      ['attribute.position', 'asc'],
      ['attribute.name', 'asc'],
    ],
  });
  return { items: items.map(attributeOf), count };
}

/** One attribute of a property; 404 for what is not there. */
export async function attributeByID(ctx: AccountContext, propertyID: string, id: string): Promise<Attribute> {
  const row = await withAttributeColumns(attributesFrom(ctx, propertyID))
    .where('attribute.id', '=', id)
    .executeTakeFirst();
  if (!row) throw problems.not_found();
  return attributeOf(row);
}
