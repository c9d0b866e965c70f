import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newID } from '../contracts/id.ts';
import { problems } from '../contracts/problem.ts';
import { getTimeline, type TimelineEntry } from '../contracts/timeline.contract.ts';
import { EmailLog } from '../mail/email-log.entity.ts';
import { recordRegistry } from '../records/record-registry.ts';
import { type CoreAccounts, openCoreAccounts, type TestCaller } from '../testing/core-accounts.ts';
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
    const [timeline] = timelineRoutes(records);
    const read = (
      params: { type: string; id: string },
      query: object = {},
      key: 'a' | 'b' = 'a',
      caller: TestCaller = {},
    ) =>
      test.inAccount(
        key,
        (ctx) =>
          timeline?.handle(ctx as never, { params, query: { take: 50, skip: 0, ...query } }) as Promise<{
            items: TimelineEntry[];
            count: number;
          }>,
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
        } as never);
      });
      const all = getTimeline.reply.parse(await read(thing));
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

    it('is 404 without the right, for unknown types and records, from another account and for portal customers', async () => {
      const missing = { code: 'not_found', status: 404 };
      await expect(read(thing, {}, 'a', { rights: [] })).rejects.toMatchObject(missing);
      await expect(read({ type: 'other', id: 'th_1' })).rejects.toMatchObject(missing);
      await expect(read({ type: 'thing', id: 'th_2' })).rejects.toMatchObject(missing);
      await expect(read({ type: 'thing', id: 'so_1' })).rejects.toMatchObject(missing);
      await expect(read(thing, {}, 'b')).rejects.toMatchObject(missing);
      await expect(read(thing, {}, 'a', { customerID: 'cus_1' })).rejects.toMatchObject(missing);
    });
  });
});
