import { decimal, toWire } from '@millwright/core/contracts';
import { type AccountContext, type RecordStanding, sql } from '@millwright/core/server';

/**
 * Status of documents of a table, for search results. `status`: an SQL expression over the table that gives a key of
 * `names`.
 */
export const standingIn =
  (table: string, names: Record<string, string>, status = sql<string>`status`) =>
  async (ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, RecordStanding>> => {
    const { rows } = await sql<{ id: string; status: string; total: string }>`
      select id, ${status} as status, total::text as total from ${sql.table(table)}
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
    return new Map(
      rows.map(({ id, status: code, total }) => [id, { status: names[code] ?? code, total: toWire(decimal(total)) }]),
    );
  };
