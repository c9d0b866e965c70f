import type { EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import { type listTaskHolders, listTasks, taskProblems } from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { notify } from '../../inbox/notify.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import { Role } from '../../permissions/role.entity.ts';
import type { TeamLeaving } from '../../team/team-leaving.ts';
import type { Member } from '../../tenancy/access/member.entity.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { taskIs } from './task-is.ts';
import { tasksPath } from './tell-assignee.ts';

/** Who has a task: a person, everyone with a role, or without both the team. */
export interface TaskHolder {
  assigneeID: string | null;
  roleID: string | null;
}

/** Whether the caller works with tasks without a record. A key has rights on records only. */
export const mayLackRecord = ({ actor }: Pick<AccountContext, 'actor'>): boolean => actor.type !== 'api_key';

/** Why a task of a key needs a record. */
export const recordNeeded = 'API keys open tasks on records only';

interface Candidate {
  name: string;
  canSee: boolean;
}

/** Whether a role sees records of the type; of no type, everyone does. */
const canSee = (type: RecordType | undefined) => {
  if (!type) return sql<boolean>`true`;
  const domain = type.permission.slice(0, type.permission.indexOf(':'));
  return sql<boolean>`(role.type = 'admin' or exists (select from core.role_permission granted
    where granted.account_id = role.account_id and granted.role_id = role.id and granted.domain = ${domain}
      and granted.can_read))`;
};

/**
 * Checks that whoever gets a task is of the team and may see its record.
 * @throws Problem 400, `cannot_take_task` with the name
 */
export async function requireHolder(
  ctx: AccountContext,
  { assigneeID, roleID }: TaskHolder,
  type: RecordType | undefined,
): Promise<void> {
  const query = ctx.em.query();
  if (assigneeID !== null) {
    const { rows } = await sql<Candidate>`select member.name, ${canSee(type)} as "canSee" from core.member member
      join core.role role on role.account_id = member.account_id and role.id = member.role_id
      where member.account_id = ${ctx.account.id} and member.id = ${assigneeID} and role.type <> 'customer'
        and ${memberIs.active('member.status')}`.execute(query);
    requireOne(rows[0], 'assigneeID', 'There is no such person on the team');
  }
  if (roleID !== null) {
    const { rows } = await sql<Candidate>`select role.name, ${canSee(type)} as "canSee" from core.role role
      where role.account_id = ${ctx.account.id} and role.id = ${roleID} and role.type <> 'customer'`.execute(query);
    requireOne(rows[0], 'roleID', 'There is no such role on the team');
  }
}

/** Those of the members who still work here; a task of somebody who has left is the team's. */
export async function activeMembers(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  const { rows } = await sql<{ id: string }>`select member.id from core.member member
    where member.account_id = ${ctx.account.id} and member.id = any(${[...new Set(ids)]}::text[])
      and ${memberIs.active('member.status')}`.execute(ctx.em.query());
  return new Set(rows.map(({ id }) => id));
}

/** Why open tasks are not given back to these people, by task: somebody who has left the team gets none. */
export async function goneHolders(
  ctx: AccountContext,
  tasks: readonly { id: string; assigneeID: string | null }[],
): Promise<Map<string, string>> {
  const active = await activeMembers(
    ctx,
    tasks.flatMap(({ assigneeID }) => assigneeID ?? []),
  );
  return new Map(
    tasks.flatMap(({ id, assigneeID }): [string, string][] =>
      assigneeID === null || active.has(assigneeID) ? [] : [[id, 'its person was removed since']],
    ),
  );
}

/** The people and roles of the team that see records of the type. */
export async function holdersOf(
  ctx: AccountContext,
  type: RecordType | undefined,
): Promise<EndpointAnswer<typeof listTaskHolders>> {
  const query = ctx.em.query();
  const [people, roles] = await Promise.all([
    sql<{ id: string; name: string }>`select member.id, member.name from core.member member
      join core.role role on role.account_id = member.account_id and role.id = member.role_id
      where member.account_id = ${ctx.account.id} and role.type <> 'customer' and ${memberIs.active('member.status')}
        and ${canSee(type)} order by member.name, member.id`.execute(query),
    sql<{ id: string; name: string }>`select role.id, role.name from core.role role
      where role.account_id = ${ctx.account.id} and role.type <> 'customer' and ${canSee(type)}
      order by role.name, role.id`.execute(query),
  ]);
  return { people: people.rows, roles: roles.rows, ownID: ctx.memberID ?? null };
}

function requireOne(found: Candidate | undefined, path: string, message: string): void {
  if (!found) throw problems.invalid_input({ errors: [{ path, message }] });
  if (found.canSee) return;
  const reason = `${found.name} may not see this record`;
  throw taskProblems.cannot_take_task({ message: reason, errors: [{ path, message: reason }] });
}

/**
 * Gives the open tasks of somebody who leaves to the others with their role, else to nobody, and tells administrators
 * how many there are.
 */
async function handOverTasks(ctx: AccountContext, member: Pick<Member, 'id' | 'name' | 'role'>): Promise<void> {
  const roleID = member.role.id;
  const { rows: others } = await sql`select from core.member member where member.account_id = ${ctx.account.id}
    and member.role_id = ${roleID} and member.id <> ${member.id} and ${memberIs.active('member.status')}
    limit 1`.execute(ctx.em.query());
  const ids = await heldTasks(ctx, sql<boolean>`task.assignee_id = ${member.id} and ${taskIs.open('task.status')}`);
  if (!ids.length) return;
  await sql`update core.task set assignee_id = null, role_id = ${others.length ? roleID : null},
      version = version + 1, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  touched(ctx, listTasks);
  const { name: role } = await ctx.em.get(Role, roleID);
  const count = ids.length === 1 ? '1 open task' : `${ids.length} open tasks`;
  await notify(ctx, {
    kind: 'task_assigned',
    to: { roles: ['admin'] },
    path: others.length ? `${tasksPath}?roleIDs=${roleID}` : `${tasksPath}?isOfTeam=true`,
    title: `${member.name} left the team with ${count}`,
    text: others.length ? `The role ${role} has them now.` : 'Nobody has them now.',
    key: `task_left ${member.id}`,
  });
}

/** Takes all tasks off a role that is deleted. */
async function freeTasksOfRole(ctx: AccountContext, roleID: string): Promise<void> {
  const ids = await heldTasks(ctx, sql<boolean>`task.role_id = ${roleID}`);
  await sql`update core.task set role_id = null, version = version + 1, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  touched(ctx, listTasks);
}

/** Locks tasks in the order of their ids, as every other writer of tasks does. */
export async function heldTasks(ctx: AccountContext, where: ReturnType<typeof sql<boolean>>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select task.id from core.task task
    where task.account_id = ${ctx.account.id} and ${where}
    order by task.id for no key update`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** What becomes of tasks when somebody leaves the team, or a role is deleted. */
export const taskLeaving: TeamLeaving = { memberLeft: handOverTasks, roleDeleted: freeTasksOfRole };
