import { type AccountContext, likeOf, named, type ProjectionScope, projection, sql } from '@millwright/core/server';
import { attributes, listAttributes, listProperties, properties, shownAttributes } from '../../../contracts/index.ts';

/** Properties by name, each with its first attributes. */
export const propertyView = projection(properties.row, {
  list: listProperties,
  table: 'inventory.property',
  computed: {
    attributes: sql`coalesce((select jsonb_agg(jsonb_build_object(
        'id', first.id, 'name', first.name, 'code', first.code,
        'color', first.color, 'order', first.position) order by first.position, first.name)
      from (select attribute.* from inventory.attribute attribute
        where attribute.account_id = property.account_id and attribute.property_id = property.id
        order by attribute.position, attribute.name limit ${sql.lit(shownAttributes)}) first), '[]')`,
    attributeCount: sql`(select count(*)::int from inventory.attribute attribute
      where attribute.account_id = property.account_id and attribute.property_id = property.id)`,
    itemCount: sql`(select count(*)::int from inventory.item_attribute own
      where own.account_id = property.account_id and own.property_id = property.id)`,
  },
  search: (text, ctx) => sql<boolean>`(property.name ilike ${likeOf(text)} or property.id in (select property_id
    from inventory.attribute where account_id = ${ctx.account.id} and name ilike ${likeOf(text)}))`,
  filters: {
    categoryID: (id, ctx) => sql<boolean>`property.id in (select property_id from inventory.category_property
      where account_id = ${ctx.account.id} and category_id = ${id})`,
    productGroupID: (id, ctx) => sql<boolean>`property.id in (select property_id
      from inventory.product_group_property where account_id = ${ctx.account.id} and product_group_id = ${id})`,
  },
  order: ['name'],
});

const attributeView = projection(attributes.row, {
  // A change of attributes is a change of their property's list.
  list: { ...listAttributes, path: listProperties.path },
  table: 'inventory.attribute',
  computed: {
    order: sql.ref('attribute.position'),
    property: named('inventory.property', 'attribute.property_id'),
    itemCount: sql`(select count(*)::int from inventory.item_attribute own
      where own.account_id = attribute.account_id and own.attribute_id = attribute.id)`,
  },
  search: ['name'],
  sortable: { order: 'attribute.position' },
  order: ['order', 'name'],
});

const ofProperty = (id: string): ProjectionScope => ({
  where: sql<boolean>`attribute.property_id = ${id}`,
  key: `attributes of ${id}`,
});

/** A page of the attributes of a property, by order and name; 404 for an unknown property. */
export async function findAttributes(
  ctx: AccountContext,
  propertyID: string,
  page: Parameters<typeof attributeView.find>[1],
) {
  await propertyView.byID(ctx, propertyID);
  return attributeView.find(ctx, page, ofProperty(propertyID));
}

/** One attribute of a property; 404 for an unknown id. */
export const attributeByID = (ctx: AccountContext, propertyID: string, id: string) =>
  attributeView.byID(ctx, id, ofProperty(propertyID));
