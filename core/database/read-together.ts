import { type RawBuilder, sql } from 'kysely';
import type { AccountContext } from '../kernel/context.ts';
import { plannedOnce } from './sent-statement.ts';

type Rows<Selects> = { [Name in keyof Selects]: Selects[Name] extends RawBuilder<infer Row> ? Row[] : never };

/**
 * Rows of several selects in one statement, by name, each in its order: for the parts of one answer. They come as JSON:
 * decimals have to be selected as text, and times come as text. `isPlanned` where all find their rows by key; see
 * `plannedOnce`.
 */
export async function readTogether<Selects extends Record<string, RawBuilder<unknown>>>(
  ctx: AccountContext,
  selects: Selects,
  { isPlanned = false }: { isPlanned?: boolean } = {},
): Promise<Rows<Selects>> {
  const columns = Object.entries(selects).map(
    ([name, select]) =>
      sql`(select coalesce(json_agg(row_to_json(part)), '[]') from (${select}) part) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<
    Rows<Selects>
  >`select ${isPlanned ? plannedOnce : sql.raw('')} ${sql.join(columns)}`.execute(ctx.em.query());
  return rows[0] as Rows<Selects>;
}
