import { sql } from 'kysely';
import type { AccountContext } from '../kernel/context/context.ts';
import { withinInstants } from './within-instants.ts';

type Condition = ReturnType<typeof sql<boolean>>;

/** An `ilike` pattern that finds the text anywhere, with special characters escaped. */
export const likeOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether one of the columns contains the text, ignoring case. For small tables of an account (team, terms, carriers).
 * Large ones are searched through core/search, because no index can serve this under row-level security.
 */
export const matchesText = (text: string, columns: readonly string[]): Condition =>
  sql<boolean>`(${sql.join(
    columns.map((name) => sql`${sql.ref(name)} ilike ${likeOf(text)}`),
    sql` or `,
  )})`;

/** Whether the column has one of the values. */
export const among = (column: string | ReturnType<typeof sql>, texts: readonly string[]): Condition =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} = any(${[...texts]}::text[])`;

const all = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Filter from a day or instant on; days are in the account's time zone. */
export const since =
  (column: string) =>
  (from: string, ctx: AccountContext): Condition =>
    all(withinInstants(ctx, column, { from }));

/** Filter up to the end of a day, or up to an instant. */
export const upTo =
  (column: string) =>
  (to: string, ctx: AccountContext): Condition =>
    all(withinInstants(ctx, column, { to }));

/** Filter on a date column from a calendar day on. */
export const sinceDay =
  (column: string) =>
  (day: string): Condition =>
    sql<boolean>`${sql.ref(column)} >= ${day}::date`;

/** Filter on a date column up to a calendar day. */
export const upToDay =
  (column: string) =>
  (day: string): Condition =>
    sql<boolean>`${sql.ref(column)} <= ${day}::date`;
