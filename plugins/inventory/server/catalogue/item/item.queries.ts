import {
  type AccountContext,
  among,
  type ListEndpoint,
  type ProjectionScope,
  projection,
  since,
  sql,
  upTo,
} from '@millwright/core/server';
import type { z } from 'zod';
import {
  type Item,
  type ItemRow,
  type ItemType,
  item,
  itemRow,
  itemTypes,
  listItems,
} from '../../../contracts/index.ts';
import { conversionsOfGroup } from '../../units/unit-group/unit-group.queries.ts';
import { isActive, itemParts, seesCosts } from './list/item-columns.ts';
import type { Filter, ItemPage } from './list/item-page.ts';
import { refuseHidden, type SeenItems } from './reference/customer-products.ts';
import { itemKinds } from './reference/item-kinds.ts';

type Condition = ReturnType<typeof sql<boolean>>;

const hasAttributes = (attributeIDs: readonly string[], isAll: boolean): Condition => {
  const wanted = [...new Set(attributeIDs)];
  const attributes = sql`from inventory.item_attribute own_attribute where own_attribute.account_id = item.account_id
    and own_attribute.item_id = item.id and own_attribute.attribute_id = any(${wanted}::text[])`;
  return isAll
    ? sql<boolean>`(select count(*) ${attributes}) = ${wanted.length}`
    : sql<boolean>`exists (select ${attributes})`;
};

/** Items of these types by SKU. */
const viewOf = ({ path }: ListEndpoint, types: readonly ItemType[]) =>
  projection(itemRow, {
    ...itemParts,
    // The endpoints of the types have different queries, all of which are parts of this one.
    list: { path } as ListEndpoint & { query?: z.ZodType<ItemPage> },
    search: { document: types.map((type) => itemKinds[type].recordType) },
    filters: {
      ids: (ids) => among('item.id', ids),
      productTypes: (codes) => among('item.product_type', codes),
      attributeIDs: (ids, _, { isExactMatch }) => hasAttributes(ids, isExactMatch === true),
      // Asked by the filters by attributes and, instead of the search, by `limited`.
      isExactMatch: () => sql<boolean>`true`,
      manufacturers: (names) => among('item.manufacturer', names),
      unitGroupIDs: (ids, ctx) => sql<boolean>`item.default_conversion_id in (select id from inventory.unit_conversion
        where account_id = ${ctx.account.id} and unit_group_id = any(${ids}::text[]))`,
      isActive: (value, ctx) => sql<boolean>`${isActive(ctx)} = ${value}`,
      isBelowOrderPoint: (value) => sql<boolean>`coalesce(item.base_order_point > coalesce((select position.on_hand
        from inventory.item_position position
        where position.account_id = item.account_id and position.item_id = item.id
          and position.owner_id = item.account_id), 0), false) = ${value}`,
      startDate: since('item.created_at'),
      endDate: upTo('item.created_at'),
    },
    sortable: {
      unitValue: 'item.unit_value',
      unitCost: 'item.unit_cost',
      margin: itemParts.extra.quotient,
      startDate: 'item.start_date',
      endDate: 'item.end_date',
    },
    order: ['sku'],
  });

const views = {
  product: viewOf(itemKinds.product.list, ['product']),
  part: viewOf(itemKinds.part.list, ['part']),
  material: viewOf(itemKinds.material.list, ['material']),
  supply: viewOf(itemKinds.supply.list, ['supply']),
} satisfies Record<ItemType, unknown>;
const all = viewOf(listItems, itemTypes);

const ofTypes = (types: readonly ItemType[]) => (types.length === 1 ? views[types[0] as ItemType] : all);

/** Items of these types that the caller sees; the page's `query` is part of it where it must be a whole SKU. */
function limited(
  types: readonly ItemType[],
  { query, isExactMatch }: Pick<Filter, 'query' | 'isExactMatch'>,
  seen?: SeenItems,
): ProjectionScope {
  const sku = isExactMatch ? query : undefined;
  const conditions = [
    ...(types.length === 1 ? [sql<boolean>`item.type = ${types[0]}`] : []),
    ...(types.length > 1 && types.length < itemTypes.length ? [among('item.type', types)] : []),
    ...(sku ? [sql<boolean>`item.sku = ${sku}`] : []),
    ...(seen ? [seen.condition] : []),
  ];
  return {
    where: conditions.length ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`,
    // Total counts are cached per set of types and per visible part of the catalogue.
    key: JSON.stringify([types, sku, seen?.key]),
  };
}

/** A page of items of these types by SKU, limited to those that the caller sees; all columns in one statement. */
export function findItems(
  ctx: AccountContext,
  types: readonly ItemType[],
  page: ItemPage,
  seen?: SeenItems,
): Promise<{ items: ItemRow[]; count: number }> {
  refuseHidden(ctx, page);
  const { query, ...rest } = page;
  return ofTypes(types).find(ctx, page.isExactMatch ? rest : page, limited(types, page, seen));
}

/** Ids of the items of a type that match a filter. */
export function findItemIDs(ctx: AccountContext, type: ItemType, filter: Filter): Promise<string[]> {
  const { query, ...rest } = filter;
  return views[type].findIDs(ctx, filter.isExactMatch ? rest : filter, limited([type], filter));
}

const whole = projection(item, {
  ...itemParts,
  list: listItems,
  computed: { ...itemParts.computed, units: conversionsOfGroup },
  extra: { ...itemParts.extra, written: sql.ref<string | null>('item.notes') },
  derived: {
    ...itemParts.derived,
    notes: ({ written }, ctx) => (seesCosts(ctx) ? written : null),
    baseUnit: ({ baseUnitID, baseUnitName }) => ({ id: baseUnitID, name: baseUnitName }),
  },
  search: ['sku'],
  order: ['sku'],
});

/** One item with its notes and units; 404 if it is unknown, hidden from the caller, or of another type. */
export const itemByID = (ctx: AccountContext, id: string, type?: ItemType, seen?: SeenItems): Promise<Item> =>
  whole.byID(ctx, id, limited(type ? [type] : itemTypes, {}, seen));

/** Items of a type by ids or SKUs (in any case), ordered by SKU, with units; unknown ones are missing. */
export function itemsByName(
  ctx: AccountContext,
  type: ItemType,
  { itemIDs = [], skus = [] }: { itemIDs?: readonly string[] | undefined; skus?: readonly string[] | undefined },
  seen?: SeenItems,
): Promise<Item[]> {
  const inAnyCase = skus.map((sku) => sku.toLowerCase());
  // Each of the three conditions has an index.
  const named = sql<boolean>`(item.id = any(${[...itemIDs]}::text[]) or item.sku = any(${[...skus]}::text[])
    or item.lower_sku = any(${inAnyCase}::text[]))`;
  return whole.all(ctx, {
    where: sql<boolean>`${limited([type], {}, seen).where} and ${named}`,
    order: sql.ref('item.sku'),
  });
}
