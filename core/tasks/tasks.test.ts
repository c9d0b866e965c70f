import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problems } from '../contracts/endpoints/problem.ts';
import { readFollowing } from '../contracts/records/comment.contract.ts';
import { getTimeline } from '../contracts/records/timeline.contract.ts';
import { createApiKey } from '../contracts/sign-in/api-key.contract.ts';
import { addDays, dayLength } from '../contracts/texts/date.ts';
import { newID } from '../contracts/texts/id.ts';
import { applyChangeSet, listChangeSetRows, undoChangeSet } from '../contracts/work/change-set.contract.ts';
import { createImport } from '../contracts/work/import.contract.ts';
import { countInbox, listInbox } from '../contracts/work/inbox.contract.ts';
import {
  bulkEditTasks,
  createTaskCall,
  dropTask,
  finishTask,
  listTaskHolders,
  listTasks,
  previewBulkEditTasks,
  reopenTask,
  updateTask,
} from '../contracts/work/task.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { todayOf } from '../kernel/context/today.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { contribution } from '../kernel/plugin/services.ts';
import { bootTestKernel, type TestKernel, type TestPerson, testBaseURL } from '../testing/kernel/test-kernel.ts';
import { closeTask, closeTaskWithLast, createTask, type ReasonTask } from './record/create-task.ts';
import { type EndedTask, TaskEndPort } from './record/task-end.port.ts';
import { remindOfTasks, taskJobs } from './team/task-jobs.ts';

const ended: string[] = [];
class Ends extends TaskEndPort {
  readonly kinds = ['chores.asked'];
  readonly permission = 'chores:read';
  override async end(_: AccountContext, { record }: EndedTask, { isOwn }: { isOwn: boolean }): Promise<void> {
    ended.push(`${record.id}${isOwn ? ' by its owner' : ''}`);
  }
  override left = async (): Promise<null> => null;
}
const chores = definePlugin({
  id: 'chores',
  title: 'Chores',
  description: 'Declares records to have tasks on.',
  permissions: [
    { code: 'chores', name: 'Chores', group: 'reports', description: 'What is to be done', defaults: { user: 'r' } },
  ],
  records: [
    { type: 'chore', prefix: 'cho', label: 'Chore', permission: 'chores:read', path: '/dashboard/x/chores/{id}' },
  ],
  recordSources: () => [
    {
      type: 'chore',
      label: async (_, id) => {
        if (id === 'cho_gone') throw problems.not_found();
        return id.slice(4);
      },
    },
  ],
  contributes: () => [contribution(TaskEndPort, new Ends())],
});

let kernel: TestKernel;
let db: Client;
let ada: TestPerson;
let bob: TestPerson;
let scanner: TestPerson;
const members = new Map<string, { id: string; roleID: string }>();
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [chores] });
  db = new Client({ connectionString: kernel.db.adminUrl });
  await db.connect();
  ada = await kernel.a.as('admin');
  bob = await kernel.a.as('user');
  scanner = await kernel.a.as('scanner');
  const { rows } = await db.query('select id, email, role_id from core.member where account_id = $1', [kernel.a.id]);
  for (const { id, email, role_id } of rows) members.set(email, { id, roleID: role_id });
});
afterAll(async () => {
  await db?.end();
  await kernel?.stop();
});
beforeEach(async () => {
  await db.query('delete from core.task');
  await db.query('delete from core.event_outbox');
  await db.query('delete from core.notification');
  await db.query('delete from core.record_follower');
  ended.length = 0;
});

const idOf = ({ email }: TestPerson): string => members.get(email)?.id as string;
const record = (name: string) => ({ type: 'chore', id: `cho_${name}` });
const reason = (name: string, more: Partial<ReasonTask> = {}): ReasonTask => ({
  kind: 'chores.late',
  record: { ...record(name), label: name },
  title: `${name} is late`,
  ...more,
});
const open = async (): Promise<{ record_id: string; title: string; version: number }[]> =>
  (await db.query("select * from core.task where status = 'open' order by record_id")).rows;
/** Events about tasks that wait for other programs. */
const told = async (): Promise<string[]> =>
  (await db.query("select type from core.event_outbox where type like 'core.task.%' order by id")).rows.map(
    ({ type }) => type,
  );
const today = () => kernel.a.run(async (ctx) => todayOf(ctx));
const inboxOf = async (person: TestPerson) =>
  (await person.call(listInbox, {})).items.map(({ kind, title }) => `${kind}: ${title}`);
const follow = (person: TestPerson, body: object) =>
  person.callUnchecked(createTaskCall, { body: { title: 'Call them', ...body } });
/** Writes an entry of a record's history, some seconds from now. */
const tellHistory = (name: string, action: string, second: number) =>
  kernel.a.run((ctx) =>
    ctx.em.insert('core.audit_event', [
      {
        id: newID('aud'),
        record_type: 'chore',
        record_id: `cho_${name}`,
        action,
        actor_type: 'system',
        actor_id: '',
        actor_name: '',
        ip: '',
        request_id: '',
        changes: [],
        note: null,
        occurred_at: new Date(kernel.clock.now().getTime() + second * 1_000),
      },
    ]),
  );

describe('a task with a reason', () => {
  it('is opened once, updated while it is open, and closed when the reason is gone', async () => {
    await kernel.a.run(async (ctx) => createTask(ctx, reason('one', { assigneeID: idOf(bob) })));
    await kernel.a.run(async (ctx) =>
      createTask(ctx, reason('one', { title: 'One is very late', dueOn: '2026-12-01' })),
    );
    expect(await open()).toMatchObject([{ title: 'One is very late', version: 2, kind: 'chores.late' }]);
    expect(await inboxOf(bob)).toEqual(['task_assigned: Task for you on one: one is late']);
    await kernel.a.run(async (ctx) => {
      createTask(ctx, reason('one'));
      closeTask(ctx, 'chores.late', record('one'));
      closeTask(ctx, 'chores.late', record('never'));
    });
    expect(await open()).toEqual([]);
    await kernel.a.run(async (ctx) => createTask(ctx, reason('one')));
    expect(await open()).toHaveLength(1);
    expect(await told()).toEqual(['core.task.opened', 'core.task.done', 'core.task.opened']);
  });

  it('is opened by twenty writers at once, who never deadlock', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `many${at}`);
    let runs = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, writer) =>
        kernel.a.run(async (ctx) => {
          runs += 1;
          for (const name of writer % 2 ? names : names.toReversed())
            createTask(ctx, reason(name, { title: `${name} of ${writer}`, assigneeID: idOf(bob) }));
          // Documents are locked after the call and before the task.
          await ctx.em.lockRows('core.member', [idOf(writer % 2 ? ada : bob)]);
          await ctx.em.lockRows('core.role', [members.get(bob.email)?.roleID as string]);
        }),
      ),
    );
    // A deadlock would have made one of them run again.
    expect(runs).toBe(20);
    expect((await open()).map(({ record_id }) => record_id)).toEqual(names.map((name) => `cho_${name}`));
  });

  it('is closed with the last of several reasons, and has the words of those that are left', async () => {
    const left = new Set(['first', 'second']);
    const note = async () => [...left].join(' and ') || null;
    const close = () => kernel.a.run(async (ctx) => closeTaskWithLast(ctx, 'chores.late', record('shared'), note));
    await close();
    expect(await open()).toEqual([]);
    await kernel.a.run(async (ctx) => {
      createTask(ctx, reason('shared', { note }));
      // What was asked for in the same transaction is opened all the same.
      closeTaskWithLast(ctx, 'chores.late', record('shared'), note);
    });
    expect(await open()).toMatchObject([{ title: 'shared is late', note: 'first and second' }]);
    left.delete('first');
    await close();
    expect(await open()).toMatchObject([{ title: 'shared is late', note: 'second' }]);
    left.clear();
    await close();
    expect(await open()).toEqual([]);
  });

  it('ends what it stands for when somebody closes it, and stays closed', async () => {
    await kernel.a.run(async (ctx) => createTask(ctx, reason('asked', { kind: 'chores.asked' })));
    const [task] = (await bob.call(listTasks, {})).items;
    const of = { params: { taskID: task?.id ?? '' }, body: {} };
    const refused = await ada.call(bulkEditTasks, {
      body: { taskIDs: [of.params.taskID], changes: { status: 'done' } },
    });
    expect(refused).toMatchObject({ done: 0, refused: [{ reason: 'It ends something else: close it on its own' }] });
    expect(task?.mayReopen).toBe(false);
    expect(await bob.call(finishTask, of)).toMatchObject({ status: 'done', doneAt: expect.any(String) });
    expect(ended).toEqual(['cho_asked']);
    for (const own of [{ assigneeID: idOf(bob) }, { roleID: members.get(bob.email)?.roleID as string }]) {
      await kernel.a.run(async (ctx) => createTask(ctx, reason('own', { kind: 'chores.asked', ...own })));
      const [mine] = (await bob.call(listTasks, { query: { statuses: ['open'] } })).items;
      await bob.call(dropTask, { params: { taskID: mine?.id ?? '' }, body: {} });
      expect(ended.pop()).toBe('cho_own by its owner');
    }
    await expect(bob.call(finishTask, of)).rejects.toMatchObject({ status: 409, code: 'task_ended' });
    await expect(bob.call(reopenTask, of)).rejects.toMatchObject({ code: 'task_stays_closed' });
  });
});

describe('a task of a person', () => {
  it('is followed up on by somebody else, who is told and follows the record', async () => {
    const task = await follow(ada, { record: record('7'), assigneeID: idOf(bob), dueOn: await today() });
    expect(task).toMatchObject({
      status: 'open',
      record: { type: 'chore', id: 'cho_7', label: '7' },
      recordName: 'Chore',
      path: '/dashboard/x/chores/cho_7',
      assignee: { id: idOf(bob) },
      isOverdue: false,
    });
    expect(await inboxOf(bob)).toEqual(['task_assigned: Task for you on 7: Call them']);
    expect((await bob.call(readFollowing, { params: record('7') })).isFollowing).toBe(true);
    expect((await bob.call(countInbox, {})).tasksDue).toBe(1);
    expect((await ada.call(countInbox, {})).tasksDue).toBe(0);
    await follow(ada, { title: 'Whose', dueOn: await today() });
    const byRole = { roleID: members.get(bob.email)?.roleID, dueOn: addDays(await today(), -1) };
    await follow(ada, { title: 'Ours', ...byRole });
    // The home screen lists what it counts.
    const listed = await bob.call(listTasks, {
      query: { whose: 'mine_or_my_roles', statuses: ['open'], dueTo: await today() },
    });
    expect(listed.items.map(({ title }) => title)).toEqual(['Ours', 'Call them']);
    expect((await bob.call(countInbox, {})).tasksDue).toBe(listed.count);
    await bob.call(finishTask, { params: { taskID: listed.items[0]?.id ?? '' }, body: {} });
    const of = { params: { taskID: task.id }, body: {} };
    await bob.call(updateTask, { ...of, body: { dueOn: addDays(await today(), 1) } });
    expect((await bob.call(countInbox, {})).tasksDue).toBe(0);
    expect(await ada.call(dropTask, of)).toMatchObject({ status: 'dropped' });
    await expect(bob.call(updateTask, { ...of, body: { title: 'No' } })).rejects.toMatchObject({ code: 'task_ended' });
    expect(await bob.call(reopenTask, of)).toMatchObject({ status: 'open', doneAt: null, doneBy: null });
    await expect(bob.call(updateTask, { ...of, body: { title: 'No', version: 1 } })).rejects.toMatchObject({
      code: 'stale_version',
    });
  });

  it('goes to nobody who may not see the record, by name, and to nobody from elsewhere', async () => {
    await expect(follow(ada, { record: record('7'), assigneeID: idOf(scanner) })).rejects.toMatchObject({
      status: 400,
      code: 'cannot_take_task',
      errors: [{ path: 'assigneeID', message: expect.stringMatching(/may not see this record$/) }],
    });
    const roleID = members.get(scanner.email)?.roleID;
    await expect(follow(ada, { record: record('7'), roleID })).rejects.toMatchObject({ code: 'cannot_take_task' });
    for (const body of [
      { assigneeID: 'mem_nobody' },
      { roleID: 'rol_none' },
      { assigneeID: idOf(bob), roleID },
      { title: '' },
      { title: 'x'.repeat(201) },
      { note: 'Card 4242 4242 4242 4242' },
      { title: 'Charge 4242 4242 4242 4242' },
      { dueOn: '2026-02-30' },
    ])
      await expect(follow(ada, body)).rejects.toMatchObject({ status: 400 });
    expect(await follow(ada, { assigneeID: idOf(scanner) })).toMatchObject({ record: null, path: null });
    const holders = await bob.call(listTaskHolders, { query: { recordType: 'chore', recordID: 'cho_7' } });
    expect(holders.people.map(({ id }) => id).sort()).toEqual([idOf(ada), idOf(bob)].sort());
    expect((await bob.call(listTaskHolders, {})).people.map(({ id }) => id)).toContain(idOf(scanner));
  });

  it('hangs on no record that is gone, of another kind, or that the caller does not see', async () => {
    for (const gone of [record('gone'), { type: 'chore', id: 'so_1' }, { type: 'nothing', id: 'cho_1' }])
      await expect(follow(ada, { record: gone })).rejects.toMatchObject({ status: 404 });
    await expect(follow(scanner, { record: record('7') })).rejects.toMatchObject({ status: 404 });
    const { id: taskID } = await follow(ada, { record: record('7') });
    expect((await scanner.call(listTasks, {})).count).toBe(0);
    await expect(scanner.call(finishTask, { params: { taskID }, body: {} })).rejects.toMatchObject({ status: 404 });
    const blind = await scanner.call(bulkEditTasks, { body: { taskIDs: [taskID], changes: { status: 'done' } } });
    expect(blind).toMatchObject({ done: 0, refused: [{ reason: 'There is no such task' }] });
    const stranger = await kernel.b.as('admin');
    await expect(stranger.call(finishTask, { params: { taskID }, body: {} })).rejects.toMatchObject({ status: 404 });
    await expect((await kernel.a.as('customer')).call(listTasks, {})).rejects.toMatchObject({ status: 403 });
  });

  it('leaves the lists while its record is deleted', async () => {
    const { id } = await follow(ada, { record: record('7'), assigneeID: idOf(ada), dueOn: '2026-01-05' });
    const tell = (action: string, second: number) => tellHistory('7', action, second);
    await tell('deleted', 1);
    // Entries about what hangs on the record follow its deletion.
    for (const [after, action] of ['file_infected', 'task_done', 'request_closed'].entries())
      await tell(action, 2 + after);
    expect((await ada.call(listTasks, {})).items).toEqual([]);
    expect((await ada.call(countInbox, {})).tasksDue).toBe(0);
    await kernel.a.run((ctx) => remindOfTasks(ctx, '2026-01-05'));
    expect(await inboxOf(ada)).toEqual([]);
    await tell('updated', 5);
    expect((await ada.call(listTasks, { query: { query: 'call' } })).items).toMatchObject([{ id, isOverdue: true }]);
    await kernel.a.run((ctx) => remindOfTasks(ctx, '2026-01-05'));
    expect(await inboxOf(ada)).toEqual(['task_due: Due today on 7: Call them']);
  });

  it('is kept as long as the deletion of its record can be undone', async () => {
    await kernel.a.run(async (ctx) => {
      createTask(ctx, reason('gone'));
      createTask(ctx, reason('there'));
    });
    for (const name of ['gone', 'there']) {
      await tellHistory(name, 'deleted', (-2 * dayLength) / 1_000);
      await tellHistory(name, 'file_infected', 0);
    }
    const prune = (keptDays: number) =>
      taskJobs(() => kernel.core.records, keptDays).find(({ name }) => name === 'core.prune-tasks');
    for (const [keptDays, left] of [
      [2, ['cho_gone', 'cho_there']],
      [0, ['cho_there']],
    ] as const) {
      await kernel.a.run(async (ctx) => prune(keptDays)?.handle(ctx, '2026-01-05'));
      expect((await open()).map(({ record_id }) => record_id)).toEqual(left);
    }
  });
});

describe('many tasks', () => {
  it('are assigned, dated and done together, and that is undone', async () => {
    const day = addDays(await today(), 3);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await follow(ada, { record: record(name) })).id);
    const edit = (changes: object) => ada.callUnchecked(bulkEditTasks, { body: { taskIDs: ids, changes } });
    await expect(edit({ assigneeID: idOf(scanner) })).rejects.toMatchObject({ code: 'cannot_take_task' });
    expect(await edit({ assigneeID: idOf(bob), dueOn: day })).toMatchObject({ done: 3, refused: [] });
    expect(await inboxOf(bob)).toEqual(['task_assigned: 3 tasks for you']);
    const mine = (await bob.call(listTasks, { query: { whose: 'mine' } })).items;
    expect(mine.map(({ dueOn }) => dueOn)).toEqual([day, day, day]);
    const roleID = members.get(bob.email)?.roleID;
    for (const [changes, done] of [
      [{ assigneeID: null, roleID }, 3],
      [{ roleID: null, assigneeID: null }, 3],
      [{ assigneeID: null, roleID: null }, 0],
      [{ assigneeID: idOf(bob), roleID: null }, 3],
    ] as const)
      expect(await edit(changes)).toMatchObject({ done });
    const done = await ada.call(bulkEditTasks, { body: { filter: { dueTo: day }, changes: { status: 'done' } } });
    expect(done.done).toBe(3);
    const shown = (await bob.call(listTasks, { query: { statuses: ['done'] } })).items;
    expect(new Set(shown.map(({ doneBy }) => doneBy))).toEqual(new Set([mine[0]?.createdBy]));
    expect(await ada.call(previewBulkEditTasks, { body: { taskIDs: ids, changes: { dueOn: null } } })).toMatchObject({
      allowed: 0,
      refused: [{ reason: 'It is closed', count: 3 }],
    });
    await db.query('delete from core.event_outbox');
    await ada.call(undoChangeSet, { params: { changeSetID: done.undoChangeSetID ?? '' }, body: {} });
    expect(await told()).toEqual(['core.task.opened', 'core.task.opened', 'core.task.opened']);
    const history = await ada.call(getTimeline, { params: record('a'), query: {} });
    expect(history.items.map(({ action }) => action)).toEqual(['task_opened', 'task_done', 'task_opened']);
    expect((await bob.call(listTasks, { query: { statuses: ['open'] } })).items).toMatchObject(
      ids.map(() => ({ status: 'open', doneAt: null, doneBy: null, dueOn: day })),
    );
  });
});

describe('a file of tasks', () => {
  const stage = (lines: readonly string[]) =>
    ada.call(createImport, { query: { type: 'tasks', fileName: 'tasks.csv' }, body: new Blob([lines.join('\n')]) });
  const bring = async (lines: readonly string[]): Promise<string> => {
    const { id } = await stage(lines);
    await ada.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors: false } });
    return id;
  };

  it('adds tasks beside closed ones of the same title, and is told of as single calls are', async () => {
    const { id: taskID } = await follow(ada, { title: 'Call', record: record('filed') });
    await ada.call(finishTask, { params: { taskID }, body: {} });
    await follow(ada, { title: 'Write', record: record('filed') });
    await db.query('delete from core.event_outbox');
    const lines = ['Task,Record id,Due', 'Call,cho_filed,2026-12-01', 'Write,cho_filed,2026-12-02', 'Rest,,'];
    const changeSetID = await bring(lines);
    expect(await told()).toEqual(['core.task.opened']);
    // A file of the list has the records, and no closed tasks; bringing it in again would change nothing.
    const file = await (await ada.fetch('/v1/tasks?format=csv')).text();
    expect(file.trim().split(/\r?\n/).sort()).toEqual([
      'Call,Chore,filed,cho_filed,,,2026-12-01',
      'Rest,,,,,,',
      'Task,Record type,Record number,Record id,Person,Role,Due',
      'Write,Chore,filed,cho_filed,,,2026-12-02',
    ]);
    expect((await stage(file.trim().split(/\r?\n/))).counts).toMatchObject({ create: 0, update: 0, error: 0 });
    const shown = async () =>
      (await ada.call(listTasks, { query: { statuses: ['open'], sortBy: 'title' } })).items.map(
        ({ title, dueOn }) => `${title} ${dueOn}`,
      );
    expect((await shown()).sort()).toEqual(['Call 2026-12-01', 'Rest null', 'Write 2026-12-02']);
    await ada.call(undoChangeSet, { params: { changeSetID }, body: {} });
    expect(await shown()).toEqual(['Write null']);
    expect(await told()).toEqual(['core.task.opened', 'core.task.done']);
    const history = await ada.call(getTimeline, { params: record('filed'), query: {} });
    expect(history.items.map(({ action }) => action).slice(0, 2)).toEqual(['task_dropped', 'task_opened']);
  });
});

it('of a key hangs on a record, also in a file', async () => {
  const { id, secret } = await ada.call(createApiKey, { body: { name: 'Planner', scopes: ['chores:read'] } });
  const send = (path: string, type: string, body: string) =>
    kernel.api.request(`${testBaseURL}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': id, 'x-auth-secret': secret, 'content-type': type },
      body,
    });
  const open = async (body: object) =>
    (await send('/v1/tasks', 'application/json', JSON.stringify({ title: 'Call', ...body }))).status;
  expect(await open({})).toBe(403);
  expect(await open({ record: record('keyed') })).toBe(201);
  const file = 'Task,Record id\nWrite,cho_keyed\nRest,';
  const staged = await send('/v1/imports?type=tasks&fileName=tasks.csv', 'application/octet-stream', file);
  const { id: changeSetID } = createImport.reply.parse(await staged.json());
  const { items } = await ada.call(listChangeSetRows, { params: { changeSetID }, query: {} });
  expect(items.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    [],
    ['API keys open tasks on records only'],
  ]);
});

describe('the morning', () => {
  it('reminds of each task once, on its day, whoever has it or has its role', async () => {
    const day = '2026-03-02';
    await follow(ada, { title: 'Mine', assigneeID: idOf(bob), dueOn: day });
    await follow(ada, { title: 'Ours', roleID: members.get(bob.email)?.roleID, dueOn: day });
    await follow(ada, { title: 'Later', assigneeID: idOf(bob), dueOn: addDays(day, 1) });
    await follow(ada, { title: 'Whose', dueOn: day });
    await db.query('delete from core.notification');
    for (const at of [addDays(day, -1), day, day]) await kernel.a.run((ctx) => remindOfTasks(ctx, at));
    expect(await inboxOf(bob)).toEqual(['task_due: 2 tasks are due']);
    expect(await inboxOf(ada)).toEqual([]);
  });
});
