import { audit } from '../../audit/audit.ts';
import { newID } from '../../contracts/texts/id.ts';
import {
  listTasks,
  longestTaskNote,
  type TaskStatus,
  taskDone,
  taskOpened,
  taskStates,
} from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { emit } from '../../events/emit.ts';
import { slot } from '../../kernel/calls/call-slots.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import { withoutCustomerPolicy } from '../../tenancy/access/without-customer-policy.ts';
import { activeMembers } from './task-holder.ts';
import { taskIs } from './task-is.ts';
import { tellAssignee } from './tell-assignee.ts';

/** The record of a task. */
interface TaskRecord {
  type: string;
  id: string;
}

/**
 * The note of a task that several reasons share, such as requests about one order; null where none is left. It is asked
 * while the task is locked, so that it knows what other writers have committed.
 */
type SharedNote = () => Promise<string | null>;

/** A task that the platform opens for a reason. */
export interface ReasonTask {
  /** Code of the reason, with the plugin's id: `commerce.return`. */
  kind: string;
  /** The record with its number or name. */
  record: TaskRecord & { label: string };
  /** One line, at most 200 characters. */
  title: string;
  note?: string | SharedNote;
  /** The person or the role whose task a new one is; without both it is the team's. */
  assigneeID?: string | null;
  roleID?: string | null;
  /** `2026-12-01` */
  dueOn?: string | null;
  /** `outside` where a person of a customer has written the note. */
  origin?: 'inside' | 'outside';
  /** True where the assignee is told of the reason in another way. */
  isQuiet?: boolean;
}

interface Wanted {
  kind: string;
  record: TaskRecord;
  /** Undefined where the reason is gone. */
  task?: ReasonTask;
  /** Given where the reason is gone unless another is left. */
  left?: SharedNote;
}

const wantedTasks = slot(() => new Map<string, Wanted>());
const keyOf = (kind: string, { type, id }: TaskRecord): string => `${kind} ${type} ${id}`;

function keep(ctx: AccountContext, wanted: Wanted): void {
  const all = ctx.slots.of(wantedTasks);
  const key = keyOf(wanted.kind, wanted.record);
  // A task that this transaction has asked for before is opened if its reason is left.
  const task = wanted.task ?? (wanted.left && all.get(key)?.task);
  all.set(key, { ...wanted, ...(task ? { task } : {}) });
  ctx.em.atEnd('core.task', () => writeTasks(ctx));
}

/**
 * Opens a task on a record for a reason, or updates title, note and day of the one that is open for the same reason.
 * It is written at the end of the transaction, together with the others in one order, so that no writer holds a task
 * while it waits for a document. A customer's act opens one all the same.
 */
export const createTask = (ctx: AccountContext, task: ReasonTask): void =>
  keep(ctx, { kind: task.kind, record: { type: task.record.type, id: task.record.id }, task });

/** Closes the open task of this kind on a record, because its reason is gone. Without one nothing happens. */
export const closeTask = (ctx: AccountContext, kind: string, record: TaskRecord): void =>
  keep(ctx, { kind, record: { type: record.type, id: record.id } });

/**
 * Closes the open task of this kind on a record with the last of its reasons: where `left` has a note of others, the
 * task stays open with that note.
 */
export const closeTaskWithLast = (ctx: AccountContext, kind: string, record: TaskRecord, left: SharedNote): void =>
  keep(ctx, { kind, record: { type: record.type, id: record.id }, left });

interface OpenRow {
  id: string;
  kind: string;
  recordType: string;
  recordID: string;
  title: string;
  note: string;
  dueOn: string | null;
  assigneeID: string | null;
}

/** The open tasks of these kinds and records, locked in the order of their ids as by every other writer of tasks. */
async function heldForReasons(ctx: AccountContext, wanted: readonly Wanted[]): Promise<Map<string, OpenRow>> {
  const column = (values: readonly string[]) => sql`${[...values]}::text[]`;
  const { rows } = await sql<OpenRow>`select task.id, task.kind, task.record_type as "recordType",
      task.record_id as "recordID", task.title, task.note, task.due_on::text as "dueOn",
      task.assignee_id as "assigneeID"
    from core.task task
    where task.account_id = ${ctx.account.id} and ${taskIs.open('task.status')}
      and (task.kind, task.record_type, task.record_id) in (select * from unnest(
        ${column(wanted.map(({ kind }) => kind))}, ${column(wanted.map(({ record }) => record.type))},
        ${column(wanted.map(({ record }) => record.id))}))
    order by task.id for no key update`.execute(ctx.em.query());
  return new Map(rows.map((row) => [keyOf(row.kind, { type: row.recordType, id: row.recordID }), row]));
}

async function writeTasks(ctx: AccountContext): Promise<void> {
  // Whatever the ORM still has to write comes first, so that no document is locked after a task.
  await ctx.em.flush();
  const wanted = [...ctx.slots.of(wantedTasks)].sort(([left], [right]) => (left < right ? -1 : 1));
  ctx.slots.of(wantedTasks).clear();
  await withoutCustomerPolicy(ctx, async () => {
    const open = await heldForReasons(
      ctx,
      wanted.map(([, each]) => each),
    );
    const gone: OpenRow[] = [];
    const fresh: NotedTask[] = [];
    for (const [key, { task, left }] of wanted) {
      const row = open.get(key);
      const note = await noteOf(left ?? task?.note);
      if (note === null || !(task || left)) gone.push(...(row ? [row] : []));
      else if (row) await updateRow(ctx, row, { title: row.title, ...task, note: note ?? row.note });
      else if (task) fresh.push({ ...task, words: note ?? '' });
    }
    await closeRows(ctx, gone);
    await insertTasks(ctx, fresh);
  });
  touched(ctx, listTasks);
}

/** A note is as long at most as one that people write, so that they can change the task. */
async function noteOf(note: ReasonTask['note']): Promise<string | null | undefined> {
  const words = typeof note === 'function' ? await note() : note;
  return words?.slice(0, longestTaskNote).toWellFormed() ?? words;
}

async function closeRows(ctx: AccountContext, rows: readonly OpenRow[]): Promise<void> {
  if (!rows.length) return;
  const now = ctx.clock.now();
  await sql`update core.task set status = ${taskIs.to('done')}, done_at = ${now}, done_by = ${ctx.actor.name},
      version = version + 1, updated_at = ${now}
    where account_id = ${ctx.account.id} and id = any(${rows.map(({ id }) => id)}::text[])`.execute(ctx.em.query());
  for (const row of rows)
    tellClosed(ctx, { ...row, record: { type: row.recordType, id: row.recordID }, status: 'done' });
}

async function updateRow(
  ctx: AccountContext,
  row: OpenRow,
  { note, ...task }: Pick<ReasonTask, 'title' | 'dueOn'> & { note: string },
): Promise<void> {
  const dueOn = task.dueOn === undefined ? row.dueOn : task.dueOn;
  if (row.title === task.title && row.note === note && row.dueOn === dueOn) return;
  await sql`update core.task set title = ${task.title}, note = ${note}, due_on = ${dueOn}::text::date,
      is_reminded = is_reminded and due_on is not distinct from ${dueOn}::text::date,
      version = version + 1, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and id = ${row.id}`.execute(ctx.em.query());
}

/** A task to insert, with the words of its note. */
interface NotedTask extends ReasonTask {
  words: string;
}

/** A row of `core.task` to insert, without its account. */
const rowOf = (ctx: AccountContext, task: NotedTask, active: ReadonlySet<string>) => ({
  id: newID('tsk'),
  created_at: ctx.clock.now(),
  updated_at: ctx.clock.now(),
  version: 1,
  title: task.title,
  note: task.words,
  status: 'open',
  kind: task.kind,
  record_type: task.record.type,
  record_id: task.record.id,
  record_label: task.record.label,
  assignee_id: task.assigneeID && active.has(task.assigneeID) ? task.assigneeID : null,
  role_id: task.assigneeID ? null : (task.roleID ?? null),
  due_on: task.dueOn ?? null,
  is_reminded: false,
  origin: task.origin ?? 'inside',
  created_by: ctx.actor.name,
});

/** Inserts tasks in the order of their keys. One that another writer has opened meanwhile is updated instead. */
async function insertTasks(ctx: AccountContext, tasks: readonly NotedTask[]): Promise<void> {
  if (!tasks.length) return;
  const active = await activeMembers(
    ctx,
    tasks.flatMap(({ assigneeID }) => assigneeID ?? []),
  );
  const rows = tasks.map((task) => rowOf(ctx, task, active));
  // Begun together, so they are sent together and run in this order.
  const written = await Promise.all(rows.map((row) => insertRow(ctx, row)));
  for (const [at, { id, assignee_id: assigneeID, role_id: roleID }] of rows.entries()) {
    const task = tasks[at] as NotedTask;
    const { kind, record, title, words: note, dueOn = null, isQuiet } = task;
    if (written[at] === id) {
      tellOpened(ctx, { id, kind, record, title, dueOn, assigneeID });
      await tellAssignee(ctx, [{ id, title, note, record, assigneeID, roleID }], { isQuiet: isQuiet === true });
    } else if (typeof task.note === 'function')
      // The reason of the other writer has its part in the note, too.
      await ctx.em.send(sql`update core.task set note = ${(await noteOf(task.note)) ?? note}
        where account_id = ${ctx.account.id} and id = ${written[at]}`);
  }
}

/** Inserts a task, or updates the one that another writer has opened meanwhile; answers the id of the task. */
async function insertRow(ctx: AccountContext, row: ReturnType<typeof rowOf>): Promise<string> {
  const values = Object.entries(row);
  const { rows } = await sql<{ id: string }>`insert into core.task as task
      (account_id, ${sql.join(values.map(([name]) => sql.ref(name)))})
    values (${ctx.account.id}, ${sql.join(values.map(([, value]) => value))})
    on conflict (account_id, kind, record_type, record_id) where ${taskIs.open('status')} and kind is not null
    do update set title = excluded.title, note = excluded.note, due_on = coalesce(excluded.due_on, task.due_on),
      version = task.version + 1, updated_at = excluded.updated_at
    returning task.id`.execute(ctx.em.query());
  return rows[0]?.id ?? row.id;
}

/** A task for its record's history and for other programs. */
interface ToldTask {
  id: string;
  title: string;
  kind: string | null;
  assigneeID: string | null;
  dueOn: string | null;
  record: TaskRecord | null;
}

const factOf = ({ id, title, kind, assigneeID, dueOn, record }: ToldTask) => ({
  taskID: id,
  title,
  kind,
  assigneeID,
  dueOn,
  recordType: record?.type ?? null,
  recordID: record?.id ?? null,
});

/** Tells the record's history and other programs that a task was opened. A task without a record is told to nobody. */
export function tellOpened(ctx: AccountContext, task: ToldTask): void {
  if (!task.record) return;
  const { type, id } = task.record;
  audit(ctx, { record: { type, id }, action: 'task_opened', note: task.title });
  emit(ctx, taskOpened, factOf(task), { type, id });
}

/**
 * Tells the record's history and other programs that a task was done or dropped. A task without a record is told to
 * nobody.
 */
export function tellClosed(ctx: AccountContext, { status, ...task }: ToldTask & { status: TaskStatus }): void {
  if (!task.record) return;
  const { type, id } = task.record;
  audit(ctx, { record: { type, id }, action: `task_${status}`, note: task.title });
  emit(ctx, taskDone, { ...factOf(task), status }, { type, id });
}

/** Tells of the status that a task has got. */
export const tellStatus = (ctx: AccountContext, task: ToldTask & { status: TaskStatus }): void =>
  taskStates.is.open(task.status) ? tellOpened(ctx, task) : tellClosed(ctx, task);
