import { problems } from '../contracts/endpoints/problem.ts';
import { commentProblems } from '../contracts/records/comment.contract.ts';
import type { RecordType } from '../contracts/records/record.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { memberIs } from '../tenancy/access/member-is.ts';

/** A person of the team beside a record. */
export interface RecordPerson {
  memberID: string;
  name: string;
  canSee: boolean;
  /** Null where the person neither follows nor has muted the record. */
  isMuted: boolean | null;
}

/** The active people of the team, whether they may see records of the type, and whether they follow this one. */
export async function recordPeople(ctx: AccountContext, type: RecordType, id: string): Promise<RecordPerson[]> {
  const domain = type.permission.slice(0, type.permission.indexOf(':'));
  const { rows } = await sql<RecordPerson>`select member.id as "memberID", member.name, follower.is_muted as "isMuted",
      (role.type = 'admin' or coalesce(granted.can_read, false)) as "canSee"
    from core.member member
    join core.role role on role.account_id = member.account_id and role.id = member.role_id
    left join core.role_permission granted on granted.account_id = role.account_id and granted.role_id = role.id
      and granted.domain = ${domain}
    left join core.record_follower follower on follower.account_id = member.account_id
      and follower.member_id = member.id and follower.record_type = ${type.type} and follower.record_id = ${id}
    where member.account_id = ${ctx.account.id} and role.type <> 'customer' and ${memberIs.active('member.status')}
    order by member.name, member.id`.execute(ctx.em.query());
  return rows;
}

/** @throws Problem 400 naming who is not on the team, or `cannot_see_record` naming who may not see the record */
export function requireMentionable(people: readonly RecordPerson[], mentions: readonly string[]): void {
  const byID = new Map(people.map((person) => [person.memberID, person]));
  const unknown = mentions.flatMap((id, index) =>
    byID.has(id) ? [] : [{ path: `mentions.${index}`, message: 'There is no such person on the team' }],
  );
  if (unknown.length) throw problems.invalid_input({ errors: unknown });
  const blind = mentions.flatMap((id, index) => {
    const { name, canSee = true } = byID.get(id) ?? {};
    return canSee ? [] : [{ path: `mentions.${index}`, message: `${name} may not see this record` }];
  });
  if (blind.length)
    throw commentProblems.cannot_see_record({
      message: blind.map(({ message }) => message).join('; '),
      errors: blind,
    });
}
