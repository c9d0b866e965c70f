import { type FieldError, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  definePart,
  inUse,
  plainImporter,
  type Reference,
  referenceAggregate,
  route,
  service,
  sql,
  usesOf,
} from '@millwright/core/server';
import {
  createAttribute,
  deleteAttribute,
  getAttribute,
  listAttributes,
  listCategories,
  listProductGroups,
  properties,
  propertyDeclarations,
  updateAttribute,
} from '../../../contracts/index.ts';
import { itemLists } from '../item/reference/item-kinds.ts';
import { AttributeService } from './attribute.service.ts';
import { Attribute, Property } from './property.entity.ts';
import { attributeByID, findAttributes, propertyView } from './property.queries.ts';
import { propertyImport } from './property-importer.ts';

/** Attributes of a new property that repeat a name or code. */
const repeated = (attributes: readonly { name: string; code?: string | null | undefined }[]): FieldError[] =>
  attributes.flatMap(({ name, code }, index) => {
    const before = attributes.slice(0, index);
    return [
      ...(before.some((other) => other.name === name)
        ? [{ path: `attributes.${index}.name`, message: 'This attribute is listed twice' }]
        : []),
      ...(code && before.some((other) => other.code === code)
        ? [{ path: `attributes.${index}.code`, message: 'Another attribute has this code' }]
        : []),
    ];
  });

/** Deletes the attributes of a property, locked against new references by items. */
async function removeAttributes(ctx: AccountContext, property: Property): Promise<void> {
  await sql`select id from inventory.attribute where account_id = ${ctx.account.id} and property_id = ${property.id}
    order by id for update`.execute(ctx.em.query());
  const attributes = await ctx.em.find(Attribute, { accountID: ctx.account.id, property });
  const ids = attributes.map(({ id }) => id);
  const uses = [
    ...((await usesOf(ctx, 'property', [property.id])).get(property.id) ?? []),
    // Items are among the uses of the property.
    ...[...(await usesOf(ctx, 'attribute', ids, { except: itemAttributes })).values()].flat(),
  ];
  if (uses.length) throw inUse(property.name, uses);
  for (const attribute of attributes) ctx.em.remove(attribute);
}

const propertyRecord = referenceAggregate({
  entity: Property,
  table: 'inventory.property',
  endpoints: properties,
  view: propertyView,
  shownIn: [listCategories, listProductGroups, ...itemLists],
  fields: ['name'],
  data: (_ctx, { attributes: _attributes, ...fields }) => fields,
  refuse(_ctx, _property, { attributes = [] }) {
    const errors = repeated(attributes);
    if (errors.length) throw problems.invalid_input({ errors });
  },
  async writeParts(ctx, property, { attributes = [] }) {
    for (const { order, ...attribute } of attributes)
      ctx.em.create(Attribute, { id: newID('att'), property, position: order, ...attribute });
    return false;
  },
  beforeRemove: removeAttributes,
});

const itemAttributes = 'inventory.item_attribute';
const skuOfItem = `(select item.sku from inventory.item item
  where item.account_id = {account} and item.id = referrer.item_id)`;
const usedBy = (kind: 'category' | 'product_group', what: Reference['what']): Reference => ({
  to: 'property',
  what,
  table: `inventory.${kind}_property`,
  column: 'property_id',
  label: `(select owner.name from inventory.${kind} owner
    where owner.account_id = {account} and owner.id = referrer.${kind}_id)`,
});

export const propertyPart = definePart({
  ...propertyRecord,
  ...propertyDeclarations,
  entities: [Attribute, Property],
  services: [service(AttributeService)],
  references: [
    { to: 'property', what: ['item', 'items'], table: itemAttributes, column: 'property_id', label: skuOfItem },
    { to: 'attribute', what: ['item', 'items'], table: itemAttributes, column: 'attribute_id', label: skuOfItem },
    usedBy('category', ['category', 'categories']),
    usedBy('product_group', ['product group', 'product groups']),
  ],
  routes: (services) => {
    const attributes = services.get(AttributeService);
    return [
      ...propertyRecord.routes(),
      route(listAttributes, (ctx, { params, query }) => findAttributes(ctx, params.propertyID, query)),
      route(getAttribute, (ctx, { params }) => attributeByID(ctx, params.propertyID, params.attributeID)),
      route(createAttribute, (ctx, { params, body }) => attributes.create(ctx, params.propertyID, body)),
      route(updateAttribute, (ctx, { params, body }) =>
        attributes.update(ctx, params.propertyID, params.attributeID, body),
      ),
      route(deleteAttribute, (ctx, { params }) => attributes.remove(ctx, params.propertyID, params.attributeID)),
    ];
  },
  imports: () => [plainImporter(propertyImport)],
  samples: [
    { table: 'inventory.property', row: { name: 'Colour {label}' } },
    {
      table: 'inventory.attribute',
      row: (ids) => ({ property_id: ids('inventory.property'), name: 'Red {label}', color: '#ff0000', position: 0 }),
    },
  ],
});
