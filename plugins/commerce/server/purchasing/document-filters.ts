import { type AccountContext, sql, withinInstants } from '@millwright/core/server';

/** Conditions and columns that lists of documents have alike. */

export const among = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::text[])`;

const both = (conditions: ReturnType<typeof withinInstants>) => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** From this day or instant on; a day is one of the account's time zone. */
export const since = (column: string) => (from: string, ctx: AccountContext) =>
  both(withinInstants(ctx, column, { from }));

/** Until this day or instant. */
export const upTo = (column: string) => (to: string, ctx: AccountContext) => both(withinInstants(ctx, column, { to }));
