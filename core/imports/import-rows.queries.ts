import { type RawBuilder, sql } from 'kysely';
import { groupKeys } from '../change-sets/change-set-row.queries.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { ImportDefinition } from './import-definition.ts';

/** Rows of one statement: a quarter of a million in one would take longer than a statement may. */
const rowsAtOnce = 20_000;

/**
 * Moves cells of all rows of a set to other names and finds their keys again. `names` says the new name of each cell
 * that moves; the key is built as `keyOf` builds it.
 *
 * Nothing is joined: to the planner's statistics a set that was just staged has one row, and a join with it may look at
 * every row for every other.
 */
export async function renameCells(
  ctx: AccountContext,
  setID: string,
  names: Readonly<Record<string, string>>,
  { keys, within = [], hasCaselessKeys = false }: Pick<ImportDefinition, 'keys' | 'within' | 'hasCaselessKeys'>,
): Promise<void> {
  const moved = Object.keys(names);
  /** A cell as it is called afterwards: what moved there, else what stays there. */
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
