import { decimal, toWire } from '@millwright/core/contracts';
import { type AccountContext, type RecordStanding, sql } from '@millwright/core/server';

/**
 * Where documents of a table stand, for the palette. `status`: an expression over the table that answers a key of
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
