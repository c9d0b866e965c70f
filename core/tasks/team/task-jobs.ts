import { sql } from '../../database/tenant-entity-manager.ts';
import { notify } from '../../inbox/notify.ts';
import { accountsIn, accountsWithOlder } from '../../jobs/looks/due-sql.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ScheduledJob } from '../../kernel/plugin/plugin.ts';
import { deletedRecords } from '../../records/deleted-records.ts';
import type { RecordRegistry } from '../../records/record-registry.ts';
import { hasRecord } from '../record/task.queries.ts';
import { heldTasks } from '../record/task-holder.ts';
import { taskIs } from '../record/task-is.ts';
import { membersOfRoles, taskPath } from '../record/tell-assignee.ts';
import { type WrittenTask, writtenTask } from '../record/written-tasks.ts';

/** Hour of the account's day at which people are reminded of what is due. */
const taskReminderHour = 7;

/**
 * Reminds whoever has a task of it on its day, once; everyone with a role of a task of the role. Tasks of the team
 * remind nobody.
 */
export async function remindOfTasks(ctx: AccountContext, day: string): Promise<void> {
  const { rows } = await sql<WrittenTask & { isThere: boolean }>`select ${writtenTask}, ${hasRecord(ctx)} as "isThere"
    from core.task task
    where task.account_id = ${ctx.account.id} and ${taskIs.open('task.status')} and not task.is_reminded
      and task.due_on <= ${day}::date
    order by task.id for no key update`.execute(ctx.em.query());
  const byRole = await membersOfRoles(
    ctx,
    rows.flatMap(({ roleID }) => roleID ?? []),
  );
  for (const { title, note, record, assigneeID, roleID, isThere } of rows) {
    if (!isThere) continue;
    await notify(ctx, {
      kind: 'task_due',
      to: { members: assigneeID ? [assigneeID] : roleID ? (byRole.get(roleID) ?? []) : [] },
      ...(record ? { record: { type: record.type, id: record.id } } : {}),
      path: taskPath(ctx, record),
      title: record ? `Due today on ${record.label}: ${title}` : `Due today: ${title}`,
      text: note,
      key: `task_due ${day}`,
      several: 'tasks are due',
    });
  }
  // Those of deleted records are reminded of again when the deletion is undone.
  const told = rows.flatMap(({ id, isThere }) => (isThere ? [id] : []));
  await ctx.em.send(sql`update core.task set is_reminded = true
    where account_id = ${ctx.account.id} and id = any(${told}::text[])`);
}

/** Deletes the tasks of records whose deletion can no longer be undone. */
async function pruneTasks(ctx: AccountContext, records: RecordRegistry, keptDays: number): Promise<void> {
  const gone = await deletedRecords(ctx, records, { table: 'core.task', keptDays });
  if (!gone.length) return;
  const ids = await heldTasks(ctx, sql<boolean>`task.record_id = any(${gone}::text[])`);
  await ctx.em.send(sql`delete from core.task where account_id = ${ctx.account.id} and id = any(${ids}::text[])`);
}

/** Scheduled work of tasks. `keptDays` are those in which a deletion can be undone. */
export const taskJobs = (records: () => RecordRegistry, keptDays: number): readonly ScheduledJob[] => [
  {
    name: 'core.task-reminders',
    // Every full hour: accounts live in different time zones, and each is reminded in its own morning.
    cron: '0 * * * *',
    hour: taskReminderHour,
    due: {
      // A day has begun somewhere half a day before it begins in UTC.
      sql: accountsWithOlder('core.task', 'due_on', {
        than: '-14 hours',
        where: `${taskIs.open('found.status')} and not found.is_reminded`,
      }),
      sample: "update core.task set due_on = '2026-01-01'",
    },
    handle: remindOfTasks,
  },
  {
    name: 'core.prune-tasks',
    cron: '27 4 * * *',
    due: { sql: accountsIn('core.task') },
    // A day more, because a change set counts from its last row.
    handle: (ctx) => pruneTasks(ctx, records(), keptDays + 1),
  },
];
