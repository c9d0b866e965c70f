import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * The current account, else the one joined first, of those where the person is active: no name that others chose
 * decides.
 */
export async function currentAccountOf(em: EntityManager, userID: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select account.id
    from core.member member
      join core.account account on account.id = member.account_id
      join core."user" person on person.id = member.user_id
    where member.user_id = ${userID} and member.status = 'active' and account.closed_at is null
    order by (account.id = person.current_account_id) is true desc, member.joined_at nulls first,
      member.id limit 1`.execute(em.getKysely());
  return rows[0]?.id;
}
