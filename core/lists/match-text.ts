import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Characters that mean something in a LIKE pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Whether one of the columns holds the text, in any case. For the small tables of an account (team, roles, addresses of
 * one party); large ones are searched through core/search, as no index serves this under row-level security.
 */
export const matchesText = (text: string, columns: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    columns.map((name) => sql`${sql.ref(name)} ilike ${`%${escaped(text)}%`}`),
    sql` or `,
  )})`;
