import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { booleanText, filterValue, listOf, listQuery, repeated } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { anyRecordType, defineEvent } from '../plugins/event.ts';
import { declareStates, type StateOf } from '../records/states.ts';
import { businessDate } from '../texts/date.ts';
import { noCardNumber, noteText, requiredLine, singleLine } from '../texts/text.ts';
import { bulkAnswer, bulkBody, bulkPreview } from './change-set.contract.ts';

/** Refusals of tasks. */
export const taskProblems = defineProblems({
  task_ended: { status: 409, message: 'This task is closed. Open it again first' },
  task_open_again: { status: 409, message: 'The same task is open again; work on that one' },
  task_stays_closed: { status: 409, message: 'What this task was about is closed; it cannot be opened again' },
  cannot_take_task: { status: 400, message: 'Whoever gets the task may not see its record' },
});

/** States of a task. */
export const taskStates = declareStates('task', {
  open: { name: 'Open', tone: 'info', is: ['open'] },
  done: { name: 'Done', tone: 'success', is: ['done', 'ended'] },
  dropped: { name: 'Dropped', tone: 'neutral', description: 'It was given up.', is: ['dropped', 'ended'] },
});
export type TaskStatus = StateOf<typeof taskStates>;

const seen = 'Who may see the record sees and changes its tasks; it is checked for the record';

const named = z.object({ id: z.string(), name: z.string() });

/** A task of the team, on a record or on none. */
export const task = z.object({
  id: z.string(),
  title: z.string(),
  note: z.string(),
  status: taskStates.code,
  record: z
    .object({
      type: z.string(),
      id: z.string(),
      /** The record's name when the task was opened: its number. */
      label: z.string(),
    })
    .nullable(),
  /** Whose task it is; without a person it is the role's, without both the team's. */
  assignee: named.nullable(),
  role: named.nullable(),
  dueOn: z.string().nullable(),
  /** True for an open task whose day has passed. */
  isOverdue: z.boolean(),
  /** Code of the reason for a task that the platform opens and closes; null for a task of a person. */
  kind: z.string().nullable(),
  /** `outside` where the note was written by a person of a customer. */
  origin: z.enum(['inside', 'outside']),
  createdBy: z.string(),
  doneBy: z.string().nullable(),
  doneAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
});

/** A task with what its record's type says of it. */
const taskView = task.extend({
  /** Screen of the record; null without one. */
  path: z.string().nullable(),
  /** Name of the record's type: 'Sales order'. */
  recordName: z.string().nullable(),
  /** False where closing it ends something else, such as a request of a customer. */
  mayReopen: z.boolean(),
});
export type TaskView = z.output<typeof taskView>;

/** Title of a task as people enter it. */
export const taskTitle = requiredLine(200, 'Title is required').check(noCardNumber);
/** Characters of a task's note. */
export const longestTaskNote = 2_000;
const note = noteText.max(longestTaskNote, {
  error: 'Must be at most 2,000 characters: put the rest into a comment',
});
/** Day on which a task is due. */
export const taskDay = businessDate;
const memberID = requiredLine(100, 'Name a person of the team');
const roleID = requiredLine(100, 'Name a role');

/** Whose tasks: those assigned to the caller, those of the caller's role, both, or all that the caller may see. */
const taskOwners = ['mine', 'my_roles', 'mine_or_my_roles', 'all'] as const;

const filters = {
  whose: filterValue(z.enum(taskOwners, { error: 'Must be mine, my_roles, mine_or_my_roles or all' })),
  statuses: repeated(taskStates.code),
  recordType: filterValue(singleLine(80)),
  recordID: filterValue(singleLine(100)),
  assigneeIDs: repeated(singleLine(100)),
  roleIDs: repeated(singleLine(100)),
  /** True for tasks that are neither a person's nor a role's. */
  isOfTeam: booleanText,
  dueFrom: filterValue(taskDay),
  dueTo: filterValue(taskDay),
  isOverdue: booleanText,
};

/**
 * Tasks, the open ones first, then by due day, those without a day last. Tasks whose record the caller may not read are
 * left out, and those of deleted records. API keys see no task without a record.
 */
export const listTasks = endpoint({
  name: 'listTasks',
  method: 'GET',
  path: '/v1/tasks',
  signedIn: seen,
  summary: 'Lists tasks.',
  query: listQuery({ sortBy: ['dueOn', 'title', 'createdAt', 'doneAt'], filters }),
  reply: listOf(taskView),
});

/**
 * Who may get a task on a record, or on none: people and roles of the team that see it. For whoever has no right to the
 * team.
 */
export const listTaskHolders = endpoint({
  name: 'listTaskHolders',
  method: 'GET',
  path: '/v1/task-holders',
  signedIn: seen,
  summary: 'Lists who may get a task.',
  query: z
    .strictObject({ recordType: filterValue(singleLine(80)), recordID: filterValue(singleLine(100)) })
    .refine(({ recordType, recordID }) => (recordType === undefined) === (recordID === undefined), {
      path: ['recordID'],
      error: 'Name type and id of the record, or neither',
    }),
  reply: z.object({
    people: z.array(named),
    roles: z.array(named),
    /** The caller among the people; null for an API key. */
    ownID: z.string().nullable(),
  }),
});

export const getTask = endpoint({
  name: 'getTask',
  method: 'GET',
  path: '/v1/tasks/{taskID}',
  signedIn: seen,
  summary: 'Reads a task.',
  reply: taskView,
});

const isOne = <Body extends { assigneeID?: string | null | undefined; roleID?: string | null | undefined }>(
  body: Body,
): boolean => !(body.assigneeID && body.roleID);
const oneOnly = { path: ['roleID'], error: 'Assign it to a person or to a role, not to both' };

/**
 * Opens a task on a record or on none, for a person or for everyone with a role; without both for the team. 400
 * `cannot_take_task` names a person who may not see the record; 404 for a record that the caller does not see.
 */
export const createTaskCall = endpoint({
  name: 'createTask',
  method: 'POST',
  path: '/v1/tasks',
  signedIn: seen,
  summary: 'Opens a task.',
  touches: ['/v1/records', '/v1/me/inbox'],
  body: z
    .strictObject({
      title: taskTitle,
      note: note.default(''),
      record: z
        .strictObject({
          type: requiredLine(80, 'Record type is required'),
          id: requiredLine(100, 'Record is required'),
        })
        .nullish(),
      assigneeID: memberID.nullish(),
      roleID: roleID.nullish(),
      dueOn: taskDay.nullish(),
    })
    .refine(isOne, oneOnly),
  reply: taskView,
});

/** Changes an open task. 409 `task_ended`, `stale_version`; 400 `cannot_take_task`. */
export const updateTask = endpoint({
  name: 'updateTask',
  method: 'PATCH',
  path: '/v1/tasks/{taskID}',
  signedIn: seen,
  summary: 'Changes a task.',
  touches: ['/v1/records', '/v1/me/inbox'],
  body: z
    .strictObject({
      title: taskTitle.optional(),
      note: note.optional(),
      assigneeID: memberID.nullish(),
      roleID: roleID.nullish(),
      dueOn: taskDay.nullish(),
      version: z.int().optional(),
    })
    .refine(isOne, oneOnly),
  reply: taskView,
});

/** A call that closes a task or opens it again. */
const closingCall = <const Name extends string, const Action extends string>(call: {
  name: Name;
  action: Action;
  summary: string;
}) =>
  endpoint({
    name: call.name,
    method: 'PUT',
    path: `/v1/tasks/{taskID}/actions/${call.action}` as `/v1/tasks/{taskID}/actions/${Action}`,
    signedIn: seen,
    summary: call.summary,
    touches: ['/v1/records', '/v1/me/inbox'],
    body: z.strictObject({ version: z.int().optional() }),
    reply: taskView,
  });

/**
 * Marks a task as done, with what it is about where the platform opened it; somebody else's such task takes the right
 * to that. 409 `task_ended`.
 */
export const finishTask = closingCall({ name: 'finishTask', action: 'done', summary: 'Marks a task as done.' });

/** Gives a task up, as `finishTask` marks it as done. 409 `task_ended`. */
export const dropTask = closingCall({ name: 'dropTask', action: 'drop', summary: 'Drops a task.' });

/** Opens a closed task again. 409 `task_open_again`, `task_stays_closed`. */
export const reopenTask = closingCall({ name: 'reopenTask', action: 'reopen', summary: 'Opens a task again.' });

/** Filter of a list of tasks in a body. */
const taskFilter = z.strictObject({ query: filterValue(singleLine(200)), ...filters });
export type TaskFilter = z.output<typeof taskFilter>;

/** Fields that can be set on many tasks; null clears person, role and day. */
const taskChanges = z
  .strictObject({
    assigneeID: memberID.nullish(),
    roleID: roleID.nullish(),
    dueOn: taskDay.nullish(),
    status: taskStates.code.optional(),
  })
  .refine(isOne, oneOnly)
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name at least one field',
  });

const selection = bulkBody({
  ids: 'taskIDs',
  one: 'task',
  several: 'tasks',
  filter: taskFilter,
  more: { changes: taskChanges },
});

/**
 * Assigns many tasks, gives them a day, or closes them; undone as a whole. Tasks that end something else when they are
 * closed, such as a request of a customer, are left out of a change of the status.
 */
export const bulkEditTasks = endpoint({
  name: 'bulkEditTasks',
  method: 'PUT',
  path: '/v1/tasks/actions/bulk-edit',
  isLong: true,
  signedIn: seen,
  summary: 'Changes many tasks.',
  touches: ['/v1/records', '/v1/me/inbox'],
  body: selection,
  reply: bulkAnswer,
});

/** Previews the change, with the reasons of tasks that stay. */
export const previewBulkEditTasks = endpoint({
  name: 'previewBulkEditTasks',
  method: 'PUT',
  path: '/v1/tasks/actions/preview-bulk-edit',
  isLong: true,
  signedIn: seen,
  summary: 'Tells what a change of many tasks would do.',
  body: selection,
  reply: bulkPreview,
});

const taskPayload = z.object({
  taskID: z.string(),
  title: z.string(),
  kind: z.string().nullable(),
  assigneeID: z.string().nullable(),
  dueOn: z.string().nullable(),
  recordType: z.string().nullable(),
  recordID: z.string().nullable(),
});
const example = {
  taskID: 'tsk_01jdexample',
  title: 'Call about the date',
  kind: null,
  assigneeID: 'mem_01jdexample',
  dueOn: '2026-12-01',
  recordType: 'sales_order',
  recordID: 'so_01jdexample',
};

/** A task was opened. */
export const taskOpened = defineEvent({
  type: 'core.task.opened',
  isPublic: true,
  sentence: 'A task was opened on a record.',
  record: anyRecordType,
  example,
  payload: taskPayload,
});

/** A task was done or dropped. */
export const taskDone = defineEvent({
  type: 'core.task.done',
  isPublic: true,
  sentence: 'A task on a record was done or dropped.',
  record: anyRecordType,
  example: { ...example, status: 'done' },
  payload: taskPayload.extend({ status: taskStates.code }),
});
