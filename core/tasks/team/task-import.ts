import { Problem } from '../../contracts/endpoints/problem.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import { listTasks, taskDay, taskTitle } from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { NamedRecord, PlainField, PlainImport, PlainRows, PlainValues } from '../../imports/plain/plain-import.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { labelIfVisible, type RecordRegistry, readableTypes } from '../../records/record-registry.ts';
import { tellClosed, tellOpened } from '../record/create-task.ts';
import { rightToTake, takingRefused } from '../record/task.queries.ts';
import type { TaskEndPort } from '../record/task-end.port.ts';
import {
  goneHolders,
  heldTasks,
  mayLackRecord,
  recordNeeded,
  requireHolder,
  type TaskHolder,
} from '../record/task-holder.ts';
import { taskIs } from '../record/task-is.ts';
import { tellAssignee } from '../record/tell-assignee.ts';
import { writtenTasks } from '../record/written-tasks.ts';

interface FoundRecord {
  type: string;
  id: string;
  label: string;
}

/** Records that the rows of a chunk name, by type and number, and the tasks with their titles. */
interface Known {
  records: ReadonlyMap<string, readonly FoundRecord[]>;
  tasks: ReadonlyMap<string, string>;
}

const fields: readonly PlainField[] = [
  {
    name: 'title',
    label: 'Task',
    column: 'title',
    isNeeded: true,
    longest: 200,
    schema: taskTitle,
    synonyms: ['title', 'to do', 'subject'],
    example: 'Call about the date',
  },
  {
    name: 'recordType',
    label: 'Record type',
    column: 'record_type',
    isCompleted: true,
    synonyms: ['type', 'about'],
    description: 'Such as Sales order; without it the number is looked for among all records.',
    example: 'Sales order',
  },
  {
    name: 'record',
    label: 'Record number',
    column: 'record_label',
    isCompleted: true,
    synonyms: ['record', 'number', 'document'],
    example: '1042',
  },
  {
    name: 'recordID',
    label: 'Record id',
    column: 'record_id',
    isCompleted: true,
    description: 'For records without a number.',
    example: '',
  },
  {
    name: 'person',
    label: 'Person',
    kind: 'reference',
    column: 'assignee_id',
    reference: { recordType: 'team_user', by: ['name', 'email'], canCreate: false },
    refersTo: { table: 'core.v_members', what: 'person', by: ['email'] },
    synonyms: ['assignee', 'assigned to', 'who', 'owner'],
    description: 'Name or email address; without person and role the task is the team\u2019s.',
    example: 'Renata Ortiz',
  },
  {
    name: 'role',
    label: 'Role',
    kind: 'reference',
    column: 'role_id',
    reference: { recordType: 'role', by: ['name'], canCreate: false },
    refersTo: { table: 'core.v_roles', what: 'role' },
    example: '',
  },
  {
    name: 'dueOn',
    label: 'Due',
    kind: 'date',
    column: 'due_on',
    schema: taskDay,
    synonyms: ['due day', 'due date', 'day', 'date'],
    example: '2026-12-01',
  },
];

const textOf = ({ rows }: PlainRows, name: string): string => String(rows[0]?.fields[name] ?? '').trim();
const recordKey = (record: PlainRows): string =>
  ['recordType', 'record', 'recordID'].map((name) => textOf(record, name).toLowerCase()).join('\n');
const taskKey = (title: string, recordID: string | null): string => `${title}\n${recordID ?? ''}`.toLowerCase();

/** The records that a row may mean: by id, or by the number among the records of its type. */
async function recordsFor(
  ctx: AccountContext,
  records: RecordRegistry,
  readable: readonly RecordType[],
  row: PlainRows,
): Promise<FoundRecord[]> {
  const [typeName, number, id] = [
    textOf(row, 'recordType').toLowerCase(),
    textOf(row, 'record'),
    textOf(row, 'recordID'),
  ];
  const types = readable.filter(
    ({ type, label }) => !typeName || type === typeName || label.toLowerCase() === typeName,
  );
  const found: FoundRecord[] = [];
  for (const { type, prefix } of types) {
    if (id) {
      if (!id.startsWith(`${prefix}_`)) continue;
      const label = await labelIfVisible(ctx, records, type, id);
      if (label !== undefined) found.push({ type, id, label });
    } else if (number) {
      const [hit] = (await records.source(type)?.findByNumber?.(ctx, number, {})) ?? [];
      if (hit && !hit.foundBy) found.push({ type, id: hit.id, label: hit.label });
    }
  }
  return found;
}

async function knownOf(ctx: AccountContext, registry: RecordRegistry, rows: readonly PlainRows[]): Promise<Known> {
  const records = new Map<string, readonly FoundRecord[]>();
  const readable = readableTypes(ctx, registry);
  for (const row of rows) {
    const key = recordKey(row);
    if (key.trim() && !records.has(key)) records.set(key, await recordsFor(ctx, registry, readable, row));
  }
  const titles = rows.map((row) => textOf(row, 'title').toLowerCase());
  const { rows: tasks } = await sql<{ id: string; title: string; recordID: string | null }>`
    select task.id, task.title, task.record_id as "recordID" from core.task task
    where task.account_id = ${ctx.account.id} and ${taskIs.open('task.status')}
      and lower(task.title) = any(${titles}::text[]) order by task.id desc`.execute(ctx.em.query());
  return { records, tasks: new Map(tasks.map(({ id, title, recordID }) => [taskKey(title, recordID), id])) };
}

const idOf = (value: PlainValues[string] | undefined): string | null => (value as NamedRecord | null)?.id ?? null;
const nameIn = (value: PlainValues[string] | undefined): string | null => (value as NamedRecord | null)?.name ?? null;

function textIn(values: PlainValues, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' ? value : null;
}

/** Imports tasks: added, or changed where the record has one with exactly this title. */
export const taskImport = (registry: () => RecordRegistry, ends: () => readonly TaskEndPort[]): PlainImport<Known> => ({
  name: 'tasks',
  title: 'Tasks',
  description: 'Adds tasks, or changes those with the same title on the same record.',
  recordType: 'task',
  prefix: 'tsk',
  table: 'core.task',
  domain: 'tasks',
  words: ['task', 'tasks'],
  keys: ['title'],
  within: ['recordType', 'record', 'recordID'],
  fields,
  // A closed task is not brought back by a file, so it is in none.
  computed: async (ctx, ids) => {
    const { rows } = await sql<{ id: string; kind: string | null }>`select task.id, task.kind from core.task task
      where task.account_id = ${ctx.account.id} and task.id = any(${[...ids]}::text[])
        and ${taskIs.open('task.status')}`.execute(ctx.em.query());
    return new Map(rows.map(({ id, kind }) => [id, { isOpen: true, kind }]));
  },
  exported: ({ values }) => (values['isOpen'] ? [{ fields: exportedFields(registry(), values) }] : []),
  lists: [listTasks],
  labelOf: (values) => String(values['title'] ?? ''),
  known: (ctx, rows) => knownOf(ctx, registry(), rows),
  find: (rows, { records, tasks }) =>
    new Map(
      rows.flatMap((row): [string, string][] => {
        const [found] = records.get(recordKey(row)) ?? [];
        const id = tasks.get(taskKey(textOf(row, 'title'), found?.id ?? null));
        return id ? [[row.key, id]] : [];
      }),
    ),
  complete(ctx, { record, before, values, fault }, { records }) {
    const key = recordKey(record);
    const [found, ...others] = records.get(key) ?? [];
    if (key.trim() && !found) fault('record', 'There is no such record that you may see');
    else if (!key.trim() && !mayLackRecord(ctx)) fault('record', recordNeeded);
    else if (others.length) fault('recordType', 'Records of several types have this number: name the type');
    if (!before) Object.assign(values, recordValues(found));
    if (values['person'] && values['role']) fault('role', 'Assign it to a person or to a role, not to both');
  },
  async refuse(ctx, judged) {
    const refusals = new Map<string, Problem | undefined>();
    for (const { draft } of judged) {
      const { recordType: type } = draft.values;
      const holder = holderIn(draft.values);
      const { before } = draft;
      if (before && (await rightToTake(ctx, ends(), { id: before.id, kind: textIn(before.values, 'kind') }, holder)))
        draft.fault(holder.assigneeID ? 'person' : 'role', takingRefused);
      const key = JSON.stringify([holder, type]);
      if (!refusals.has(key))
        refusals.set(key, await refusalOf(ctx, holder, typeof type === 'string' ? registry().type(type) : undefined));
      const refused = refusals.get(key);
      if (refused) draft.fault(holder.assigneeID ? 'person' : 'role', refused.errors?.[0]?.message ?? refused.message);
    }
  },
  async prepare(ctx, writes) {
    await heldTasks(ctx, sql<boolean>`task.id = any(${writes.map(({ id }) => id)}::text[])`);
    return {};
  },
  tell: {
    async created(ctx, facts) {
      const ids = facts.map(({ id }) => id);
      await sql`update core.task set created_by = ${ctx.actor.name}
        where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
      const tasks = await writtenTasks(ctx, ids);
      for (const task of tasks) tellOpened(ctx, task);
      await tellAssignee(ctx, tasks);
    },
    async changed(ctx, facts) {
      const moved = facts.filter((fact) => fact.fields.includes('dueOn')).map(({ id }) => id);
      await sql`update core.task set is_reminded = false
        where account_id = ${ctx.account.id} and id = any(${moved}::text[])`.execute(ctx.em.query());
      const given = facts.filter((fact) => fact.fields.some((name) => name === 'person' || name === 'role'));
      await tellAssignee(
        ctx,
        await writtenTasks(
          ctx,
          given.map(({ id }) => id),
        ),
      );
    },
    // A task that was closed meanwhile has another version and is not deleted.
    async deleted(ctx, facts) {
      for (const { id, values } of facts) tellClosed(ctx, { ...takenOf(id, values), status: 'dropped' });
    },
  },
  refusals: (ctx, taken) =>
    goneHolders(
      ctx,
      taken.flatMap(({ id, undo }) => (undo.before ? { id, assigneeID: idOf(undo.before.values['person']) } : [])),
    ),
  // Nothing refers to a task.
  uses: async () => new Map(),
});

const recordValues = (found: FoundRecord | undefined) => ({
  recordType: found?.type ?? null,
  record: found?.label ?? null,
  recordID: found?.id ?? null,
});

/** A task as a row of a file: its record by type, number and id. */
const exportedFields = (records: RecordRegistry, { recordType, person, role, ...values }: PlainValues) => ({
  title: textIn(values, 'title'),
  recordType: records.type(String(recordType))?.label ?? null,
  record: textIn(values, 'record'),
  recordID: textIn(values, 'recordID'),
  person: nameIn(person),
  role: nameIn(role),
  dueOn: textIn(values, 'dueOn'),
});

/** A task that an undone import takes away. */
function takenOf(id: string, values: PlainValues) {
  const [type, recordID] = [textIn(values, 'recordType'), textIn(values, 'recordID')];
  return {
    id,
    title: textIn(values, 'title') ?? '',
    kind: null,
    assigneeID: idOf(values['person']),
    dueOn: textIn(values, 'dueOn'),
    record: type !== null && recordID !== null ? { type, id: recordID } : null,
  };
}

const holderIn = ({ person, role }: PlainValues): TaskHolder => ({ assigneeID: idOf(person), roleID: idOf(role) });

/** Why the holder may not have a task on a record of the type. */
async function refusalOf(
  ctx: AccountContext,
  holder: TaskHolder,
  type: RecordType | undefined,
): Promise<Problem | undefined> {
  try {
    await requireHolder(ctx, holder, type);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
