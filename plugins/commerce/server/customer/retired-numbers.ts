import { type AccountContext, sql } from '@millwright/core/server';

/** Keeps numbers taken that no customer or supplier has any more, so that their series shows no gap. */
export async function retireNumbers(
  ctx: AccountContext,
  kind: 'customer' | 'supplier',
  parties: readonly { id: string; number: string }[],
): Promise<void> {
  if (!parties.length) return;
  await sql`insert into ${sql.table(`commerce.retired_${kind}_number`)} (account_id, number, ${sql.ref(`${kind}_id`)}, deleted_at)
    select ${ctx.account.id}, number, id, ${ctx.clock.now()}::timestamptz
    from unnest(${parties.map(({ number }) => number)}::text[], ${parties.map(({ id }) => id)}::text[]) as gone (number, id)
    on conflict (account_id, number) do nothing`.execute(ctx.em.query());
}
