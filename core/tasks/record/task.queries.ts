import type { EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import { listTasks, type TaskFilter, type TaskView, task } from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { todayOf } from '../../kernel/context/today.ts';
import { among, sinceDay, upToDay } from '../../lists/conditions.ts';
import { named, projection } from '../../lists/projection.ts';
import { isRecordThere } from '../../records/deleted-records.ts';
import { type RecordRegistry, readableTypes, recordPath } from '../../records/record-registry.ts';
import type { TaskEndPort } from './task-end.port.ts';
import { mayLackRecord, type TaskHolder } from './task-holder.ts';
import { taskIs } from './task-is.ts';

type Condition = ReturnType<typeof sql<boolean>>;

/** Tasks of the caller's role: that of the member who calls. */
const isOfOwnRole = (
  ctx: AccountContext,
  of: string,
): Condition => sql<boolean>`${sql.ref(`${of}.role_id`)} = (select member.role_id
  from core.member member where member.account_id = ${ctx.account.id} and member.id = ${ctx.memberID ?? ''})`;

const isMine = (ctx: AccountContext, of: string): Condition =>
  sql<boolean>`${sql.ref(`${of}.assignee_id`)} = ${ctx.memberID ?? ''}`;

/** Whether a row's holder is the caller, or the caller's role; `of` is the row's name in the statement. */
export const isOwn = (ctx: AccountContext, of = 'task'): Condition =>
  sql<boolean>`coalesce(${isMine(ctx, of)} or ${isOfOwnRole(ctx, of)}, false)`;

/** Tasks by whose they are. */
const ownedBy = {
  mine: (ctx: AccountContext) => isMine(ctx, 'task'),
  my_roles: (ctx: AccountContext) => isOfOwnRole(ctx, 'task'),
  mine_or_my_roles: (ctx: AccountContext) => isOwn(ctx),
  all: () => sql<boolean>`true`,
} as const;

const isOverdue = (ctx: AccountContext): Condition =>
  sql<boolean>`(${taskIs.open('task.status')} and coalesce(task.due_on < ${todayOf(ctx)}::date, false))`;

/** Whether the task's record is there; true for a task without one. */
export const hasRecord = (ctx: AccountContext): Condition =>
  sql<boolean>`(task.record_id is null
    or ${isRecordThere(ctx, sql.ref('task.record_type'), sql.ref('task.record_id'))})`;

/** The record of a task as JSON, for a statement over `task`. */
export const recordOfTask = sql`case when task.record_id is not null then json_build_object('type', task.record_type,
  'id', task.record_id, 'label', task.record_label) end`;

const taskRows = projection(task, {
  list: listTasks,
  table: 'core.task',
  computed: {
    record: recordOfTask,
    assignee: ({ account }) => named('core.member', 'task.assignee_id', undefined, { account: account.id }),
    role: ({ account }) => named('core.role', 'task.role_id', undefined, { account: account.id }),
    dueOn: sql`task.due_on::text`,
    isOverdue,
  },
  sortable: { dueOn: 'task.due_on' },
  search: ['title', 'note', sql`coalesce(task.record_label, '')`],
  order: [sql`task.status <> ${taskIs.to('open')}`, sql`task.due_on`, 'createdAt'],
  filters: {
    whose: (whose, ctx) => ownedBy[whose](ctx),
    statuses: (statuses) => among('task.status', statuses),
    recordType: (type) => among('task.record_type', [type]),
    recordID: (id) => among('task.record_id', [id]),
    assigneeIDs: (ids) => among('task.assignee_id', ids),
    roleIDs: (ids) => among('task.role_id', ids),
    isOfTeam: (isOfTeam) => sql<boolean>`(task.assignee_id is null and task.role_id is null) = ${isOfTeam}`,
    dueFrom: sinceDay('task.due_on'),
    dueTo: upToDay('task.due_on'),
    isOverdue: (isLate, ctx) => sql<boolean>`${isOverdue(ctx)} = ${isLate}`,
  },
});

/**
 * What the caller may see: tasks on records of types that they may read, unless the record is deleted, and tasks
 * without a record, unless the caller is a key.
 */
function seenBy(ctx: AccountContext, records: RecordRegistry): { where: Condition; key: string } {
  const types = readableTypes(ctx, records).map(({ type }) => type);
  const isLoose = mayLackRecord(ctx) ? sql`task.record_id is null` : sql`false`;
  return {
    where: sql<boolean>`(${isLoose} or ${among('task.record_type', types)}) and ${hasRecord(ctx)}`,
    key: `${ctx.memberID ?? ctx.actor.type} ${types.join()}`,
  };
}

/** What installation and plugins say of tasks. */
export interface TaskSetting {
  records: RecordRegistry;
  ends: readonly TaskEndPort[];
}

/** What closing a task of this kind ends; undefined where it ends the task alone. */
export const endOf = (ends: readonly TaskEndPort[], kind: string | null): TaskEndPort | undefined =>
  kind === null ? undefined : ends.find(({ kinds }) => kinds.includes(kind));

/** Adds what the type of a task's record and its kind say. */
function viewOf(
  ctx: AccountContext,
  { records, ends }: TaskSetting,
  row: Awaited<ReturnType<typeof taskRows.byID>>,
): TaskView {
  const type = row.record ? records.type(row.record.type) : undefined;
  return {
    ...row,
    path: type && row.record ? recordPath(ctx, type, row.record.id) : null,
    recordName: type?.label ?? null,
    mayReopen: endOf(ends, row.kind) === undefined,
  };
}

export async function findTasks(
  ctx: AccountContext,
  setting: TaskSetting,
  query: EndpointRequest<typeof listTasks>['query'],
): Promise<{ items: TaskView[]; count: number }> {
  const { items, count } = await taskRows.find(ctx, query, seenBy(ctx, setting.records));
  return { items: items.map((row) => viewOf(ctx, setting, row)), count };
}

/** Ids of the tasks that a filter finds and the caller may see. */
export const findTaskIDs = (ctx: AccountContext, records: RecordRegistry, filter: TaskFilter): Promise<string[]> =>
  taskRows.findIDs(ctx, filter, seenBy(ctx, records));

/** A task. @throws Problem 404, also for one that the caller may not see */
export async function taskByID(ctx: AccountContext, setting: TaskSetting, id: string): Promise<TaskView> {
  return viewOf(ctx, setting, await taskRows.byID(ctx, id, seenBy(ctx, setting.records)));
}

/** Those of the tasks that the caller may see. */
export async function seenTaskIDs(
  ctx: AccountContext,
  records: RecordRegistry,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select task.id from core.task task where task.account_id = ${ctx.account.id}
    and ${among('task.id', ids)} and ${seenBy(ctx, records).where}`.execute(ctx.em.query());
  return new Set(rows.map(({ id }) => id));
}

/** Whether a task is the caller's: theirs, or their role's. */
export async function isOwnTask(ctx: AccountContext, id: string): Promise<boolean> {
  const { rows } = await sql`select from core.task task where task.account_id = ${ctx.account.id}
    and task.id = ${id} and ${isOwn(ctx)}`.execute(ctx.em.query());
  return rows.length > 0;
}

/** Why a task stays with whoever has it. */
export const takingRefused = 'Taking it needs the right to end what it stands for';

/** Whether whoever gets a task is the caller, or the caller's role. */
async function isCaller(ctx: AccountContext, { assigneeID, roleID }: TaskHolder): Promise<boolean> {
  const { rows } = await sql`select from (values (${assigneeID}::text, ${roleID}::text)) as wanted(assignee_id, role_id)
    where ${isOwn(ctx, 'wanted')}`.execute(ctx.em.query());
  return rows.length > 0;
}

/**
 * The right that the caller lacks to take a task: nobody makes a task their own, or their role's, whose closing ends
 * what they may not end.
 */
export async function rightToTake(
  ctx: AccountContext,
  ends: readonly TaskEndPort[],
  { id, kind }: { id: string; kind: string | null },
  holder: TaskHolder,
): Promise<PermissionCode | undefined> {
  const end = endOf(ends, kind);
  if (!end || ctx.can(end.permission)) return undefined;
  return (await isCaller(ctx, holder)) && !(await isOwnTask(ctx, id)) ? end.permission : undefined;
}

/** Number of open tasks that are due by today: those of a member and of the member's role. For a statement's select. */
export const countTasksDue = (ctx: AccountContext, records: RecordRegistry) => sql<number>`(select count(*)::int
  from core.task task
  where task.account_id = ${ctx.account.id} and ${taskIs.open('task.status')} and task.due_on <= ${todayOf(ctx)}::date
    and ${isOwn(ctx)} and ${seenBy(ctx, records).where})`;
