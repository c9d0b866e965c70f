import { type AnyEndpoint, type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  refuseIfUsed,
  renewVersion,
  type SearchableRecord,
  sql,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import {
  type Category as CategoryReply,
  type createCategory,
  listCategories,
  listProperties,
  type updateCategory,
} from '../../../contracts/index.ts';
import { UnitGroup } from '../../units/unit-group/unit-group.entity.ts';
import { touchedItems } from '../item/item-kinds.ts';
import { chosenProperties } from '../property/chosen-properties.ts';
import { Property } from '../property/property.entity.ts';
import { Category, CategoryProperty } from './category.entity.ts';
import { categoryByID } from './category.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const recordOf = (id: string) => ({ type: 'category', id });

const facts = ({ name, notes, unitGroup, properties }: CategoryReply) => ({
  name,
  notes,
  unitGroup: unitGroup?.name ?? null,
  properties: properties.map((property) => property.name).join(', ') || null,
});

/** Categories of items. */
export class CategoryService {
  async create(ctx: AccountContext, input: Body<typeof createCategory>): Promise<CategoryReply> {
    const { unitGroupID, propertyIDs, ...fields } = input;
    const unitGroup = (await this.#unitGroup(ctx, unitGroupID)) ?? null;
    const properties = await chosenProperties(ctx, propertyIDs);
    const category = ctx.em.create(Category, { id: newID('cat'), ...fields, unitGroup });
    for (const property of properties) ctx.em.create(CategoryProperty, { category, property });
    audit(ctx, { record: recordOf(category.id), action: 'created' });
    await ctx.em.flush();
    await this.#index(ctx, category);
    touched(ctx, listCategories, listProperties);
    return categoryByID(ctx, category.id);
  }

  async update(ctx: AccountContext, categoryID: string, input: Body<typeof updateCategory>): Promise<CategoryReply> {
    const category = await ctx.em.getForUpdate(Category, categoryID);
    ctx.em.expectVersion(category, input.version);
    const before = await categoryByID(ctx, categoryID);
    const { version: _, unitGroupID, propertyIDs, ...fields } = input;
    const unitGroup = await this.#unitGroup(ctx, unitGroupID);
    ctx.em.assign(category, { ...fields, ...(unitGroup === undefined ? {} : { unitGroup }) });
    if (propertyIDs) await this.#replaceProperties(ctx, category, propertyIDs);
    return this.#written(ctx, category, before);
  }

  async setUnitGroup(ctx: AccountContext, categoryID: string, unitGroupID: string): Promise<CategoryReply> {
    const category = await ctx.em.getForUpdate(Category, categoryID);
    const unitGroup = await ctx.em.get(UnitGroup, unitGroupID);
    const before = await categoryByID(ctx, categoryID);
    ctx.em.assign(category, { unitGroup });
    return this.#written(ctx, category, before);
  }

  async addProperty(ctx: AccountContext, categoryID: string, propertyID: string): Promise<CategoryReply> {
    const category = await ctx.em.getForUpdate(Category, categoryID);
    const property = await ctx.em.get(Property, propertyID);
    const before = await categoryByID(ctx, categoryID);
    if (!before.properties.some(({ id }) => id === propertyID)) ctx.em.create(CategoryProperty, { category, property });
    return this.#written(ctx, category, before);
  }

  async removeProperty(ctx: AccountContext, categoryID: string, propertyID: string): Promise<undefined> {
    const category = await ctx.em.getForUpdate(Category, categoryID);
    const before = await categoryByID(ctx, categoryID);
    const own = before.properties.filter(({ id }) => id !== propertyID).map(({ id }) => id);
    if (own.length === before.properties.length) throw problems.not_found();
    await this.#replaceProperties(ctx, category, own);
    await this.#written(ctx, category, before);
    return undefined;
  }

  async remove(ctx: AccountContext, categoryID: string): Promise<undefined> {
    // Items that are being put into it hold a key share of it; this waits for them and keeps further ones out.
    await sql`select id from inventory.category
      where account_id = ${ctx.account.id} and id = ${categoryID} for update`.execute(ctx.em.query());
    const category = await ctx.em.get(Category, categoryID);
    await refuseIfUsed(ctx, 'category', category);
    await this.#replaceProperties(ctx, category, []);
    ctx.em.remove(category);
    audit(ctx, { record: recordOf(categoryID), action: 'deleted', note: category.name });
    await ctx.em.flush();
    await unindexRecord(ctx, 'category', categoryID);
    touched(ctx, listCategories, listProperties);
  }

  async #replaceProperties(ctx: AccountContext, category: Category, propertyIDs: readonly string[]): Promise<void> {
    const properties = await chosenProperties(ctx, propertyIDs);
    const links = await ctx.em.find(CategoryProperty, { accountID: ctx.account.id, category: { id: category.id } });
    for (const link of links) if (!propertyIDs.includes(link.property.id)) ctx.em.remove(link);
    for (const property of properties)
      if (!links.some((link) => link.property.id === property.id))
        ctx.em.create(CategoryProperty, { category, property });
  }

  /** Null takes the group away, undefined leaves it. */
  async #unitGroup(ctx: AccountContext, id: string | null | undefined): Promise<UnitGroup | null | undefined> {
    if (!id) return id as null | undefined;
    const unitGroup = await ctx.em.findOne(UnitGroup, { accountID: ctx.account.id, id });
    if (!unitGroup)
      throw problems.invalid_input({ errors: [{ path: 'unitGroupID', message: 'There is no such unit group' }] });
    return unitGroup;
  }

  async #written(ctx: AccountContext, category: Category, before: CategoryReply): Promise<CategoryReply> {
    await ctx.em.flush();
    const after = await categoryByID(ctx, before.id);
    const [old, now] = [facts(before), facts(after)];
    const changes = changesOf(old, now, Object.keys(now) as (keyof typeof now)[]);
    if (changes.length === 0) return after;
    // Properties are rows of their own; who has the category open should notice all the same.
    if (after.version === before.version) renewVersion(ctx, category);
    audit(ctx, { record: recordOf(before.id), action: 'updated', changes });
    await ctx.em.flush();
    await this.#index(ctx, category);
    touched(ctx, listCategories, listProperties);
    touchedItems(ctx);
    return categoryByID(ctx, before.id);
  }

  #index(ctx: AccountContext, { id, name, type }: Category): Promise<void> {
    const subtitle = type === 'product' ? 'Product category' : 'Material category';
    return indexRecord(ctx, { ...recordOf(id), title: name, subtitle, text: '' });
  }
}

/** What generic parts ask about categories. */
export const categoryRecords: SearchableRecord = {
  type: 'category',
  label: async (ctx, id) => (await ctx.em.get(Category, id)).name,
};
