import { type AnyEndpoint, type EndpointRequest, type FieldError, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  renewVersion,
  type SearchableRecord,
  sql,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import {
  type createProductGroup,
  listItems,
  listProductGroups,
  listProducts,
  listProperties,
  type ProductGroup as ProductGroupReply,
  type updateProductGroup,
} from '../../../contracts/index.ts';
import type { ItemService } from '../item/item.service.ts';
import { touchedItems } from '../item/reference/item-kinds.ts';
import { chosenProperties } from '../property/chosen-properties.ts';
import { ProductGroup, ProductGroupProperty } from './product-group.entity.ts';
import { productGroupView } from './product-group.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const recordOf = (id: string) => ({ type: 'product_group', id });
const facts = ({ name, notes, properties }: ProductGroupReply) => ({
  name,
  notes,
  properties: properties.map((property) => property.name).join(', '),
});
const lists = [listProductGroups, listProducts, listItems, listProperties];

export class ProductGroupService {
  readonly #items: ItemService;

  constructor(items: ItemService) {
    this.#items = items;
  }

  async create(ctx: AccountContext, input: Body<typeof createProductGroup>): Promise<ProductGroupReply> {
    const properties = await chosenProperties(ctx, input.propertyIDs);
    const productGroup = ctx.em.create(ProductGroup, {
      id: newID('pgr'),
      name: input.name,
      notes: input.notes ?? null,
    });
    for (const [position, property] of properties.entries())
      ctx.em.create(ProductGroupProperty, { productGroup, property, position });
    audit(ctx, { record: recordOf(productGroup.id), action: 'created' });
    await ctx.em.flush();
    await this.#gather(ctx, productGroup.id, input.productIDs);
    return this.#shown(ctx, productGroup);
  }

  async update(
    ctx: AccountContext,
    productGroupID: string,
    { version, propertyIDs, ...fields }: Body<typeof updateProductGroup>,
  ): Promise<ProductGroupReply> {
    const productGroup = await ctx.em.getForUpdate(ProductGroup, productGroupID);
    ctx.em.expectVersion(productGroup, version);
    const before = facts(await productGroupView.byID(ctx, productGroupID));
    ctx.em.assign(productGroup, fields);
    if (propertyIDs) {
      await this.#replaceProperties(ctx, productGroup, propertyIDs);
      // Properties are separate rows, but open forms of the group should notice the change too.
      renewVersion(ctx, productGroup);
    }
    await ctx.em.flush();
    const after = facts(await productGroupView.byID(ctx, productGroupID));
    const changes = changesOf(before, after, Object.keys(after) as (keyof typeof after)[]);
    if (changes.length) audit(ctx, { record: recordOf(productGroupID), action: 'updated', changes });
    await ctx.em.flush();
    return this.#shown(ctx, productGroup);
  }

  async remove(ctx: AccountContext, productGroupID: string): Promise<undefined> {
    await sql`select id from inventory.product_group
      where account_id = ${ctx.account.id} and id = ${productGroupID} for update`.execute(ctx.em.query());
    const productGroup = await ctx.em.get(ProductGroup, productGroupID);
    const { rows } = await sql<{ id: string }>`update inventory.item
      set product_group_id = null, version = version + 1, updated_at = ${ctx.clock.now()}
      where account_id = ${ctx.account.id} and product_group_id = ${productGroupID}
      returning id`.execute(ctx.em.query());
    const changes = [{ field: 'productGroup', from: productGroup.name, to: null }];
    for (const { id } of rows) audit(ctx, { record: { type: 'product', id }, action: 'updated', changes });
    await this.#replaceProperties(ctx, productGroup, []);
    ctx.em.remove(productGroup);
    audit(ctx, { record: recordOf(productGroupID), action: 'deleted', note: productGroup.name });
    await ctx.em.flush();
    await unindexRecord(ctx, 'product_group', productGroupID);
    touched(ctx, ...lists);
    touchedItems(ctx);
  }

  async addProduct(ctx: AccountContext, productGroupID: string, itemID: string): Promise<ProductGroupReply> {
    const productGroup = await ctx.em.get(ProductGroup, productGroupID);
    await this.#items.setProductGroup(ctx, itemID, productGroup);
    return productGroupView.byID(ctx, productGroupID);
  }

  async removeProduct(ctx: AccountContext, productGroupID: string, itemID: string): Promise<undefined> {
    await ctx.em.get(ProductGroup, productGroupID);
    const { rows } = await sql`select id from inventory.item where account_id = ${ctx.account.id} and id = ${itemID}
      and product_group_id = ${productGroupID}`.execute(ctx.em.query());
    if (rows.length === 0) throw problems.not_found();
    await this.#items.setProductGroup(ctx, itemID, null);
    return undefined;
  }

  /** Puts products into a new group, in one statement. */
  async #gather(ctx: AccountContext, productGroupID: string, itemIDs: readonly string[]): Promise<void> {
    if (itemIDs.length === 0) return;
    const { rows } = await sql<{ id: string }>`update inventory.item set product_group_id = ${productGroupID},
        version = version + 1, updated_at = ${ctx.clock.now()}
      where account_id = ${ctx.account.id} and type = 'product' and id = any(${[...itemIDs]}::text[])
      returning id`.execute(ctx.em.query());
    const found = new Set(rows.map(({ id }) => id));
    const errors = itemIDs.flatMap((id, index): FieldError[] =>
      found.has(id) ? [] : [{ path: `productIDs.${index}`, message: 'There is no such product' }],
    );
    if (errors.length) throw problems.invalid_input({ errors });
    const { name } = await ctx.em.get(ProductGroup, productGroupID);
    for (const id of found)
      audit(ctx, {
        record: { type: 'product', id },
        action: 'updated',
        changes: [{ field: 'productGroup', from: null, to: name }],
      });
    await ctx.em.flush();
  }

  async #replaceProperties(
    ctx: AccountContext,
    productGroup: ProductGroup,
    propertyIDs: readonly string[],
  ): Promise<void> {
    const properties = await chosenProperties(ctx, propertyIDs);
    const links = await ctx.em.find(ProductGroupProperty, {
      accountID: ctx.account.id,
      productGroup: { id: productGroup.id },
    });
    for (const link of links) if (!propertyIDs.includes(link.property.id)) ctx.em.remove(link);
    for (const [position, property] of properties.entries()) {
      const link = links.find((known) => known.property.id === property.id);
      if (link) ctx.em.assign(link, { position });
      else ctx.em.create(ProductGroupProperty, { productGroup, property, position });
    }
  }

  async #shown(ctx: AccountContext, { id, name }: ProductGroup): Promise<ProductGroupReply> {
    await indexRecord(ctx, { ...recordOf(id), title: name, text: '' });
    touched(ctx, ...lists);
    touchedItems(ctx);
    return productGroupView.byID(ctx, id);
  }
}

/** Product groups for generic features (search, references). */
export const productGroupRecords: SearchableRecord = {
  type: 'product_group',
  label: async (ctx, id) => (await ctx.em.get(ProductGroup, id)).name,
};
