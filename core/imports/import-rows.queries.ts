import { sql } from 'kysely';
import { groupKeys } from '../change-sets/change-set-row.queries.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { ImportDefinition } from './import-definition.ts';

/** Rows of one statement: a quarter of a million in one would take longer than a statement may. */
const rowsAtOnce = 20_000;

/**
 * Moves cells of all rows of a set to other names and finds their keys again. `names` says the new name of each cell that
 * moves; the key is built as `keyOf` builds it.
 */
export async function renameCells(
  ctx: AccountContext,
  setID: string,
  names: Readonly<Record<string, string>>,
  { keys, within = [] }: Pick<ImportDefinition, 'keys' | 'within'>,
): Promise<void> {
  const keyParts = keys.map(
    (field, index) => sql`${index === 0 ? '' : `${field}: `}::text || nullif(moved.cells ->> ${field}::text, '')`,
  );
  const withinParts = within.map((field) => sql` || ' / ' || coalesce(moved.cells ->> ${field}::text, '')`);
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null }>`with page as (
        select r."row", r.cells from core.change_set_row r
        where r.account_id = ${ctx.account.id} and r.change_set_id = ${setID} and r."row" > ${after} order by r."row" limit ${rowsAtOnce}
      ), moved as (
        select page."row",
          coalesce(jsonb_object_agg(coalesce(names.value, cell.key), cell.value) filter (where cell.key is not null), '{}') as cells
        from page
        left join lateral jsonb_each(page.cells) cell on true
        left join jsonb_each_text(${JSON.stringify(names)}::text::jsonb) names on names.key = cell.key
        group by page."row"
      ), written as (
        update core.change_set_row r set cells = moved.cells, key = coalesce(coalesce(${sql.join(keyParts)})${sql.join(withinParts, sql``)}, ''), key_row = r."row"
        from moved
        where r.account_id = ${ctx.account.id} and r.change_set_id = ${setID} and r."row" = moved."row"
        returning r."row"
      )
      select max("row") as last from written`.execute(ctx.em.query());
    const last = rows[0]?.last;
    if (last === null || last === undefined) break;
    after = last;
  }
  await groupKeys(ctx, { id: setID });
}
