import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, definePart, referenceAggregate, route, sql } from '@millwright/core/server';
import {
  createVariations,
  deleteProductGroupProduct,
  listItems,
  listProductGroups,
  listProducts,
  listProductVariations,
  listProperties,
  productGroupDeclarations,
  productGroups,
  putProductGroupProduct,
} from '../../../contracts/index.ts';
import { ItemService } from '../item/item.service.ts';
import { itemLists, touchedItems } from '../item/reference/item-kinds.ts';
import { chosenProperties } from '../property/chosen-properties.ts';
import { notesField, propertiesField } from '../shared/plain-fields.ts';
import { makeVariations } from './create-variations.ts';
import { ProductGroup, ProductGroupProperty } from './product-group.entity.ts';
import { productGroupView } from './product-group.queries.ts';
import { findProductVariations } from './product-variation.queries.ts';

const links = {
  table: 'inventory.product_group_property',
  owner: 'product_group_id',
  target: 'property_id',
  position: 'position',
};

/** Records in the history of products that they left one group for another. */
function regrouped(ctx: AccountContext, ids: Iterable<string>, from: string | null, to: string | null): void {
  for (const id of ids)
    audit(ctx, { record: { type: 'product', id }, action: 'updated', changes: [{ field: 'productGroup', from, to }] });
  touchedItems(ctx);
}

/** Puts products into a new group, in one statement. */
async function gather(ctx: AccountContext, { id, name }: ProductGroup, itemIDs: readonly string[]): Promise<void> {
  if (itemIDs.length === 0) return;
  const { rows } = await sql<{ id: string }>`update inventory.item set product_group_id = ${id},
      version = version + 1, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and type = 'product' and id = any(${[...itemIDs]}::text[])
    returning id`.execute(ctx.em.query());
  const found = new Set(rows.map((row) => row.id));
  const errors = itemIDs.flatMap((itemID, index): FieldError[] =>
    found.has(itemID) ? [] : [{ path: `productIDs.${index}`, message: 'There is no such product' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  regrouped(ctx, found, null, name);
}

const productGroupRecord = referenceAggregate({
  entity: ProductGroup,
  table: 'inventory.product_group',
  endpoints: productGroups,
  view: productGroupView,
  lists: [listProductGroups, listProducts, listItems, listProperties],
  shownIn: itemLists,
  fields: ['name', 'notes', 'properties'],
  facts: ({ name, notes, properties }) => ({
    name,
    notes,
    properties: properties.map((property) => property.name).join(', '),
  }),
  data: (_ctx, { propertyIDs: _propertyIDs, productIDs: _productIDs, ...fields }) => fields,
  links: [{ field: 'propertyIDs', to: 'inventory.property', what: 'property', ...links }],
  refuse: async (ctx, _, { propertyIDs = [] }) => {
    await chosenProperties(ctx, propertyIDs);
  },
  async writeParts(ctx, productGroup, { productIDs = [] }) {
    await gather(ctx, productGroup, productIDs);
    return false;
  },
  async beforeRemove(ctx, { id, name }) {
    const { rows } = await sql<{ id: string }>`update inventory.item
      set product_group_id = null, version = version + 1, updated_at = ${ctx.clock.now()}
      where account_id = ${ctx.account.id} and product_group_id = ${id}
      returning id`.execute(ctx.em.query());
    regrouped(
      ctx,
      rows.map((row) => row.id),
      name,
      null,
    );
  },
  import: {
    description:
      'Creates product groups, or changes those whose name exists. Empty cells leave what is there. ' +
      'The products of a group come with the import of products.',
    named: { synonyms: ['product group', 'product group name', 'group', 'group name'], example: 'Work glove' },
    more: [
      propertiesField({
        isNeeded: true,
        schema: productGroups.createBody.shape.propertyIDs,
        links,
        synonyms: ['property', 'properties name', 'differ in', 'differs in', 'varies by'],
        description:
          'What its products differ in, in order and apart by semicolons; takes the place of those there are.',
      }),
      notesField,
    ],
  },
});

export const productGroupPart = definePart({
  ...productGroupRecord,
  ...productGroupDeclarations,
  entities: [ProductGroup, ProductGroupProperty],
  routes: (services) => {
    const items = services.get(ItemService);
    return [
      ...productGroupRecord.routes(),
      route(putProductGroupProduct, async (ctx, { params: { productGroupID, itemID } }) => {
        await items.setProductGroup(ctx, itemID, await ctx.em.get(ProductGroup, productGroupID));
        return productGroupView.byID(ctx, productGroupID);
      }),
      route(deleteProductGroupProduct, async (ctx, { params: { productGroupID, itemID } }) => {
        await ctx.em.get(ProductGroup, productGroupID);
        const { rows } = await sql`select id from inventory.item where account_id = ${ctx.account.id}
          and id = ${itemID} and product_group_id = ${productGroupID}`.execute(ctx.em.query());
        if (rows.length === 0) throw problems.not_found();
        await items.setProductGroup(ctx, itemID, null);
        return undefined;
      }),
      route(listProductVariations, (ctx, { query }) => findProductVariations(ctx, query)),
      route(createVariations, (ctx, { params, body }) => makeVariations(ctx, items, params.productGroupID, body)),
    ];
  },
  samples: [
    { table: 'inventory.product_group', row: { name: 'Group {label}', notes: 'Canary {label}' } },
    {
      table: 'inventory.product_group_property',
      row: (ids) => ({
        product_group_id: ids('inventory.product_group'),
        property_id: ids('inventory.property'),
        position: 0,
      }),
    },
  ],
});
