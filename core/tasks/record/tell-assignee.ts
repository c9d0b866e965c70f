import { appendFollower } from '../../comments/append-follower.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { notify } from '../../inbox/notify.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';

/** Screen of all tasks. */
export const tasksPath = '/dashboard/tasks';

/** A task that somebody gets or is reminded of. */
export interface AssignedTask {
  id: string;
  title: string;
  note: string;
  record: { type: string; id: string; label: string } | null;
  assigneeID: string | null;
  roleID: string | null;
}

/** The active members with one of these roles. */
export async function membersOfRoles(
  ctx: AccountContext,
  roleIDs: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (!roleIDs.length) return new Map();
  const { rows } = await sql<{ id: string; roleID: string }>`select member.id, member.role_id as "roleID"
    from core.member member where member.account_id = ${ctx.account.id} and ${memberIs.active('member.status')}
      and member.role_id = any(${[...new Set(roleIDs)]}::text[]) order by member.id`.execute(ctx.em.query());
  return new Map([...Map.groupBy(rows, ({ roleID }) => roleID)].map(([id, own]) => [id, own.map((each) => each.id)]));
}

/** Screen of a task: that of its record, else the list of tasks. */
export const taskPath = (ctx: AccountContext, record: { type: string; id: string } | null): string =>
  (record && ctx.webhooks.pathOf(record.type)?.replace('{id}', encodeURIComponent(record.id))) ?? tasksPath;

/**
 * Tells whoever gets a task, other than the caller themselves, and makes the assignee follow its record. `isQuiet`:
 * they are told in another way. For tasks of a customer's act, run it without the customer's policy.
 */
export async function tellAssignee(
  ctx: AccountContext,
  tasks: readonly AssignedTask[],
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<void> {
  for (const { record, assigneeID } of tasks) if (record && assigneeID) await appendFollower(ctx, record, assigneeID);
  if (isQuiet) return;
  const byRole = await membersOfRoles(
    ctx,
    tasks.flatMap(({ roleID }) => roleID ?? []),
  );
  for (const own of Map.groupBy(tasks, ({ assigneeID, roleID }) => assigneeID ?? roleID ?? '').values()) {
    const [first] = own;
    if (!first) continue;
    const { assigneeID, roleID } = first;
    const members = assigneeID ? [assigneeID] : roleID ? (byRole.get(roleID) ?? []) : [];
    await notify(ctx, {
      kind: 'task_assigned',
      to: { members: members.filter((id) => id !== ctx.memberID) },
      ...(own.length === 1 ? noticeOf(ctx, first) : noticeOfMany(own)),
      key: 'task_assigned',
      several: 'tasks for you',
    });
  }
}

const noticeOf = (ctx: AccountContext, { title, note, record }: AssignedTask) => ({
  ...(record ? { record: { type: record.type, id: record.id } } : {}),
  path: taskPath(ctx, record),
  title: record ? `Task for you on ${record.label}: ${title}` : `Task for you: ${title}`,
  text: note,
});

/** Tasks whose titles a notification lists. */
const mostTitles = 10;

const noticeOfMany = (tasks: readonly AssignedTask[]) => ({
  path: tasksPath,
  title: `${tasks.length} tasks for you`,
  text: tasks
    .slice(0, mostTitles)
    .map(({ title }) => title)
    .join('\n'),
});
