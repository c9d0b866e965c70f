import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { PersonContext } from '../../kernel/context/context.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';

/**
 * The current account, else the account joined first, among those where the person is active. The order does not depend
 * on names, which others choose. An account that has moved to another installation comes last; its calls name the new
 * address.
 */
export async function currentAccountOf(em: EntityManager, userID: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select account.id
    from core.member member
      join core.account account on account.id = member.account_id
      join core."user" person on person.id = member.user_id
    where member.user_id = ${userID} and ${memberIs.active('member.status')}
      and (account.closed_at is null or account.moved_to is not null)
    order by account.moved_to is not null, (account.id = person.current_account_id) is true desc,
      member.joined_at nulls first, member.id limit 1`.execute(em.getKysely());
  return rows[0]?.id;
}

/**
 * The account of a person's or key's request: that of the tab, else that of the provider with which the session began,
 * else the current one.
 */
export const accountOfRequest = async (ctx: PersonContext): Promise<string | undefined> =>
  ctx.key?.accountID ??
  ctx.accountHeader ??
  ctx.factor?.through?.accountID ??
  (ctx.userID ? currentAccountOf(ctx.em, ctx.userID) : undefined);
