import { type RawBuilder, sql } from 'kysely';
import { groupKeys } from '../../change-sets/rows/change-set-row.queries.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ImportDefinition } from '../import-definition.ts';

/** Rows per statement, because a quarter of a million would exceed the statement time-out. */
const rowsAtOnce = 20_000;

/**
 * Renames cells in all rows of a set and derives the keys again. `names` has the new name of each renamed cell; the key
 * is built like in `keyOf`.
 *
 * The statement contains no join: for the planner a set that was just staged has one row, so it might choose a nested
 * loop over all rows.
 */
export async function renameCells(
  ctx: AccountContext,
  setID: string,
  names: Readonly<Record<string, string>>,
  { keys, within = [], hasCaselessKeys = false }: Pick<ImportDefinition, 'keys' | 'within' | 'hasCaselessKeys'>,
): Promise<void> {
  const moved = Object.keys(names);
  /** The cell of this name after the renaming: a renamed one, else the unchanged one. */
  const cell = (name: string): RawBuilder<unknown> => {
    const sources = [...moved.filter((old) => names[old] === name), ...(name in names ? [] : [name])];
    return sql`coalesce(${sql.join([...sources.map((old) => sql`r.cells ->> ${old}::text`), sql`null`])})`;
  };
  const keyParts = keys.map((name, index) => sql`${index === 0 ? '' : `${name}: `}::text || nullif(${cell(name)}, '')`);
  const withinParts = within.map((name) => sql` || ' / ' || coalesce(${cell(name)}, '')`);
  const mine = sql`r.account_id = ${ctx.account.id} and r.change_set_id = ${setID}`;
  const { rows } = await sql<{ last: number | null }>`select max(r."row") as last from core.change_set_row r
    where ${mine}`.execute(ctx.em.query());
  const last = rows[0]?.last ?? 0;
  for (let after = 0; after < last; after += rowsAtOnce)
    await sql`update core.change_set_row r set key_row = r."row",
        key = coalesce(coalesce(${sql.join(keyParts)})${sql.join(withinParts, sql``)}, ''),
        cells = (r.cells - ${moved}::text[]) || coalesce((
          select jsonb_object_agg(${JSON.stringify(names)}::text::jsonb ->> cell.key, cell.value)
          from jsonb_each(r.cells) cell where cell.key = any(${moved}::text[])), '{}')
      where ${mine} and r."row" > ${after} and r."row" <= ${after + rowsAtOnce}`.execute(ctx.em.query());
  await groupKeys(ctx, { id: setID }, { hasCaselessKeys });
}
