import { type AccountContext, among, sql } from '@millwright/core/server';
import type { ItemType } from '../../../contracts/index.ts';
import { placesInside } from '../../locations/storage-location/places/place-columns.ts';
import { itemsFoundBy } from './stock-columns.ts';

/** The validated filter of statistics of stock. */
export interface StockFilter {
  query?: string | undefined;
  types?: ItemType[] | undefined;
  categoryIDs?: string[] | undefined;
  itemIDs?: string[] | undefined;
  storageLocationIDs?: string[] | undefined;
  lotIDs?: string[] | undefined;
  customerIDs?: string[] | undefined;
}

type Condition = ReturnType<typeof sql<boolean>>;
type Filters = {
  [Name in keyof StockFilter]?: (
    value: NonNullable<StockFilter[Name]>,
    ctx: AccountContext,
    filter: StockFilter,
  ) => Condition;
};

/** The conditions of a filter, for statements that are no lists. */
export const conditionsOf = (ctx: AccountContext, filters: Filters, filter: StockFilter): Condition[] =>
  Object.entries(filters).flatMap(([name, condition]) => {
    const value: unknown = filter[name as keyof StockFilter];
    const conditionOf = condition as (value: unknown, ctx: AccountContext, filter: StockFilter) => Condition;
    return value === undefined ? [] : [conditionOf(value, ctx, filter)];
  });

/** Search of a table with `item_id` by its items. */
export const searchItems =
  (table: string) =>
  (text: string): Condition =>
    sql`${sql.ref(`${table}.item_id`)} in ${itemsFoundBy(text)}`;

const ofItem = (table: string, condition: Condition): Condition =>
  sql`exists (select from inventory.item item where item.account_id = ${sql.ref(`${table}.account_id`)}
    and item.id = ${sql.ref(`${table}.item_id`)} and ${condition})`;

/** Filters of a table with `item_id`, `owner_id`, `location_id` and `lot_id`. */
export const balanceFilters = (table: string) => ({
  itemIDs: (ids: readonly string[]) => among(`${table}.item_id`, ids),
  storageLocationIDs: (ids: readonly string[], ctx: AccountContext) =>
    sql<boolean>`${sql.ref(`${table}.location_id`)} in ${placesInside(ctx, ids)}`,
  lotIDs: (ids: readonly string[]) => among(`${table}.lot_id`, ids),
  customerIDs: (ids: readonly string[]) => among(`${table}.owner_id`, ids),
});

/** Filters of a query that has joined the item as `item`. */
export const joinedItemFilters = {
  types: (types: readonly ItemType[]) => among('item.type', types),
  categoryIDs: (ids: readonly string[]) => among('item.category_id', ids),
};

/** Filters of a table with `account_id` and `item_id` by its items. */
export const filtersByItem = (table: string) => ({
  types: (types: readonly ItemType[]) => ofItem(table, joinedItemFilters.types(types)),
  categoryIDs: (ids: readonly string[]) => ofItem(table, joinedItemFilters.categoryIDs(ids)),
});

/** Whether some of a position's stock lies in one of the places and is of one of the lots. */
const lies = (
  _: unknown,
  ctx: AccountContext,
  { storageLocationIDs, lotIDs }: Pick<StockFilter, 'storageLocationIDs' | 'lotIDs'>,
): Condition => {
  const lying = balanceFilters('lying');
  const conditions = [
    ...(storageLocationIDs ? [lying.storageLocationIDs(storageLocationIDs, ctx)] : []),
    ...(lotIDs ? [lying.lotIDs(lotIDs)] : []),
  ];
  return sql`exists (select from inventory.balance lying where lying.account_id = position.account_id
    and lying.item_id = position.item_id and lying.owner_id = position.owner_id and lying.on_hand > 0
    and ${sql.join(conditions, sql` and `)})`;
};

/** Filters of positions as `position`; place and lot select positions with such a balance. */
export const positionFilters = {
  ...balanceFilters('position'),
  storageLocationIDs: lies,
  // The same balance has both; the filter by places has looked for it already.
  lotIDs: (ids: readonly string[], ctx: AccountContext, page: Pick<StockFilter, 'storageLocationIDs' | 'lotIDs'>) =>
    page.storageLocationIDs ? sql<boolean>`true` : lies(ids, ctx, page),
};
