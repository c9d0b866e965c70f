import {
  bulkEditTasks,
  createImport,
  dropTask,
  finishTask,
  listTaskHolders,
  listTasks,
  type TaskView,
  updateTask,
} from '@millwright/core/contracts';
import { apiRefusal, type TestPerson, until, violationsOf } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerEstimate,
  finishPortalRequest,
  listPortalRequests,
  requestReturn,
  type SalesOrder,
} from '../../../contracts/index.ts';
import { portalRequestInvariants } from '../../document/portal-request/portal-request-tasks.ts';
import { tasksOfOpenRequests } from '../../migrations/Migration20261129152700_tasks_of_requests.ts';
import commerce from '../../plugin.ts';
import { type OrderFixture, orderFixture, salesRepOf } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let buyer: TestPerson;
let rep: TestPerson;
let db: Client;
beforeAll(async () => {
  at = await orderFixture();
  rep = await salesRepOf(at);
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  db = new Client({ connectionString: at.kernel.db.adminUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await at?.kernel.stop();
});
beforeEach(() => db.query('delete from core.task; delete from commerce.portal_request'));

const openTasks = async (): Promise<TaskView[]> =>
  (await at.admin.call(listTasks, { query: { statuses: ['open'] } })).items;
const openRequests = async () => (await at.admin.call(listPortalRequests, { query: { isOpen: true } })).items;
/** Number of connections to the database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await db.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
async function askReturn(order: SalesOrder, reason: string): Promise<string> {
  const line = order.lines[0]!;
  await db.query('update commerce.sales_order_line set quantity_shipped = base_quantity where id = $1', [line.id]);
  const body = { lines: [{ lineID: line.id, quantity: 1 }], reason };
  const { requestID } = await buyer.call(requestReturn, { params: { orderID: order.id }, body });
  return requestID;
}

describe('a request of a customer', () => {
  it('is a task of the sales rep, marked as from outside', async () => {
    const order = await at.offered();
    await askReturn(order, 'Torn');
    const [task, ...others] = await openTasks();
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      kind: 'commerce.return',
      title: `Return: order ${order.number}`,
      record: { type: 'sales_order', id: order.id, label: order.number },
      origin: 'outside',
      note: expect.stringContaining('Torn'),
    });
    expect((await rep.call(listTasks, { query: { whose: 'mine' } })).items.map(({ id }) => id)).toEqual([task?.id]);
  });

  it('closes with its task', async () => {
    const order = await at.offered();
    await askReturn(order, 'Torn');
    const [task] = await openTasks();
    await rep.call(finishTask, { params: { taskID: task?.id ?? '' }, body: {} });
    expect((await openRequests()).filter((each) => each.order?.id === order.id)).toEqual([]);
  });

  it('closes its task, with the last of those about the same', async () => {
    const order = await at.offered();
    const ids = [await askReturn(order, 'Torn'), await askReturn(order, 'Wrong colour')];
    const [task, ...others] = await openTasks();
    expect(others).toEqual([]);
    const [torn, wrong] = (task?.note ?? '').split(/(?<=Torn)\n/);
    expect([torn, wrong]).toEqual([
      expect.stringMatching(/^1 .+\nTorn$/),
      expect.stringMatching(/^1 .+\nWrong colour$/),
    ]);
    const finish = (portalRequestID: string) =>
      at.admin.call(finishPortalRequest, { params: { portalRequestID }, body: { answer: 'Sent anew' } });
    await finish(ids[0] ?? '');
    expect(await openTasks()).toMatchObject([{ id: task?.id, note: wrong }]);
    await finish(ids[1] ?? '');
    expect(await openTasks()).toEqual([]);
  });

  it('closes its task with the last one also where both are closed at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const order = await at.offered();
      const ids = [await askReturn(order, 'Torn'), await askReturn(order, 'Wrong colour')];
      await Promise.all(
        ids.map((portalRequestID) =>
          at.admin.call(finishPortalRequest, { params: { portalRequestID }, body: { answer: 'Sent anew' } }),
        ),
      );
      expect(await openTasks()).toEqual([]);
    }
  });

  it.each(['finished first', 'asked first'])('has a task where the one before is closed at once, %s', async (first) => {
    const order = await at.offered();
    await askReturn(order, 'Torn');
    const [task] = await openTasks();
    const calls = [
      () => rep.call(finishTask, { params: { taskID: task?.id ?? '' }, body: {} }),
      () => askReturn(order, 'Wrong colour'),
    ];
    if (first === 'asked first') calls.reverse();
    // Both wait for the task, in this order, when they have written all else.
    await db.query('begin');
    await db.query('select from core.task where id = $1 for update', [task?.id]);
    const running: Promise<unknown>[] = [];
    for (const call of calls) {
      running.push(call());
      await until('A call that waits for the task', async () => (await waiting()) === running.length);
    }
    await db.query('commit');
    await Promise.all(running);
    expect((await openRequests()).map(({ message }) => message)).toEqual(['Wrong colour']);
    expect(await openTasks()).toMatchObject([
      { title: task?.title, note: expect.stringMatching(/^1 .+\nWrong colour$/), assignee: task?.assignee },
    ]);
  });

  it('is closed through its task by whoever has the task, else by those who may close requests', async () => {
    const order = await at.offered();
    await askReturn(order, 'Torn');
    const [task] = await openTasks();
    const of = { params: { taskID: task?.id ?? '' }, body: {} };
    await at.admin.call(updateTask, { ...of, body: { assigneeID: null } });
    expect(await apiRefusal(rep.call(dropTask, of))).toMatchObject({ status: 403 });
    // Nobody becomes one who has the task by taking it, in any way.
    const { people, ownID } = await rep.call(listTaskHolders, {});
    const { rows } = await db.query('select role_id from core.member where id = $1', [ownID]);
    for (const own of [{ assigneeID: ownID }, { roleID: rows[0].role_id }]) {
      expect(await apiRefusal(rep.callUnchecked(updateTask, { ...of, body: own }))).toMatchObject({ status: 403 });
      const many = await rep.callUnchecked(bulkEditTasks, { body: { taskIDs: [task?.id], changes: own } });
      expect(many).toMatchObject({
        done: 0,
        refused: [{ reason: expect.stringMatching(/^Taking it needs the right/) }],
      });
    }
    const line = `${task?.title},${order.id},${people.find(({ id }) => id === ownID)?.name}`;
    const file = new Blob([`Task,Record id,Person\n${line}`]);
    const staged = await rep.call(createImport, { query: { type: 'tasks', fileName: 'tasks.csv' }, body: file });
    expect(staged.counts).toMatchObject({ update: 0, error: 1 });
    expect(await openTasks()).toHaveLength(1);
    await at.admin.call(finishTask, of);
    expect((await openRequests()).filter((each) => each.order?.id === order.id)).toEqual([]);
  });

  it('gets its task by the migration if it was open before tasks existed', async () => {
    const [order, other, done] = [await at.offered(), await at.offered(), await at.offered()];
    for (const reason of ['Torn', 'Wrong colour']) await askReturn(order, reason);
    const answer = { answer: 'accept' as const, offerVersion: 1, message: 'Thank you' };
    await buyer.call(answerEstimate, { params: { orderID: other.id }, body: answer });
    const portalRequestID = await askReturn(done, 'Torn');
    await at.admin.call(finishPortalRequest, { params: { portalRequestID }, body: { answer: 'Sent anew' } });
    const shown = async () =>
      (await openTasks())
        .map(({ kind, title, note, record, assignee, origin }) => ({ kind, title, note, record, assignee, origin }))
        .sort((a, b) => a.title.localeCompare(b.title));
    const opened = await shown();
    expect(opened).toHaveLength(2);
    await db.query('delete from core.task');
    await db.query(tasksOfOpenRequests);
    expect(await shown()).toEqual(opened);
  });

  it('is missed by doctor where its task is open without it', async () => {
    const order = await at.offered();
    const requestID = await askReturn(order, 'Torn');
    const violations = () => violationsOf(at.kernel.a, { ...commerce, invariants: portalRequestInvariants });
    expect(await violations()).toEqual([]);
    await db.query('delete from commerce.portal_request where id = $1', [requestID]);
    expect(await violations()).toEqual([
      expect.stringMatching(/^commerce\.tasks-of-requests-have-an-open-one: .*Return: order/),
    ]);
  });

  it('is a task of its own for each kind', async () => {
    const order = await at.offered();
    const body = { answer: 'accept' as const, offerVersion: 1, message: 'Thank you' };
    await buyer.call(answerEstimate, { params: { orderID: order.id }, body });
    await askReturn(order, 'Torn');
    expect((await openTasks()).map(({ kind }) => kind).sort()).toEqual([
      'commerce.estimate_accepted',
      'commerce.return',
    ]);
  });
});
