import { type EndpointRequest, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  fieldConditions,
  listIDs,
  listPage,
  preparable,
  referenceName,
  sql,
  todayOf,
  withinInstants,
} from '@millwright/core/server';
import {
  type Item,
  type ItemFilter,
  type ItemRow,
  type ItemType,
  itemFields,
  itemTypes,
  listItems,
  type listProducts,
  type ProductFilter,
  type UnitConversion,
} from '../../../contracts/index.ts';
import { conversionsOfGroup } from '../../units/unit-group/unit-group.queries.ts';
import { refuseHidden, type SeenItems } from './customer-products.ts';
import { itemRowOf, itemsFrom, type MatchingItems, marginColumn, seesCosts, withItemColumns } from './item-columns.ts';
import { itemKinds } from './item-kinds.ts';
import { itemReferences } from './item-references.ts';

/** Filters of any list of items; those of products are no filters for the others. */
type Filter = ItemFilter &
  Partial<Pick<ProductFilter, 'productTypes' | 'productLineIDs' | 'productGroupIDs'>> & {
    /** Only these. */
    ids?: readonly string[];
  };

/** A page of any list of items. */
export type ItemPage = Filter & {
  take: number;
  skip: number;
  sortBy?:
    | EndpointRequest<typeof listItems>['query']['sortBy']
    | EndpointRequest<typeof listProducts>['query']['sortBy'];
  sortOrder?: 'asc' | 'desc';
};

/** The name of what an item refers to. */
const nameOf = (field: 'productLine' | 'productGroup' | 'category') =>
  referenceName(itemFields, field, 'item', itemReferences);

const hasAttributes = (attributeIDs: readonly string[], isAll: boolean) => {
  const wanted = [...new Set(attributeIDs)];
  const own = sql`from inventory.item_attribute own_attribute where own_attribute.account_id = item.account_id
    and own_attribute.item_id = item.id and own_attribute.attribute_id = any(${wanted}::text[])`;
  return isAll ? sql<boolean>`(select count(*) ${own}) = ${wanted.length}` : sql<boolean>`exists (select ${own})`;
};

function filtered(ctx: AccountContext, types: readonly ItemType[], filter: Filter): MatchingItems {
  let matching = itemsFrom(ctx, types.length === itemTypes.length ? undefined : types);
  if (filter.ids) matching = matching.where(sql<boolean>`item.id = any(${filter.ids}::text[])`);
  if (filter.query && filter.isExactMatch) matching = matching.where('item.sku', '=', filter.query);
  if (filter.productTypes) matching = matching.where('item.product_type', 'in', filter.productTypes);
  for (const condition of fieldConditions(itemFields, 'item', filter)) matching = matching.where(condition);
  if (filter.attributeIDs) matching = matching.where(hasAttributes(filter.attributeIDs, filter.isExactMatch === true));
  if (filter.manufacturers) matching = matching.where('item.manufacturer', 'in', filter.manufacturers);
  if (filter.unitGroupIDs)
    matching = matching.where(
      'item.default_conversion_id',
      'in',
      sql<string>`(select id from inventory.unit_conversion
        where account_id = ${ctx.account.id} and unit_group_id = any(${filter.unitGroupIDs}::text[]))`,
    );
  if (filter.isActive !== undefined)
    matching = matching.where(
      sql<boolean>`(coalesce(item.start_date <= ${todayOf(ctx)}::date, true)
        and coalesce(item.end_date >= ${todayOf(ctx)}::date, true)) = ${filter.isActive}`,
    );
  if (filter.isBelowOrderPoint !== undefined)
    matching = matching.where(
      sql<boolean>`coalesce(item.base_order_point > coalesce((select position.on_hand
        from inventory.item_position position
        where position.account_id = item.account_id and position.item_id = item.id
          and position.owner_id = item.account_id), 0), false) = ${filter.isBelowOrderPoint}`,
    );
  for (const condition of withinInstants(ctx, 'item.created_at', { from: filter.startDate, to: filter.endDate }))
    matching = matching.where(condition);
  return matching;
}

const listParts = (ctx: AccountContext, types: readonly ItemType[], filter: Filter) => ({
  list: types.length === 1 ? itemKinds[types[0] as ItemType].list : listItems,
  id: 'item.id' as const,
  matching: filtered(ctx, types, filter),
  text:
    filter.query && !filter.isExactMatch
      ? { types: types.map((type) => itemKinds[type].recordType), query: filter.query }
      : undefined,
  select: (query: unknown) => withItemColumns(ctx, query as MatchingItems),
  order: [['item.sku', 'asc']] as const,
});

/** A page of items of these types by SKU, every column computed in one statement, of what the caller sees. */
export async function findItems(
  ctx: AccountContext,
  types: readonly ItemType[],
  page: ItemPage,
  seen?: SeenItems,
): Promise<{ items: ItemRow[]; count: number }> {
  refuseHidden(ctx, page);
  const parts = listParts(ctx, types, page);
  const { items, count } = await listPage(ctx, {
    ...parts,
    matching: seen ? parts.matching.where(seen.condition) : parts.matching,
    page,
    // One list per set of types, whatever the caller wrote them as, and of what the caller sees.
    scope: `${types.join()}${seen ? ` ${seen.key}` : ''}`,
    sortable: {
      sku: 'item.sku',
      type: 'item.type',
      description: 'item.description',
      productType: 'item.product_type',
      productLine: nameOf('productLine'),
      productGroup: nameOf('productGroup'),
      category: nameOf('category'),
      manufacturer: 'item.manufacturer',
      unitValue: 'item.unit_value',
      unitCost: 'item.unit_cost',
      margin: marginColumn,
      startDate: 'item.start_date',
      endDate: 'item.end_date',
      createdAt: 'item.created_at',
      updatedAt: 'item.updated_at',
    },
  });
  const today = todayOf(ctx);
  return { items: items.map((row) => itemRowOf(ctx, row, today)), count };
}

/** Ids of the items of a type that a filter matches. */
export const findItemIDs = (ctx: AccountContext, type: ItemType, filter: Filter): Promise<string[]> =>
  listIDs(ctx, { ...listParts(ctx, [type], filter), page: { take: 0, skip: 0 } });

const withUnits = (ctx: AccountContext, types?: readonly ItemType[]) =>
  withItemColumns(ctx, itemsFrom(ctx, types)).select(['item.notes', conversionsOfGroup.as('units')]);

function itemOf(
  ctx: AccountContext,
  row: Awaited<ReturnType<ReturnType<typeof withUnits>['executeTakeFirstOrThrow']>>,
) {
  const base = row.units.find(({ isBase }) => isBase) as UnitConversion;
  return {
    ...itemRowOf(ctx, row),
    notes: seesCosts(ctx) ? row.notes : null,
    baseUnit: base.unit,
    units: row.units,
  };
}

/** One item with its notes and units; 404 for what is not there or not seen, or of another type than asked for. */
export async function itemByID(ctx: AccountContext, id: string, type?: ItemType, seen?: SeenItems): Promise<Item> {
  const all = withUnits(ctx, type && [type]).where('item.id', '=', id);
  const row = await preparable(seen ? all.where(seen.condition) : all).executeTakeFirst();
  if (!row) throw problems.not_found();
  return itemOf(ctx, row);
}

/** The items of a type with these ids or SKUs (in any case), by SKU, with units; what is not there is missing. */
export async function itemsByName(
  ctx: AccountContext,
  type: ItemType,
  { itemIDs = [], skus = [] }: { itemIDs?: readonly string[] | undefined; skus?: readonly string[] | undefined },
  seen?: SeenItems,
): Promise<Item[]> {
  const inAnyCase = skus.map((sku) => sku.toLowerCase());
  const rows = await withUnits(ctx, [type])
    .$if(seen !== undefined, (query) => query.where((seen as SeenItems).condition))
    // Each of the three has an index.
    .where(
      sql<boolean>`(item.id = any(${itemIDs}::text[]) or item.sku = any(${skus}::text[])
        or item.lower_sku = any(${inAnyCase}::text[]))`,
    )
    .orderBy('item.sku')
    .execute();
  return rows.map((row) => itemOf(ctx, row));
}
