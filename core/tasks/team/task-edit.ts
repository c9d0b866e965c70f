import { audit } from '../../audit/audit.ts';
import type { BulkAction, RestoredRecord } from '../../change-sets/bulk/bulk.ts';
import { previewBulk, runBulk } from '../../change-sets/bulk/bulk.ts';
import { bulkEdit, type Changes } from '../../change-sets/bulk/bulk-edit.ts';
import type { EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import { type bulkEditTasks, listTasks, type TaskStatus, taskStates } from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import type { RecordRegistry } from '../../records/record-registry.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { tellStatus } from '../record/create-task.ts';
import { findTaskIDs, isOwn, seenTaskIDs, takingRefused } from '../record/task.queries.ts';
import type { TaskEndPort } from '../record/task-end.port.ts';
import { goneHolders, requireHolder } from '../record/task-holder.ts';
import { taskIs } from '../record/task-is.ts';
import { tellAssignee } from '../record/tell-assignee.ts';
import { writtenTasks } from '../record/written-tasks.ts';

type Edit = EndpointRequest<typeof bulkEditTasks>['body'];

const isOpen = (wanted: ReturnType<typeof sql>) => sql`${wanted} = ${taskIs.to('open')}`;
const unlessGiven = (column: string) => (wanted: ReturnType<typeof sql>) =>
  sql`case when ${wanted} is null then own.${sql.ref(column)} end`;

/** Codes of the kinds whose closing ends something else. */
const endingKinds = (ends: readonly TaskEndPort[]): string[] => ends.flatMap(({ kinds }) => [...kinds]);

function textIn(changes: Changes, name: string): string | null {
  const value = changes[name];
  return typeof value === 'string' ? value : null;
}

/** Why a task stays as it is. */
function refusal(ctx: AccountContext, ends: readonly TaskEndPort[], changes: Changes) {
  const status = textIn(changes, 'status');
  const isEnding = taskStates.is.ended(status);
  const wanted = sql`(select ${textIn(changes, 'assigneeID')}::text as assignee_id,
    ${textIn(changes, 'roleID')}::text as role_id)`;
  const isTaking = sql`exists (select from ${wanted} wanted where ${isOwn(ctx, 'wanted')})
    and not ${isOwn(ctx, 'own')}`;
  const closed = endingKinds(ends.filter(({ permission }) => !ctx.can(permission)));
  const isOther = sql`exists (select from core.task other where other.account_id = ${ctx.account.id}
    and other.kind = own.kind and other.record_type = own.record_type and other.record_id = own.record_id
    and other.id <> own.id and ${taskIs.open('other.status')})`;
  return sql`case
    when ${status !== null}::boolean and own.kind = any(${endingKinds(ends)}::text[])
      and own.status is distinct from ${status}::text then 'It ends something else: close it on its own'
    when own.kind = any(${closed}::text[]) and ${isTaking} then ${takingRefused}::text
    when ${status === null}::boolean and ${taskIs.ended('own.status')} then 'It is closed'
    when ${isEnding}::boolean and ${taskIs.ended('own.status')} then 'It is closed already'
    when ${taskStates.is.open(status)}::boolean and own.kind is not null and ${isOther}
      then 'The same task is open again' end`;
}

const titleOf = ({ status, dueOn, assigneeID, roleID }: Edit['changes'], count: number): string => {
  const tasks = count === 1 ? '1 task' : `${count.toLocaleString('en-US')} tasks`;
  if (status !== undefined) return `${{ done: 'Finish', dropped: 'Drop', open: 'Reopen' }[status]} ${tasks}`;
  if (assigneeID !== undefined || roleID !== undefined) return `Assign ${tasks}`;
  return dueOn === undefined ? `Change ${tasks}` : `Move ${tasks} to another day`;
};

/** Assigns, dates and closes many tasks by one statement; undone as a whole. */
export function taskEdit(records: () => RecordRegistry, ends: () => readonly TaskEndPort[]): TaskEdit {
  const base = bulkEdit({
    action: 'tasks.edit',
    recordType: 'task',
    permission: 'tasks:update',
    table: 'core.task',
    label: 'title',
    fields: [
      {
        name: 'assigneeID',
        label: 'Person',
        column: 'assignee_id',
        type: 'text',
        names: { table: 'core.member', column: 'name' },
        follows: { role_id: unlessGiven('role_id') },
      },
      {
        name: 'roleID',
        label: 'Role',
        column: 'role_id',
        type: 'text',
        names: { table: 'core.role', column: 'name' },
        follows: { assignee_id: unlessGiven('assignee_id') },
      },
      {
        name: 'dueOn',
        label: 'Due',
        column: 'due_on',
        type: 'date',
        follows: { is_reminded: (wanted) => sql`own.is_reminded and own.due_on is not distinct from ${wanted}` },
      },
      {
        name: 'status',
        label: 'Status',
        column: 'status',
        type: 'text',
        shown: (code) => taskStates.names[code as TaskStatus],
        follows: {
          done_at: (wanted) => sql`case when not ${isOpen(wanted)} then coalesce(own.done_at, now()) end`,
          done_by: (wanted) => sql`case when not ${isOpen(wanted)} then coalesce(own.done_by, '') end`,
        },
      },
    ],
    refusal: (changes, ctx) => refusal(ctx, ends(), changes),
    written: tellWritten,
  });
  return {
    ...base,
    async sort(ctx, ids, options) {
      const seen = await seenTaskIDs(ctx, records(), ids);
      const sorted = await base.sort(
        ctx,
        ids.filter((id) => seen.has(id)),
        options,
      );
      const unseen = ids.filter((id) => !seen.has(id));
      const refused = unseen.map((id) => ({ id, label: id, reason: 'There is no such task' }));
      return { ...sorted, refused: [...sorted.refused, ...refused] };
    },
    undo: {
      ...(base.undo as NonNullable<typeof base.undo>),
      async refusals(ctx, tasks) {
        const { rows } = await sql<{ id: string }>`select task.id from core.task task
          where task.account_id = ${ctx.account.id} and task.id = any(${tasks.map(({ id }) => id)}::text[])
            and ${taskIs.ended('task.status')} and exists (select from core.task other
              where other.account_id = ${ctx.account.id} and other.kind = task.kind
                and other.record_type = task.record_type and other.record_id = task.record_id
                and ${taskIs.open('other.status')})`.execute(ctx.em.query());
        const gone = await goneHolders(ctx, tasks.flatMap(openBefore));
        return new Map([...gone, ...rows.map(({ id }): [string, string] => [id, 'the same task is open again'])]);
      },
      async takeBack(ctx, tasks, putBack) {
        const ids = tasks.map(({ id }) => id);
        const before = new Map((await writtenTasks(ctx, ids)).map(({ id, status }) => [id, status]));
        await putBack();
        for (const task of await writtenTasks(ctx, ids)) if (before.get(task.id) !== task.status) tellStatus(ctx, task);
      },
      async restored(ctx, tasks) {
        for (const { id } of tasks)
          audit(ctx, { record: { type: 'task', id }, action: 'updated', note: 'Bulk change undone' });
        touched(ctx, listTasks);
      },
    },
  };
}

/** The change of many tasks. */
type TaskEdit = BulkAction<ReturnType<typeof bulkEdit> extends BulkAction<infer Item> ? Item : never>;

/** Whose the task was before the change; nothing where it was closed. */
function openBefore({ id, rows }: RestoredRecord): { id: string; assigneeID: string | null }[] {
  const before = JSON.parse(rows['core.task'] ?? '[]') as { status: TaskStatus; assignee_id: string | null }[];
  return before.flatMap(({ status, assignee_id: assigneeID }) =>
    taskStates.is.open(status) ? { id, assigneeID } : [],
  );
}

/**
 * Names whoever closed the tasks, frees those that are opened again of people who have left, and tells those who get
 * some, the histories and other programs.
 */
async function tellWritten(ctx: AccountContext, ids: readonly string[], names: readonly string[]): Promise<void> {
  if (names.includes('status'))
    await sql`update core.task set done_by = ${ctx.actor.name}, done_at = ${ctx.clock.now()}
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])
        and ${taskIs.ended('status')}`.execute(ctx.em.query());
  if (names.includes('status'))
    await sql`update core.task task set assignee_id = null
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) and ${taskIs.open('task.status')}
        and exists (select from core.member member where member.account_id = task.account_id
          and member.id = task.assignee_id and ${memberIs.not.active('member.status')})`.execute(ctx.em.query());
  const tasks = await writtenTasks(ctx, ids);
  if (names.includes('status')) for (const task of tasks) tellStatus(ctx, task);
  if (names.includes('assigneeID') || names.includes('roleID')) await tellAssignee(ctx, tasks);
  touched(ctx, listTasks);
}

/** Checks whoever gets the tasks against their records. @throws Problem 400 `cannot_take_task` */
async function requireHolderOfAll(
  ctx: AccountContext,
  records: RecordRegistry,
  ids: readonly string[],
  { assigneeID, roleID }: Edit['changes'],
): Promise<void> {
  const holder = { assigneeID: assigneeID ?? null, roleID: roleID ?? null };
  if (holder.assigneeID === null && holder.roleID === null) return;
  const { rows } = await sql<{ type: string | null }>`select distinct task.record_type as type from core.task task
    where task.account_id = ${ctx.account.id} and task.id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  for (const { type } of rows) await requireHolder(ctx, holder, type === null ? undefined : records.type(type));
}

/** Runs and previews the change for a selection. */
export class TaskEdits {
  readonly #records: RecordRegistry;
  readonly #edit: TaskEdit;

  constructor(records: RecordRegistry, ends: readonly TaskEndPort[]) {
    this.#records = records;
    this.#edit = taskEdit(
      () => records,
      () => ends,
    );
  }

  async run(ctx: AccountContext, { changes, ...selection }: Edit) {
    const ids = await this.#selected(ctx, selection);
    await requireHolderOfAll(ctx, this.#records, ids, changes);
    return runBulk(ctx, this.#edit, { ids, title: (count) => titleOf(changes, count), options: { changes } });
  }

  async preview(ctx: AccountContext, { changes, ...selection }: Edit) {
    const ids = await this.#selected(ctx, selection);
    await requireHolderOfAll(ctx, this.#records, ids, changes);
    return previewBulk(ctx, this.#edit, { ids, options: { changes } });
  }

  async #selected(ctx: AccountContext, { taskIDs, filter }: Omit<Edit, 'changes'>): Promise<readonly string[]> {
    return taskIDs ?? findTaskIDs(ctx, this.#records, filter ?? {});
  }
}
