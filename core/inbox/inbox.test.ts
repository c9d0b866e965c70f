import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSite } from '../boot/site.ts';
import { getMyNotifications, updateMyNotifications } from '../contracts/accounts/me.contract.ts';
import { listRoles, updateRole } from '../contracts/accounts/role.contract.ts';
import { createComment, deleteComment, updateComment } from '../contracts/records/comment.contract.ts';
import { dayLength } from '../contracts/texts/date.ts';
import { newID } from '../contracts/texts/id.ts';
import {
  countInbox,
  listInbox,
  readInbox,
  readUnsubscribeLink,
  readWholeInbox,
  unsubscribe,
} from '../contracts/work/inbox.contract.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { recordRegistry } from '../records/record-registry.ts';
import { tenancyRecords } from '../tenancy/tenancy-records.ts';
import { bootTestKernel, type TestKernel, type TestPerson, testBaseURL } from '../testing/kernel/test-kernel.ts';
import { countStatements } from '../testing/postgres/statements/statement-counter.ts';
import { mailInboxDigest, pruneNotifications } from './inbox-jobs.ts';
import { type Notice, notify } from './notify.ts';

const kind = 'notices.said';
const notices = definePlugin({
  id: 'notices',
  title: 'Notices',
  description: 'Declares something to be told of.',
  notifications: [
    { code: kind, name: 'Said', description: 'When somebody says something' },
    { code: 'notices.done', name: 'Done', description: 'When something is done' },
  ],
});
const noRecords = recordRegistry([]);

let kernel: TestKernel;
let db: Client;
let ada: TestPerson;
let bob: TestPerson;
const members = new Map<string, string>();
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [notices] });
  db = new Client({ connectionString: kernel.db.adminUrl });
  await db.connect();
  ada = await kernel.a.as('admin');
  bob = await kernel.a.as('user');
  await kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ id: string; email: string }>`select id, email from core.member
      where account_id = ${ctx.account.id}`.execute(ctx.em.query());
    for (const { id, email } of rows) members.set(email, id);
  });
});
afterAll(async () => {
  await db?.end();
  await kernel?.stop();
});
beforeEach(async () => {
  await db.query('delete from core.notification');
  await db.query('delete from core.notification_preference');
  await db.query('delete from core.email_log');
});

const idOf = ({ email }: { email: string }): string => members.get(email) as string;
const said = (text: string, changes: Partial<Notice> = {}): Notice => ({
  kind,
  to: { members: [idOf(bob)] },
  title: `Ada said ${text}`,
  text,
  key: 'said order 1042',
  several: 'things said of Order 1042',
  ...changes,
});
const tell = (...notes: Notice[]) =>
  kernel.a.run(async (ctx) => {
    for (const note of notes) {
      await notify(ctx, note);
      // Ids of one millisecond, which is their first ten digits, have no order.
      for (const before = newID('ntf').slice(0, 14); newID('ntf').slice(0, 14) === before; );
    }
  });
const digest = () => kernel.a.run((ctx: AccountContext) => mailInboxDigest(ctx, noRecords));
const unread = async (person: TestPerson) => (await person.call(countInbox, {})).unread;
const choose = (person: TestPerson, choice: { inbox?: boolean; mail: 'at_once' | 'daily' | 'off' }) =>
  person.call(updateMyNotifications, {
    body: { preferences: [{ notificationTypeCode: kind, enabled: choice.mail !== 'off', ...choice }] },
  });
const mails = async (): Promise<{ to: string; template: string; props: Record<string, unknown> }[]> =>
  (await db.query('select recipients[1] as "to", template, props from core.email_log order by id')).rows;

test('writers who tell the same people at once wait for nobody and never deadlock', async () => {
  const ids = await kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ id: string }>`insert into core.member
        (account_id, id, created_at, updated_at, version, name, email, role_id, status, user_id)
      select account_id, 'mem_many' || lpad(n::text, 22, '0'), now(), now(), 1, 'Many', 'many' || n || '@many.test',
        role_id, status, 'usr_many' || n
      from core.member, generate_series(1, 10) n where account_id = ${ctx.account.id} and id = ${idOf(bob)}
      returning id`.execute(ctx.em.query());
    return rows.map(({ id }) => id);
  });
  let runs = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, writer) =>
      kernel.a.run(async (ctx) => {
        runs += 1;
        const order = writer % 2 ? ids : ids.toReversed();
        for (const id of order) await notify(ctx, said(`${writer}`, { to: { members: [id] } }));
      }),
    ),
  );
  // A deadlock would have made one of them run again.
  expect(runs).toBe(20);
  const { rows } = await db.query(
    `select count(*)::int as count from core.notification where member_id = any($1) group by member_id`,
    [ids],
  );
  expect(rows.map(({ count }) => count)).toEqual(ids.map(() => 20));
  await db.query(`delete from core.notification where member_id = any($1)`, [ids]);
  await db.query(`delete from core.member where id = any($1)`, [ids]);
});

describe('the inbox', () => {
  test('joins what is unread of one key and hour, and opens as read', async () => {
    await tell(said('one'), said('two'), said('three'), said('else', { key: 'else', path: '/dashboard/else' }));
    expect(await unread(bob)).toBe(2);
    const { items } = await bob.call(listInbox, {});
    expect(items.map(({ title, count, path, isRead }) => ({ title, count, path, isRead }))).toEqual([
      { title: 'Ada said else', count: 1, path: '/dashboard/else', isRead: false },
      { title: '3 things said of Order 1042', count: 3, path: null, isRead: false },
    ]);
    expect(items[1]?.text).toBe('three');
    // One that comes after the page was read is not marked with the others of its key.
    await tell(said('four'));
    await bob.call(readInbox, { body: { ids: [items[1]?.id as string] } });
    expect(await unread(bob)).toBe(2);
    const left = await bob.call(listInbox, { query: { isUnread: 'true' } });
    expect(left.items.map(({ title }) => title)).toEqual(['Ada said four', 'Ada said else']);
    const all = await bob.call(listInbox, {});
    expect(all.items.map(({ isRead, count }) => [isRead, count])).toEqual([
      [false, 1],
      [false, 1],
      [true, 3],
    ]);
  });

  test('keeps hours and keys apart, pages by cursor, and marks all up to the newest that was shown', async () => {
    await tell(...Array.from({ length: 5 }, (_, index) => said(`${index}`, { key: `key ${index}` })));
    await db.query(
      "update core.notification set key = 'key 0', created_at = created_at - interval '1 hour' " +
        "where key = 'key 1'",
    );
    expect(await unread(bob)).toBe(5);
    const first = await bob.call(listInbox, { query: { take: 3 } });
    const second = await bob.call(listInbox, { query: { take: 3, cursor: first.next as string } });
    expect([...first.items, ...second.items].map(({ text }) => text)).toEqual(['4', '3', '2', '1', '0']);
    expect(second.next).toBeNull();
    const until = first.items[1]?.id as string;
    await bob.call(readWholeInbox, { body: { until } });
    expect((await bob.call(listInbox, { query: { isUnread: 'true' } })).items.map(({ text }) => text)).toEqual(['4']);
  });

  test('is counted by one statement, which the bell asks every half minute', async () => {
    await tell(said('one'));
    await unread(bob);
    const counter = countStatements();
    try {
      expect(await unread(bob)).toBe(1);
      // The beginning with the settings counts as two, the end as one.
      expect(counter.count() - 3).toBe(1);
    } finally {
      counter.stop();
    }
  });

  test('is of its person alone: not of colleagues, other accounts, keys or people of customers', async () => {
    await tell(said('one'));
    const [entry] = (await bob.call(listInbox, {})).items;
    expect(await unread(ada)).toBe(0);
    const read = ada.call(readInbox, { body: { ids: [entry?.id as string] } });
    await expect(read).rejects.toMatchObject({ status: 404 });
    await (await kernel.b.as('admin')).call(readWholeInbox, { body: { until: entry?.id as string } });
    expect(await unread(bob)).toBe(1);
    const portal = await kernel.a.as('customer');
    for (const endpoint of [countInbox, listInbox])
      await expect(portal.call(endpoint, {})).rejects.toMatchObject({ status: 403 });
    await expect(kernel.anonymous().call(countInbox, {})).rejects.toMatchObject({ status: 401 });
    await expect(bob.call(listInbox, { query: { take: 101 } })).rejects.toMatchObject({ status: 400 });
  });

  test.each(['nonsense', 'ntf_', '-1', newID('so'), `${newID('ntf')}0`, "' or true --"])(
    'takes no page and marks nothing by what is no entry: %j',
    async (text) => {
      await tell(said('one'));
      const refused = { status: 400, code: 'invalid_input' };
      const page = bob.call(listInbox, { query: { cursor: text } });
      await expect(page).rejects.toMatchObject({ ...refused, errors: [{ path: 'cursor' }] });
      const marking = bob.call(readWholeInbox, { body: { until: text } });
      await expect(marking).rejects.toMatchObject({ ...refused, errors: [{ path: 'until' }] });
      const reading = bob.call(readInbox, { body: { ids: [text] } });
      await expect(reading).rejects.toMatchObject({ ...refused, errors: [{ path: 'ids.0' }] });
      expect(await unread(bob)).toBe(1);
    },
  );

  test('tells active members of the team, each once, by id or by role', async () => {
    const portal = await kernel.a.as('customer');
    const { rows } = await db.query('select id from core.member where email = $1', [portal.email]);
    await tell(said('one', { to: { members: [idOf(bob), null, idOf(bob), rows[0]?.id, 'mem_gone'] } }));
    await tell(said('two', { to: { roles: ['admin'] } }), said('none', { to: { members: [null] } }));
    const told = await db.query('select member_id as id, text from core.notification order by text');
    expect(told.rows).toEqual([
      { id: idOf(bob), text: 'one' },
      { id: idOf(ada), text: 'two' },
    ]);
  });

  describe('of comments', () => {
    const records = recordRegistry([{ pluginID: 'core', types: tenancyRecords, sources: [] }]);
    const record = (): { type: string; id: string } => ({ type: 'team_user', id: idOf(ada) });
    const comment = (text: string) =>
      ada.call(createComment, { params: record(), body: { text, mentions: [idOf(bob)] } });
    const of = ({ id }: { id: string }) => ({ params: { ...record(), commentID: id } });
    /** What the inbox shows of them, and the digest. */
    const texts = async () => {
      const shown = (await bob.call(listInbox, {})).items.map(({ text }) => text);
      await db.query('delete from core.email_log');
      await db.query('update core.notification set is_for_digest = true');
      await kernel.a.run((ctx: AccountContext) => mailInboxDigest(ctx, records));
      const [mail] = await mails();
      const mailed = (mail?.props['entries'] ?? []) as { text: string }[];
      return { shown, mailed: mailed.map(({ text }) => text) };
    };
    const both = (text: string) => ({ shown: [text], mailed: [text] });
    beforeEach(async () => {
      await bob.call(updateMyNotifications, {
        body: { preferences: [{ notificationTypeCode: 'mention', enabled: true, mail: 'daily' }] },
      });
    });

    test('has their text of now, and none once they are removed', async () => {
      const written = await comment('The price is 4');
      expect(await texts()).toEqual(both('The price is 4'));
      await ada.call(updateComment, { ...of(written), body: { text: 'The price is 5' } });
      expect(await texts()).toEqual(both('The price is 5'));
      await ada.call(deleteComment, of(written));
      expect(await texts()).toEqual(both(''));
      await ada.call(updateComment, { ...of(await comment('One')), body: { text: 'x'.repeat(600) } });
      expect(await texts()).toEqual(both('x'.repeat(500)));
    });

    test('has no text for whoever lost the right to read the record', async () => {
      await comment('Leaves in May');
      const role = (await ada.call(listRoles, {})).items.find(({ code }) => code === 'user');
      const grant = (read: boolean) =>
        ada.call(updateRole, {
          params: { roleID: role?.id as string },
          body: { permissions: [{ domain: 'team_users', read }] },
        });
      await grant(false);
      expect(await texts()).toEqual(both(''));
      await grant(true);
      expect(await texts()).toEqual(both('Leaves in May'));
    });
  });

  test('forgets after 90 days', async () => {
    await tell(said('old'), said('new'));
    await db.query("update core.notification set created_at = created_at - interval '91 days' where text = 'old'");
    await kernel.a.run(pruneNotifications);
    expect((await db.query('select text from core.notification')).rows).toEqual([{ text: 'new' }]);
  });
});

describe('preferences', () => {
  test('are told with inbox and mail, and the list of code and enabled works as before', async () => {
    const set = (choice: { enabled: boolean; inbox?: boolean; mail?: 'at_once' | 'daily' | 'off' }) =>
      bob.call(updateMyNotifications, { body: { preferences: [{ notificationTypeCode: kind, ...choice }] } });
    const stored = async () =>
      (await bob.call(getMyNotifications, {})).preferences.find(
        ({ notificationTypeCode }) => notificationTypeCode === kind,
      );
    expect(await stored()).toMatchObject({ enabled: true, inbox: true, mail: 'at_once' });
    await set({ enabled: true, mail: 'daily', inbox: false });
    await set({ enabled: true });
    expect(await stored()).toMatchObject({ enabled: true, inbox: false, mail: 'daily' });
    await set({ enabled: false });
    expect(await stored()).toMatchObject({ enabled: false, inbox: false, mail: 'off' });
    await set({ enabled: true });
    expect(await stored()).toMatchObject({ enabled: true, mail: 'at_once' });
    await expect(set({ enabled: true, mail: 'off' })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'preferences.0.mail' }],
    });
  });

  test('name a kind twice only with the same values', async () => {
    const both = (...choices: { enabled: boolean; inbox?: boolean; mail?: 'at_once' | 'daily' | 'off' }[]) =>
      bob.call(updateMyNotifications, {
        body: { preferences: choices.map((choice) => ({ notificationTypeCode: kind, ...choice })) },
      });
    const refused = { status: 400, errors: [{ path: 'preferences.1.notificationTypeCode' }] };
    await expect(both({ enabled: true }, { enabled: false })).rejects.toMatchObject(refused);
    for (const [one, other] of [
      [{ inbox: true }, { inbox: false }],
      [{ mail: 'daily' }, { mail: 'at_once' }],
    ] as const)
      await expect(both({ enabled: true, ...one }, { enabled: true, ...other })).rejects.toMatchObject(refused);
    await both({ enabled: true, inbox: false }, { enabled: true, mail: 'daily' });
    const { preferences } = await bob.call(getMyNotifications, {});
    expect(preferences.find(({ notificationTypeCode }) => notificationTypeCode === kind)).toMatchObject({
      enabled: true,
      inbox: false,
      mail: 'daily',
    });
  });

  test('decide between inbox, mail at once and digest', async () => {
    await tell(said('one'));
    expect((await mails()).map(({ to, template }) => [to, template])).toEqual([[bob.email, 'core.notification']]);
    await choose(bob, { mail: 'off' });
    await tell(said('two'));
    await choose(bob, { inbox: false, mail: 'at_once' });
    await tell(said('three', { mail: { template: 'core.own', props: { own: true } } }));
    await choose(bob, { inbox: false, mail: 'off' });
    await tell(said('four'));
    expect((await bob.call(listInbox, {})).items.map(({ count }) => count)).toEqual([2]);
    expect((await mails()).map(({ template }) => template)).toEqual(['core.notification', 'core.own']);
  });

  test('send one digest of what is unread, joined, and none when nothing is', async () => {
    await choose(bob, { mail: 'daily' });
    await digest();
    await tell(said('one'), said('two'), said('three', { key: 'other' }), said('read', { key: 'read' }));
    const [newest] = (await bob.call(listInbox, {})).items;
    await bob.call(readInbox, { body: { ids: [newest?.id as string] } });
    expect(await mails()).toEqual([]);
    await digest();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: bob.email,
      template: 'core.inbox-digest',
      props: {
        title: '2 things to know',
        entries: [{ title: 'Ada said three' }, { title: '2 things said of Order 1042' }],
        more: 0,
      },
    });
    await digest();
    expect(await mails()).toHaveLength(1);
    // What is mailed stays unread in the inbox.
    expect(await unread(bob)).toBe(2);
  });

  test('are asked again by the digest, which follows a kind that is kept out of the inbox', async () => {
    await choose(bob, { inbox: false, mail: 'daily' });
    await tell(said('one'));
    expect(await unread(bob)).toBe(0);
    await choose(bob, { mail: 'off' });
    await digest();
    expect(await mails()).toEqual([]);
    await choose(bob, { inbox: false, mail: 'daily' });
    await tell(said('two'));
    await digest();
    expect((await mails())[0]?.props['entries']).toMatchObject([{ title: 'Ada said two' }]);
  });
});

describe('the link in a mail', () => {
  const linkOf = async (template: string): Promise<string> => {
    const jobs = await kernel.jobs();
    await jobs.idle();
    const { rows } = await db.query('select text from core.email_log where template = $1', [template]);
    return /token=([\w.-]+)/.exec(rows[0]?.text)?.[1] as string;
  };
  const preference = async () =>
    (await bob.call(getMyNotifications, {})).preferences
      .filter(({ notificationTypeCode }) => notificationTypeCode.startsWith('notices.'))
      .map(({ mail }) => mail);

  test('switches off its kind alone, says so before, and works twice', async () => {
    await tell(said('one'));
    const token = await linkOf('core.notification');
    const anybody = kernel.anonymous();
    const read = () => anybody.call(readUnsubscribeLink, { body: { token } });
    expect(await read()).toEqual({ accountName: expect.any(String), kind: 'Said', isOff: false });
    expect(await preference()).toEqual(['at_once', 'at_once']);
    await anybody.call(unsubscribe, { body: { token } });
    await anybody.call(unsubscribe, { body: { token } });
    expect(await preference()).toEqual(['off', 'at_once']);
    expect(await read()).toMatchObject({ isOff: true });
    expect(await unread(bob)).toBe(1);
  });

  test('takes the one click of a mail program, a form without cookies', async () => {
    await choose(bob, { mail: 'daily' });
    await tell(said('one'));
    await digest();
    const token = await linkOf('core.inbox-digest');
    const site = createSite(kernel, { buildDir: '/nowhere', production: true });
    const click = (query: string) =>
      site.request(`${testBaseURL}/unsubscribe${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await click(`?token=${token}`)).status).toBe(204);
    expect(await preference()).toEqual(['off', 'at_once']);
    expect((await click('')).status).toBe(400);
    expect((await click('?token=nonsense')).status).toBe(400);
  });

  test('runs out after 30 days', async () => {
    await tell(said('one'));
    const token = await linkOf('core.notification');
    kernel.clock.advance(31 * dayLength);
    try {
      for (const [endpoint, sent] of [
        [readUnsubscribeLink, token],
        [unsubscribe, token],
        [unsubscribe, `${token}x`],
      ] as const)
        await expect(kernel.anonymous().call(endpoint, { body: { token: sent } })).rejects.toMatchObject({
          status: 400,
          code: 'unsubscribe_link_invalid',
        });
    } finally {
      kernel.clock.restore();
    }
    expect(await preference()).toEqual(['at_once', 'at_once']);
  });
});
