import { type AnyEndpoint, type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  inUse,
  type RecordUse,
  type SearchableRecord,
  snapshotOf,
  sql,
  touched,
  touchedRows,
  unindexRecord,
  usesOf,
} from '@millwright/core/server';
import {
  type Attribute as AttributeReply,
  type createAttribute,
  type createProperty,
  listCategories,
  listProductGroups,
  listProperties,
  type Property as PropertyReply,
  type updateAttribute,
  type updateProperty,
} from '../../../contracts/index.ts';
import { usesByItems, usesByNames } from '../../units/unit-group/item-uses.ts';
import { itemLists } from '../item/reference/item-kinds.ts';
import { Attribute, Property } from './property.entity.ts';
import { attributeByID, propertyView } from './property.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const recordOf = (id: string) => ({ type: 'property', id });
/** List endpoints that show names of properties and attributes. */
const shownIn = [listProperties, listCategories, listProductGroups, ...itemLists];

export class PropertyService {
  async create(ctx: AccountContext, input: Body<typeof createProperty>): Promise<PropertyReply> {
    const errors = input.attributes.flatMap(({ name, code }, index) => {
      const before = input.attributes.slice(0, index);
      return [
        ...(before.some((other) => other.name === name)
          ? [{ path: `attributes.${index}.name`, message: 'This attribute is listed twice' }]
          : []),
        ...(code && before.some((other) => other.code === code)
          ? [{ path: `attributes.${index}.code`, message: 'Another attribute has this code' }]
          : []),
      ];
    });
    if (errors.length) throw problems.invalid_input({ errors });
    const property = ctx.em.create(Property, { id: newID('prp'), name: input.name });
    for (const { order, ...attribute } of input.attributes)
      ctx.em.create(Attribute, { id: newID('att'), property, position: order, ...attribute });
    audit(ctx, { record: recordOf(property.id), action: 'created' });
    await ctx.em.flush();
    await indexRecord(ctx, { ...recordOf(property.id), title: property.name, text: '' });
    touched(ctx, listProperties);
    return propertyView.byID(ctx, property.id);
  }

  async update(ctx: AccountContext, propertyID: string, input: Body<typeof updateProperty>): Promise<PropertyReply> {
    const { version, ...fields } = input;
    const property = await ctx.em.get(Property, propertyID);
    ctx.em.expectVersion(property, version);
    const before = snapshotOf(property, ['name']);
    ctx.em.assign(property, fields);
    const changes = changesOf(before, property, ['name']);
    if (changes.length) audit(ctx, { record: recordOf(propertyID), action: 'updated', changes });
    await ctx.em.flush();
    await indexRecord(ctx, { ...recordOf(propertyID), title: property.name, text: '' });
    touched(ctx, ...shownIn);
    return propertyView.byID(ctx, propertyID);
  }

  async remove(ctx: AccountContext, propertyID: string): Promise<undefined> {
    const property = await this.#held(ctx, propertyID);
    const uses = [
      ...(await usesByItems(
        ctx,
        sql<boolean>`exists (select from inventory.item_attribute own where own.account_id = item.account_id
          and own.item_id = item.id and own.property_id = ${propertyID})`,
      )),
      ...(await this.#linksOf(ctx, propertyID)),
      ...(await usesOfAttributes(ctx, propertyID)),
    ];
    if (uses.length) throw inUse(property.name, uses);
    for (const attribute of await ctx.em.find(Attribute, { accountID: ctx.account.id, property }))
      ctx.em.remove(attribute);
    ctx.em.remove(property);
    audit(ctx, { record: recordOf(propertyID), action: 'deleted', note: property.name });
    await ctx.em.flush();
    await unindexRecord(ctx, 'property', propertyID);
    touched(ctx, listProperties);
    touchedRows(ctx, listCategories);
  }

  async createAttribute(
    ctx: AccountContext,
    propertyID: string,
    { order, ...input }: Body<typeof createAttribute>,
  ): Promise<AttributeReply> {
    const property = await ctx.em.get(Property, propertyID);
    const attribute = ctx.em.create(Attribute, {
      id: newID('att'),
      property,
      name: input.name,
      code: input.code ?? null,
      color: input.color ?? null,
      position: order,
    });
    audit(ctx, {
      record: recordOf(propertyID),
      action: 'attribute_added',
      changes: [{ field: 'attribute', from: null, to: attribute.name }],
    });
    await ctx.em.flush();
    touched(ctx, listProperties);
    touchedRows(ctx, listCategories);
    return attributeByID(ctx, propertyID, attribute.id);
  }

  async updateAttribute(
    ctx: AccountContext,
    propertyID: string,
    attributeID: string,
    { version, order, ...input }: Body<typeof updateAttribute>,
  ): Promise<AttributeReply> {
    const attribute = await this.#attribute(ctx, propertyID, attributeID);
    ctx.em.expectVersion(attribute, version);
    const fields = ['name', 'code', 'color', 'position'] as const;
    const before = snapshotOf(attribute, fields);
    ctx.em.assign(attribute, { ...input, ...(order === undefined ? {} : { position: order }) });
    const changes = changesOf(before, attribute, fields).map((change) => ({
      ...change,
      field: change.field === 'position' ? 'order' : change.field,
    }));
    if (changes.length)
      audit(ctx, { record: recordOf(propertyID), action: 'attribute_changed', changes, note: attribute.name });
    await ctx.em.flush();
    touched(ctx, ...shownIn);
    return attributeByID(ctx, propertyID, attributeID);
  }

  async removeAttribute(ctx: AccountContext, propertyID: string, attributeID: string): Promise<undefined> {
    await sql`select id from inventory.attribute
      where account_id = ${ctx.account.id} and id = ${attributeID} for update`.execute(ctx.em.query());
    const attribute = await this.#attribute(ctx, propertyID, attributeID);
    const uses = [
      ...(await usesByItems(
        ctx,
        sql<boolean>`exists (select from inventory.item_attribute own where own.account_id = item.account_id
          and own.item_id = item.id and own.attribute_id = ${attributeID})`,
      )),
      ...((await usesOf(ctx, 'attribute', [attributeID])).get(attributeID) ?? []),
    ];
    if (uses.length) throw inUse(attribute.name, uses);
    ctx.em.remove(attribute);
    audit(ctx, {
      record: recordOf(propertyID),
      action: 'attribute_removed',
      changes: [{ field: 'attribute', from: attribute.name, to: null }],
    });
    await ctx.em.flush();
    touched(ctx, listProperties);
    touchedRows(ctx, listCategories);
  }

  async #attribute(ctx: AccountContext, propertyID: string, attributeID: string): Promise<Attribute> {
    const attribute = await ctx.em.get(Attribute, attributeID);
    if (attribute.property.id !== propertyID) throw problems.not_found();
    return attribute;
  }

  /** The property, locked against new references to it or its attributes by items, categories and groups. */
  async #held(ctx: AccountContext, propertyID: string): Promise<Property> {
    await sql`select id from inventory.property
      where account_id = ${ctx.account.id} and id = ${propertyID} for update`.execute(ctx.em.query());
    await sql`select id from inventory.attribute where account_id = ${ctx.account.id} and property_id = ${propertyID}
      order by id for update`.execute(ctx.em.query());
    return ctx.em.get(Property, propertyID);
  }

  async #linksOf(ctx: AccountContext, propertyID: string): Promise<RecordUse[]> {
    const { rows } = await sql<{ kind: string; name: string }>`select 'category' as kind, category.name
        from inventory.category_property own
        join inventory.category category on category.account_id = own.account_id and category.id = own.category_id
        where own.account_id = ${ctx.account.id} and own.property_id = ${propertyID}
      union all select 'group', product_group.name from inventory.product_group_property own
        join inventory.product_group product_group
          on product_group.account_id = own.account_id and product_group.id = own.product_group_id
        where own.account_id = ${ctx.account.id} and own.property_id = ${propertyID} order by name`.execute(
      ctx.em.query(),
    );
    const namesOf = (wanted: string): string[] => rows.filter(({ kind }) => kind === wanted).map(({ name }) => name);
    return [
      ...usesByNames(namesOf('category'), ['category', 'categories']),
      ...usesByNames(namesOf('group'), ['product group', 'product groups']),
    ];
  }
}

/** References of other domains to attributes of a property. */
async function usesOfAttributes(ctx: AccountContext, propertyID: string): Promise<RecordUse[]> {
  const attributes = await ctx.em.find(Attribute, { accountID: ctx.account.id, property: { id: propertyID } });
  const uses = await usesOf(
    ctx,
    'attribute',
    attributes.map(({ id }) => id),
  );
  return [...uses.values()].flat();
}

/** Properties for generic features (search, references). */
export const propertyRecords: SearchableRecord = {
  type: 'property',
  label: async (ctx, id) => (await ctx.em.get(Property, id)).name,
};
