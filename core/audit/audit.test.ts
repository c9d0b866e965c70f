import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../contracts/endpoints/problem.ts';
import { type ActivityEntry, getTimeline, listRecentActivity } from '../contracts/records/timeline.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import { EmailLog } from '../mail/log/email-log.entity.ts';
import { recordRegistry } from '../records/record-registry.ts';
import { indexRecord } from '../search/search.ts';
import { type CoreAccounts, openCoreAccounts, type TestCaller } from '../testing/kernel/core-accounts.ts';
import { isCut } from '../testing/postgres/partitioned-tables.ts';
import { audit, changesOf, snapshotOf } from './audit.ts';
import { timelineRoutes } from './timeline.routes.ts';

let test: CoreAccounts;
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

describe('changesOf', () => {
  it('lists the fields that differ, as JSON', () => {
    const before = { name: 'a', due: new Date(0), tags: ['x'], note: null as string | null, untouched: 1 };
    const after = { name: 'b', due: new Date(0), tags: ['x', 'y'], note: 'n', untouched: 2 };
    expect(changesOf(before, after, ['name', 'due', 'tags', 'note'])).toEqual([
      { field: 'name', from: 'a', to: 'b' },
      { field: 'tags', from: ['x'], to: ['x', 'y'] },
      { field: 'note', from: null, to: 'n' },
    ]);
  });

  it('shows references by id, ignores the order of keys, and takes what was not sent for unchanged', () => {
    const before = snapshotOf(
      { owner: { accountID: 'acc', id: 'o1', name: 'secret' }, address: { city: 'x', line1: 'y' }, name: 'n' },
      ['owner', 'address', 'name'],
    );
    const after = { owner: { accountID: 'acc', id: 'o2' }, address: { line1: 'y', city: 'x' }, name: undefined };
    expect(changesOf(before as object as typeof after, after, ['owner', 'address', 'name'])).toEqual([
      { field: 'owner', from: 'o1', to: 'o2' },
    ]);
  });
});

describe('audit trail', () => {
  const write = (id: string, action: string, note?: string) =>
    test.inAccount('a', async (ctx) =>
      audit(ctx, { record: { type: 'thing', id }, action, note, changes: [{ field: 'name', from: null, to: 'x' }] }),
    );

  it('is undone with its transaction', async () => {
    const undone = test.inAccount('a', async (ctx) => {
      audit(ctx, { record: { type: 'thing', id: 'th_undone' }, action: 'created' });
      await ctx.em.flush();
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect((await test.admin.query("select 1 from core.audit_event where record_id = 'th_undone'")).rowCount).toBe(0);
  });

  it('cannot be changed or removed by the role that writes it', async () => {
    await write('th_fixed', 'created');
    const attempt = (statement: string) =>
      test.inAccount('a', (ctx) =>
        ctx.em
          .query<{ 'core.audit_event': { account_id: string; note: string } }>()
          [statement as 'deleteFrom']('core.audit_event')
          .where('account_id', '=', ctx.account.id)
          .execute(),
      );
    await expect(attempt('deleteFrom')).rejects.toThrow(/permission denied/);
    await expect(
      test.inAccount('a', (ctx) =>
        ctx.em
          .query<{ 'core.audit_event': { account_id: string; note: string } }>()
          .updateTable('core.audit_event')
          .set({ note: 'forged' })
          .where('account_id', '=', ctx.account.id)
          .execute(),
      ),
    ).rejects.toThrow(/permission denied/);
  });

  describe('timeline', () => {
    const records = recordRegistry([
      {
        pluginID: 'shop',
        types: [
          { type: 'thing', prefix: 'th', label: 'Thing', permission: 'things:read', path: '/dashboard/things/{id}' },
        ],
        sources: [
          {
            type: 'thing',
            label: async (ctx, id) => {
              if (id !== 'th_1' || ctx.account.id !== test.accounts.a) throw problems.not_found();
              return 'Thing 1';
            },
          },
        ],
      },
    ]);
    const routes = timelineRoutes(records);
    const read = (
      params: { type: string; id: string },
      query: object = {},
      key: 'a' | 'b' = 'a',
      caller: TestCaller = {},
    ) =>
      test.answer(
        key,
        routes,
        getTimeline,
        { params, query: { take: 50, skip: 0, ...query } },
        { readOnly: true, ...caller },
      );
    const thing = { type: 'thing', id: 'th_1' };

    it('merges the audit trail and the mails of a record, newest first, page by page', async () => {
      await write('th_1', 'created');
      test.clock.advance(1000);
      await write('th_1', 'updated', 'by hand');
      await write('th_2', 'created');
      await test.inAccount('a', async (ctx) => {
        ctx.em.create(EmailLog, {
          id: newID('eml'),
          recipients: ['x@example.test'],
          subject: 'Your order',
          template: 't',
          sentByID: 'usr_test',
          sentByName: 'Tess Ter',
          recordType: 'thing',
          recordID: 'th_1',
          createdAt: new Date(test.clock.now().getTime() + 1000),
        });
      });
      const all = await read(thing);
      expect(all.count).toBe(3);
      expect(all.items.map(({ kind, action, note }) => [kind, action, note])).toEqual([
        ['email', 'email_queued', 'x@example.test: Your order'],
        ['audit', 'updated', 'by hand'],
        ['audit', 'created', null],
      ]);
      expect(all.items[1]).toMatchObject({
        actor: { id: 'usr_test', name: 'Tess Ter', type: 'user' },
        changes: [{ field: 'name', from: null, to: 'x' }],
      });
      const second = await read(thing, { take: 1, skip: 1 });
      expect([second.count, second.items.map(({ action }) => action)]).toEqual([3, ['updated']]);
    });

    const hidden =
      'is 404 without the right, for unknown types and records, from another account and for portal customers';
    it(hidden, async () => {
      const missing = { code: 'not_found', status: 404 };
      await expect(read(thing, {}, 'a', { rights: [] })).rejects.toMatchObject(missing);
      await expect(read({ type: 'other', id: 'th_1' })).rejects.toMatchObject(missing);
      await expect(read({ type: 'thing', id: 'th_2' })).rejects.toMatchObject(missing);
      await expect(read({ type: 'thing', id: 'so_1' })).rejects.toMatchObject(missing);
      await expect(read(thing, {}, 'b')).rejects.toMatchObject(missing);
      await expect(read(thing, {}, 'a', { customerID: 'cus_1' })).rejects.toMatchObject(missing);
    });
  });

  describe('recent activity', () => {
    const loadedIDs: string[] = [];
    const types = (['gadget', 'gizmo', 'secret'] as const).map((type) => ({
      type,
      prefix: type,
      label: `A ${type}`,
      permission: `${type}s:read` as const,
      path: `/dashboard/${type}s/{id}`,
    }));
    const records = recordRegistry([
      {
        pluginID: 'shop',
        types,
        sources: types.map(({ type }) => ({
          type,
          label: async (_ctx, id: string) => {
            loadedIDs.push(id);
            if (id.endsWith('gone')) throw problems.not_found();
            return `Named ${id}`;
          },
        })),
      },
    ]);
    const routes = timelineRoutes(records);
    const read = async (take = 20, caller: TestCaller = {}, key: 'a' | 'b' = 'a'): Promise<ActivityEntry[]> => {
      const options = { readOnly: true, ...caller };
      return (await test.answer(key, routes, listRecentActivity, { query: { take } }, options)).items;
    };
    const happened = async (type: string, id: string, action: string, key: 'a' | 'b' = 'a') => {
      test.clock.advance(1000);
      await test.inAccount(key, async (ctx) => audit(ctx, { record: { type, id }, action }));
    };

    it('shows what happened last to any record, named and linked, newest first', async () => {
      await happened('gadget', 'gadget_1', 'created');
      await happened('gizmo', 'gizmo_1', 'created');
      await happened('gadget', 'gadget_gone', 'deleted');
      await happened('gadget', 'gadget_1', 'updated');
      await happened('gadget', 'gadget_b', 'created', 'b');
      expect((await read()).map(({ action, record }) => [action, record.label, record.path])).toEqual([
        ['updated', 'Named gadget_1', '/dashboard/gadgets/gadget_1'],
        ['deleted', 'A gadget', null],
        ['created', 'Named gizmo_1', '/dashboard/gizmos/gizmo_1'],
        ['created', 'Named gadget_1', '/dashboard/gadgets/gadget_1'],
      ]);
      expect((await read(1))[0]).toMatchObject({
        actor: { id: 'usr_test', name: 'Tess Ter', type: 'user' },
        record: { type: 'gadget', typeLabel: 'A gadget', id: 'gadget_1' },
      });
    });

    it('takes names from the search, and asks for each of the others once', async () => {
      await test.inAccount('a', (ctx) =>
        indexRecord(ctx, { type: 'gadget', id: 'gadget_1', title: 'Found', text: '' }),
      );
      loadedIDs.length = 0;
      const labels = (await read()).map(({ record }) => record.label);
      expect(labels.filter((label) => label === 'Found')).toHaveLength(2);
      expect(loadedIDs.sort()).toEqual(['gadget_gone', 'gizmo_1']);
    });

    it('leaves out what the caller may not read, without the page getting shorter', async () => {
      for (let count = 0; count < 5; count += 1) await happened('secret', `secret_${count}`, 'created');
      const rights = ['gadgets:read'] as const;
      expect((await read(3, { rights })).map(({ record }) => record.type)).toEqual(['gadget', 'gadget', 'gadget']);
      expect(await read(3, { rights: [] })).toEqual([]);
    });

    it('is empty for people of a customer’s portal', async () => {
      expect(await read(20, { customerID: 'cus_1' })).toEqual([]);
    });

    it.skipIf(isCut)('reads the newest of each type from an index', async () => {
      const { rows } = await test.admin.query<{ 'QUERY PLAN': string }>(
        `explain select id from core.audit_event where account_id = 'x' and record_type = 'gadget'
          order by occurred_at desc, id desc limit 20`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('audit_event_account_id_record_type_occurred_at_id_index');
      expect(plan).not.toContain('Sort');
    });
  });
});
