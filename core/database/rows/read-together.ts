import { type RawBuilder, sql } from 'kysely';
import type { AccountContext } from '../../kernel/context/context.ts';

type Rows<Selects> = { [Name in keyof Selects]: Selects[Name] extends RawBuilder<infer Row> ? Row[] : never };

/**
 * Reads the rows of several selects in one statement, by name and in order, for the parts of one reply. The rows come
 * as JSON: decimals have to be selected as text, and times are text.
 */
export async function readTogether<Selects extends Record<string, RawBuilder<unknown>>>(
  ctx: AccountContext,
  selects: Selects,
): Promise<Rows<Selects>> {
  const columns = Object.entries(selects).map(
    ([name, select]) =>
      sql`(select coalesce(json_agg(row_to_json(part)), '[]') from (${select}) part) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Rows<Selects>>`select ${sql.join(columns)}`.execute(ctx.em.query());
  return rows[0] as Rows<Selects>;
}
