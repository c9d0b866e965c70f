import { afterAll, describe, expect, it } from 'vitest';
import { getTimeline } from '../contracts/records/timeline.contract.ts';
import {
  bulkEditTasks,
  createTaskCall,
  dropTask,
  finishTask,
  getTask,
  listTaskHolders,
  listTasks,
  previewBulkEditTasks,
  reopenTask,
  updateTask,
} from '../contracts/work/task.contract.ts';
import { setPluginEnabled } from '../tenancy/access/account-plugins.ts';
import { recordsOfTypes } from '../testing/calls/records-of-types.ts';
import { bootPopulatedKernel, type PopulatedKernel } from '../testing/kernel/populated-kernel.ts';

const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const admin = await kernel.a.as('admin');
const customer = await kernel.a.as('customer', kernel.customerID ? { customerID: kernel.customerID } : {});
const stranger = await kernel.b.as('admin');
const { types, found, deletions, deleteWith } = await recordsOfTypes(kernel, admin);
const openOn = (type: string, id: string, title = `Look at ${type}`) =>
  admin.call(createTaskCall, { body: { title, record: { type, id } } });
const onRecord = async (type: string, id: string) =>
  (await admin.call(listTasks, { query: { recordType: type, recordID: id } })).items.map((each) => each.id);

describe('tasks on every type of record', () => {
  it('are tried on most of them', () => expect(found.size).toBeGreaterThan(types.length / 2));

  it.each([...found])('%s takes one, shows it, and keeps it from customers and other accounts', async (type, id) => {
    const { id: taskID, version, ...task } = await openOn(type, id);
    expect(task).toMatchObject({ record: { type, id }, status: 'open', path: expect.stringMatching(/^\/dashboard\//) });
    expect(await onRecord(type, id)).toContain(taskID);
    if (kernel.core.records.type(type)?.untold === undefined) {
      const history = await admin.call(getTimeline, { params: { type, id }, query: { show: 'changes' } });
      expect(history.items).toContainEqual(expect.objectContaining({ action: 'task_opened', note: task.title }));
    }
    const params = { taskID };
    for (const [person, status] of [
      [customer, 403],
      [stranger, 404],
    ] as const)
      for (const call of [
        () => person.call(getTask, { params }),
        () => person.call(updateTask, { params, body: { title: 'No' } }),
        () => person.call(finishTask, { params, body: {} }),
        () => person.call(dropTask, { params, body: {} }),
        () => person.call(reopenTask, { params, body: {} }),
        () => person.call(createTaskCall, { body: { title: 'No', record: { type, id } } }),
        () => person.call(listTaskHolders, { query: { recordType: type, recordID: id } }),
      ])
        await expect(call()).rejects.toMatchObject({ status });
    const changes = { status: 'done' as const };
    expect(await stranger.call(bulkEditTasks, { body: { taskIDs: [taskID], changes } })).toMatchObject({ done: 0 });
    expect(await admin.call(finishTask, { params, body: { version } })).toMatchObject({ status: 'done' });
  });

  it('are closed to customers as lists and in bulk', async () => {
    const body = { filter: {}, all: true, changes: { status: 'done' as const } };
    for (const call of [
      () => customer.call(listTasks, {}),
      () => customer.call(bulkEditTasks, { body }),
      () => customer.call(previewBulkEditTasks, { body }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 });
  });
});

describe('a deleted record', () => {
  it('is tried for every deletion of many', () => expect(deletions.length).toBeGreaterThanOrEqual(8));

  it.each(deletions)('of %s takes its tasks along, and gives them back when that is undone', async (_, deletion) => {
    const deleted = await deleteWith(deletion, ({ type, id }) => openOn(type, id, `Stays on ${id}`));
    const { record, hung, undo } = deleted;
    const query = { query: `Stays on ${record.id}` };
    expect((await admin.call(listTasks, { query })).items).toEqual([]);
    await expect(admin.call(getTask, { params: { taskID: hung.id } })).rejects.toMatchObject({ status: 404 });
    await expect(openOn(record.type, record.id)).rejects.toMatchObject({ status: 404 });
    await undo?.();
    if (undo) expect((await admin.call(listTasks, { query })).items.map(({ id }) => id)).toEqual([hung.id]);
  });
});

it('refuses records of a plugin that is switched off, and leaves its tasks out', async () => {
  const owner = (type: string) => kernel.core.records.owner(type);
  const [type = '', id = ''] = [...found].find(([each]) => owner(each) === 'production') ?? [];
  const { id: taskID } = await openOn(type, id);
  await kernel.a.run((ctx) => setPluginEnabled(ctx, 'production', false));
  await expect(openOn(type, id)).rejects.toMatchObject({ status: 404 });
  await expect(admin.call(getTask, { params: { taskID } })).rejects.toMatchObject({ status: 404 });
  await kernel.a.run((ctx) => setPluginEnabled(ctx, 'production', true));
  expect(await onRecord(type, id)).toContain(taskID);
});
