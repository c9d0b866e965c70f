import { type AnyEndpoint, type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  refuseIfUsed,
  snapshotOf,
  sql,
  touched,
  touchedRows,
} from '@millwright/core/server';
import {
  type Attribute as AttributeReply,
  type createAttribute,
  listCategories,
  listProductGroups,
  listProperties,
  type updateAttribute,
} from '../../../contracts/index.ts';
import { itemLists } from '../item/reference/item-kinds.ts';
import { Attribute, Property } from './property.entity.ts';
import { attributeByID } from './property.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const recordOf = (id: string) => ({ type: 'property', id });

/** Attributes of properties; their history is part of the property's. */
export class AttributeService {
  async create(
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

  async update(
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
    touched(ctx, listProperties, listCategories, listProductGroups, ...itemLists);
    return attributeByID(ctx, propertyID, attributeID);
  }

  async remove(ctx: AccountContext, propertyID: string, attributeID: string): Promise<undefined> {
    await sql`select id from inventory.attribute
      where account_id = ${ctx.account.id} and id = ${attributeID} for update`.execute(ctx.em.query());
    const attribute = await this.#attribute(ctx, propertyID, attributeID);
    await refuseIfUsed(ctx, 'attribute', attribute);
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
}
