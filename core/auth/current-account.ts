import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { PersonContext } from '../kernel/context.ts';
import { memberIs } from '../tenancy/member-is.ts';

/**
 * The current account, else the one joined first, of those where the person is active: no name that others chose
 * decides.
 */
export async function currentAccountOf(em: EntityManager, userID: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select account.id
    from core.member member
      join core.account account on account.id = member.account_id
      join core."user" person on person.id = member.user_id
    where member.user_id = ${userID} and ${memberIs.active('member.status')} and account.closed_at is null
    order by (account.id = person.current_account_id) is true desc, member.joined_at nulls first,
      member.id limit 1`.execute(em.getKysely());
  return rows[0]?.id;
}

/**
 * The account that a request of a person, or of a key, is about: the tab's, else that of the provider which the session
 * began with, else the current one.
 */
export const accountOfRequest = async (ctx: PersonContext): Promise<string | undefined> =>
  ctx.key?.accountID ??
  ctx.accountHeader ??
  ctx.factor?.through?.accountID ??
  (ctx.userID ? currentAccountOf(ctx.em, ctx.userID) : undefined);
