import { type AccountContext, sql } from '@millwright/core/server';
import type { ItemType } from '../../../contracts/index.ts';
import { placesInside } from '../../locations/storage-location/place-columns.ts';
import { itemsFoundBy } from './stock-columns.ts';

/** What the lists of stock are narrowed by, validated. */
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

/**
 * Conditions on the item of a table with `account_id` and `item_id`; `item` is the alias of the item where the query
 * has joined it.
 */
function itemConditions(table: string, filter: StockFilter, item?: string): Condition[] {
  const itemID = sql.ref(`${table}.item_id`);
  const conditions: Condition[] = [];
  if (filter.query) conditions.push(sql`${itemID} in ${itemsFoundBy(filter.query)}`);
  if (filter.itemIDs) conditions.push(sql`${itemID} = any(${filter.itemIDs}::text[])`);
  const { types, categoryIDs } = filter;
  const alias = item ?? 'narrowed';
  const own = [
    ...(types ? [sql<boolean>`${sql.ref(`${alias}.type`)} = any(${types}::text[])`] : []),
    ...(categoryIDs ? [sql<boolean>`${sql.ref(`${alias}.category_id`)} = any(${categoryIDs}::text[])`] : []),
  ];
  if (item || own.length === 0) return [...conditions, ...own];
  const key = sql`narrowed.account_id = ${sql.ref(`${table}.account_id`)} and narrowed.id = ${itemID}`;
  return [
    ...conditions,
    sql`exists (select from inventory.item narrowed where ${sql.join([key, ...own], sql` and `)})`,
  ];
}

/** The same, and those on owner, place and lot, of a table that has `owner_id`, `location_id` and `lot_id` too. */
export function balanceConditions(ctx: AccountContext, table: string, filter: StockFilter, item?: string): Condition[] {
  const conditions = itemConditions(table, filter, item);
  if (filter.customerIDs) conditions.push(sql`${sql.ref(`${table}.owner_id`)} = any(${filter.customerIDs}::text[])`);
  if (filter.lotIDs) conditions.push(sql`${sql.ref(`${table}.lot_id`)} = any(${filter.lotIDs}::text[])`);
  if (filter.storageLocationIDs)
    conditions.push(sql`${sql.ref(`${table}.location_id`)} in ${placesInside(ctx, filter.storageLocationIDs)}`);
  return conditions;
}

/** Conditions on a position: those of place and lot ask for a balance that has them. */
export function positionConditions(
  ctx: AccountContext,
  table: string,
  filter: StockFilter,
  item?: string,
): Condition[] {
  const conditions = itemConditions(table, filter, item);
  if (filter.customerIDs) conditions.push(sql`${sql.ref(`${table}.owner_id`)} = any(${filter.customerIDs}::text[])`);
  const { storageLocationIDs, lotIDs } = filter;
  if (storageLocationIDs || lotIDs) {
    const lies = balanceConditions(ctx, 'lying', { storageLocationIDs, lotIDs });
    conditions.push(sql`exists (select from inventory.balance lying
      where lying.account_id = ${sql.ref(`${table}.account_id`)} and lying.item_id = ${sql.ref(`${table}.item_id`)}
        and lying.owner_id = ${sql.ref(`${table}.owner_id`)} and lying.on_hand > 0 and ${sql.join(lies, sql` and `)})`);
  }
  return conditions;
}
