import { type AccountContext, sql } from '@millwright/core/server';
import { fullNameOf, type StorageLocationSummary } from '../../../../contracts/index.ts';

type Column<Value> = ReturnType<typeof sql<Value>>;

/** Names of a place from the root on; null without a place. */
export const pathColumn = (table: string, column: string): Column<string[] | null> =>
  sql<string[] | null>`(with recursive above (parent_id, name, height) as (
      select place.parent_id, place.name, 0 from inventory.storage_location place
        where place.account_id = ${sql.ref(`${table}.account_id`)} and place.id = ${sql.ref(`${table}.${column}`)}
      union all
      select place.parent_id, place.name, above.height + 1 from above
        join inventory.storage_location place
          on place.account_id = ${sql.ref(`${table}.account_id`)} and place.id = above.parent_id
    ) select array_agg(above.name order by above.height desc) from above)`;

/** These places and everything inside them, as a sub-select of ids. */
export const placesInside = (ctx: AccountContext, ids: readonly string[]): Column<string> =>
  sql<string>`(with recursive inside (id) as (
      select place.id from inventory.storage_location place
        where place.account_id = ${ctx.account.id} and place.id = any(${[...ids]}::text[])
      union
      select place.id from inside join inventory.storage_location place
        on place.account_id = ${ctx.account.id} and place.parent_id = inside.id
    ) select inside.id from inside)`;

/** The place of an answer. */
export const placeOf = (id: string, path: readonly string[] | null): StorageLocationSummary => ({
  id,
  name: path?.at(-1) ?? '',
  fullName: fullNameOf(path ?? []),
});
