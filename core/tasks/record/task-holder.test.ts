import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteTeamUser } from '../../contracts/accounts/member.contract.ts';
import { createRole, deleteRole } from '../../contracts/accounts/role.contract.ts';
import { applyChangeSet, undoChangeSet } from '../../contracts/work/change-set.contract.ts';
import { createImport } from '../../contracts/work/import.contract.ts';
import { listInbox } from '../../contracts/work/inbox.contract.ts';
import {
  bulkEditTasks,
  createTaskCall,
  finishTask,
  listTasks,
  reopenTask,
  updateTask,
} from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../../testing/kernel/test-kernel.ts';

let kernel: TestKernel;
let db: Client;
let ada: TestPerson;
let adaID: string;
beforeAll(async () => {
  kernel = await sharedKernel();
  db = new Client({ connectionString: kernel.db.adminUrl });
  await db.connect();
  ada = await kernel.a.as('admin');
  const { rows } = await db.query('select id from core.member where account_id = $1 and email = $2', [
    kernel.a.id,
    ada.email,
  ]);
  adaID = rows[0].id;
});
afterAll(async () => {
  await db?.end();
  await kernel?.stop();
});
beforeEach(() => db.query('delete from core.task; delete from core.notification'));

const follow = (person: TestPerson, body: object) =>
  person.callUnchecked(createTaskCall, { body: { title: 'Call them', ...body } });
const inboxOf = async (person: TestPerson) =>
  (await person.call(listInbox, {})).items.map(({ kind, title }) => `${kind}: ${title}`);
async function hire(roleID: string, name: string): Promise<string> {
  const id = `mem_${name}`;
  await db.query(
    `insert into core.member (account_id, id, created_at, updated_at, version, name, email, role_id, status, user_id)
      values ($1, $2, now(), now(), 1, $3, $4, $5, 'active', $6)`,
    [kernel.a.id, id, name, `${name}@left.test`, roleID, `usr_${name}`],
  );
  return id;
}
const leave = (memberID: string) =>
  ada.callUnchecked(deleteTeamUser, { params: { accountID: kernel.a.id, userID: memberID } });

it('leaves the tasks of somebody who goes to the others with the role, else to nobody', async () => {
  const codes = { name: 'Buyers', permissions: [{ domain: 'account', read: true }] };
  const { id: roleID } = await ada.callUnchecked(createRole, { body: codes });
  const [first, second] = [await hire(roleID, 'first'), await hire(roleID, 'second')];
  await follow(ada, { title: 'One', assigneeID: first });
  await follow(ada, { title: 'Two', assigneeID: first });
  await leave(first);
  const holders = async () =>
    (await ada.call(listTasks, {})).items.map(({ assignee, role }) => assignee?.name ?? role?.name ?? null);
  expect(await holders()).toEqual(['Buyers', 'Buyers']);
  expect(await inboxOf(ada)).toEqual(['task_assigned: first left the team with 2 open tasks']);
  const [task] = (await ada.call(listTasks, {})).items;
  await ada.call(updateTask, { params: { taskID: task?.id ?? '' }, body: { assigneeID: second } });
  await leave(second);
  expect(new Set(await holders())).toEqual(new Set(['Buyers', null]));
  const { rows } = await kernel.a.run((ctx) =>
    sql<{ count: number }>`select count(*)::int as count from core.notification
      where account_id = ${ctx.account.id} and member_id = ${adaID} and title like '%open task%'`.execute(
      ctx.em.query(),
    ),
  );
  expect(rows[0]?.count).toBe(2);
});

it('leaves the tasks of a deleted role to the team, the closed ones too', async () => {
  const codes = { name: 'Packers', permissions: [{ domain: 'account', read: true }] };
  const { id: roleID } = await ada.callUnchecked(createRole, { body: codes });
  const { id: taskID } = await follow(ada, { title: 'One', roleID });
  await ada.call(finishTask, { params: { taskID }, body: {} });
  await follow(ada, { title: 'Two', roleID });
  await ada.callUnchecked(deleteRole, { params: { roleID } });
  const { items } = await ada.call(listTasks, { query: { sortBy: 'title' } });
  expect(items.map(({ title, role, version }) => ({ title, role, version }))).toEqual([
    { title: 'One', role: null, version: 3 },
    { title: 'Two', role: null, version: 2 },
  ]);
  expect((await ada.call(listTasks, { query: { isOfTeam: true } })).count).toBe(2);
});

describe('somebody who has left', () => {
  const open = async () =>
    (await ada.call(listTasks, { query: { statuses: ['open'] } })).items.map(({ assignee }) => assignee?.name ?? null);
  const undo = (changeSetID: string | null) =>
    ada.call(undoChangeSet, { params: { changeSetID: changeSetID ?? '' }, body: {} });
  const refusal = { code: 'undo_refused', details: { refusals: [{ reason: 'its person was removed since' }] } };
  let memberID: string;
  let taskID: string;
  let hired = 0;
  beforeEach(async () => {
    hired += 1;
    const body = { name: `Sellers ${hired}`, permissions: [{ domain: 'account', read: true }] };
    const { id: roleID } = await ada.callUnchecked(createRole, { body });
    memberID = await hire(roleID, `seller${hired}`);
    taskID = (await follow(ada, { assigneeID: memberID })).id;
  });
  const edit = (changes: object) => ada.callUnchecked(bulkEditTasks, { body: { taskIDs: [taskID], changes } });

  it('gets no task back where a change of many is undone', async () => {
    const { undoChangeSetID } = await edit({ assigneeID: adaID });
    await leave(memberID);
    await expect(undo(undoChangeSetID)).rejects.toMatchObject(refusal);
    expect(await open()).not.toContain(`seller${hired}`);
  });

  it('gets no task back where an import is undone', async () => {
    const file = new Blob([`Task,Person\nCall them,${ada.email}`]);
    const { id } = await ada.call(createImport, { query: { type: 'tasks', fileName: 'tasks.csv' }, body: file });
    await ada.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors: false } });
    await leave(memberID);
    await expect(undo(id)).rejects.toMatchObject(refusal);
  });

  it('has no task that is opened again, alone or among many', async () => {
    await ada.call(finishTask, { params: { taskID }, body: {} });
    await leave(memberID);
    const many = await edit({ status: 'open' });
    expect(await open()).toEqual([null]);
    await undo(many.undoChangeSetID);
    expect(await open()).toEqual([]);
    expect(await ada.call(reopenTask, { params: { taskID }, body: {} })).toMatchObject({ assignee: null });
  });
});
