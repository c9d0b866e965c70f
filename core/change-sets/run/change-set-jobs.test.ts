import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newID } from '../../contracts/texts/id.ts';
import {
  applyChangeSet,
  type ChangeSet,
  cancelChangeSet,
  checkChangeSet,
  getChangeSet,
  listChangeSetRows,
  listChangeSets,
  undoChangeSet,
} from '../../contracts/work/change-set.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { setPluginEnabled } from '../../tenancy/access/account-plugins.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { deleteAllEntries } from '../../testing/kernel/ledger/ledger.contract.ts';
import { ledgerPlugin } from '../../testing/kernel/ledger/ledger.plugin.ts';
import { entryChanges } from '../../testing/kernel/ledger/ledger-change-sets.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../../testing/kernel/test-kernel.ts';
import { isCut } from '../../testing/postgres/partitioned-tables.ts';
import { ChangeSet as ChangeSetEntity } from '../change-set.entity.ts';
import { changeSetTools } from '../change-set-fixture.ts';
import { ChangeSetRegistry } from './change-set-registry.ts';
import { ChangeSetRunner } from './change-set-runner.ts';

let kernel: TestKernel;
let tools: ReturnType<typeof changeSetTools>;
let admin: TestPerson;
let runner: ChangeSetRunner;

/** Number of rows; the last eight belong to the same records as the first. */
const size = 104;
const records = size - 8;
const at = (id: string) => ({ params: { changeSetID: id } });
const read = (id: string) => admin.call(getChangeSet, at(id));
const settled = async (id: string): Promise<ChangeSet> => {
  await (await kernel.jobs()).idle();
  return read(id);
};
/** Rows with the same number are far apart, so that keys cross the borders of chunks. */
const manyCells = Array.from({ length: size }, (_, index) => ({
  number: String(10_000 + (index % records)),
  ...(index < records ? { title: `Title ${index}` } : {}),
  note: `note ${index}`,
}));
const changes = entryChanges as ConstructorParameters<typeof ChangeSetRegistry>[0][number]['work'];

beforeAll(async () => {
  kernel = await sharedKernel([ledgerPlugin]);
  Object.assign(kernel.sizes, { jobRows: 80, chunkRows: 40 });
  tools = changeSetTools(kernel);
  admin = await kernel.a.as('admin');
  runner = new ChangeSetRunner({
    tenancy: kernel.tenancy,
    works: new ChangeSetRegistry([{ pluginID: 'ledger', work: changes }]),
    // One transaction per chunk, so that the state after an interruption is known.
    transactionTime: 0,
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await (await kernel.jobs()).idle();
  await tools.clear(kernel.a);
});
afterAll(() => kernel.stop());

/** Delivers like the queue until the set ends: a delivery passes the set on after some seconds. */
async function deliver(job: { changeSetID: string; slice: number }): Promise<ChangeSet> {
  for (let slice = job.slice; ; slice += 1) {
    await runner.run(kernel.a.id, { ...job, slice });
    const set = await read(job.changeSetID);
    if (!set.progress) return set;
  }
}

/**
 * Starts applying or undoing on behalf of the person. Deliveries from the outbox are overtaken, so that only those of
 * the test have an effect.
 */
const started = (
  set: ChangeSet,
  { userID } = admin,
  step: 'apply' | 'undo' = 'apply',
): Promise<{ changeSetID: string; slice: number }> =>
  runInAccount(kernel.tenancy, { accountID: kernel.a.id, identity: { type: 'user', userID } }, async (ctx) => {
    await tools.sets()[step](ctx, set.id);
    const entity = await ctx.em.get(ChangeSetEntity, set.id);
    entity.slice += 1;
    await ctx.em.flush();
    return { changeSetID: set.id, slice: entity.slice };
  });

describe('a set of more rows than one call does', () => {
  it.skipIf(isCut)(
    'is checked, applied and undone by jobs, whole keys together, with progress on the way',
    async () => {
      const check = vi.spyOn(entryChanges, 'check');
      const staged = await kernel.a.run(async (ctx) => {
        const { id } = await tools.sets().stage(ctx, { action: 'ledger.change', title: 'Large change' });
        await tools.sets().addRows(ctx, id, [tools.rowsOf(manyCells)]);
        return tools.sets().check(ctx, id);
      });
      expect(staged).toMatchObject({ status: 'checking', progress: { done: 0, total: size } });
      const checked = await settled(staged.id);
      expect(checked).toMatchObject({ status: 'ready', counts: { create: size, error: 0 }, progress: null });
      const chunks = check.mock.calls.map(([, rows]) => rows);
      expect(chunks).toHaveLength(3);
      const seen = new Map<string, number>();
      for (const [index, rows] of chunks.entries())
        for (const { key } of rows) {
          expect(seen.get(key) ?? index, `entry ${key} is split`).toBe(index);
          seen.set(key, index);
        }
      const applying = await admin.call(applyChangeSet, { ...at(staged.id), body: {} });
      expect(applying).toMatchObject({ status: 'applying', progress: { done: 0, total: size } });
      expect(await settled(staged.id)).toMatchObject({ status: 'applied', appliedCount: size, canUndo: true });
      // Only the first chunk analyzes tables here, because test servers have no autovacuum.
      const known = await kernel.a.run((ctx) =>
        sql<{ reltuples: number }>`select reltuples from pg_class where oid = 'ledger.entry'::regclass`.execute(
          ctx.em.query(),
        ),
      );
      expect(known.rows[0]?.reltuples).toBeGreaterThan(20);
      const entries = await tools.entries(kernel.a);
      expect(entries).toHaveLength(records);
      expect(entries[0]).toEqual({ number: '10000', title: 'Title 0', note: `note 0\nnote ${records}` });
      const undoing = await admin.call(undoChangeSet, { ...at(staged.id), body: {} });
      expect(undoing).toMatchObject({ status: 'undoing', progress: { done: 0, total: size } });
      expect(await settled(staged.id)).toMatchObject({ status: 'undone', appliedCount: 0 });
      expect(await tools.entries(kernel.a)).toEqual([]);
      const history = await tools.historyOf(kernel.a, 'ledger_entry');
      expect(history).toHaveLength(2 * records);
    },
  );

  it('is given up while it is checked', async () => {
    const id = await kernel.a.run(async (ctx) => {
      const staged = await tools.sets().stage(ctx, { action: 'ledger.change', title: 'Given up' });
      await tools.sets().addRows(ctx, staged.id, [tools.rowsOf(manyCells)]);
      await tools.sets().check(ctx, staged.id);
      return staged.id;
    });
    await admin.call(cancelChangeSet, at(id));
    expect(await settled(id)).toMatchObject({ status: 'cancelled' });
    expect(await tools.select(kernel.a, 'core.change_set_row', ['row'], 'row')).toEqual([]);
  });

  it('goes on where it broke off, and no chunk is done twice', async () => {
    const set = await tools.staged(kernel.a, manyCells);
    const apply = entryChanges.apply;
    let chunks = 0;
    vi.spyOn(entryChanges, 'apply').mockImplementation(async (...call) => {
      const outcome = await apply(...call);
      chunks += 1;
      // The process dies after the second chunk is written and before it commits.
      if (chunks === 2) throw Object.assign(new Error('gone'), { code: '57P01' });
      return outcome;
    });
    const job = await started(set);
    await expect(runner.run(kernel.a.id, job)).rejects.toThrow('gone');
    const broken = await read(set.id);
    expect(broken.status).toBe('applying');
    expect(broken.appliedCount).toBeGreaterThanOrEqual(40);
    expect(broken.appliedCount).toBeLessThan(80);
    expect(broken.progress?.done).toBe(broken.appliedCount);
    const refused = admin.call(applyChangeSet, { ...at(set.id), body: {} });
    await expect(refused).rejects.toMatchObject({ code: 'change_set_busy' });
    expect(await deliver(job)).toMatchObject({ status: 'applied', appliedCount: size });
    const history = await tools.historyOf(kernel.a, 'ledger_entry');
    const ofSet = history.filter(({ note }) => note?.includes(set.id));
    expect(ofSet).toHaveLength(records);
    expect(new Set(ofSet.map(({ record_id }) => record_id)).size).toBe(records);
  });

  it('is undone below another that was undone in pieces, as that one is whole again', async () => {
    const first = await tools.staged(kernel.a, manyCells);
    await admin.call(applyChangeSet, { ...at(first.id), body: {} });
    await settled(first.id);
    const written = await tools.entries(kernel.a);
    const second = await tools.staged(
      kernel.a,
      manyCells.map((row) => (row.title ? { ...row, title: `Later ${row.title}` } : row)),
    );
    await admin.call(applyChangeSet, { ...at(second.id), body: {} });
    expect(await settled(second.id)).toMatchObject({ status: 'applied', counts: { update: size } });
    const undoFirst = () => admin.call(undoChangeSet, { ...at(first.id), body: {} });
    await expect(undoFirst()).rejects.toMatchObject({ code: 'undo_refused', details: { count: records } });
    const { apply } = entryChanges.undo as NonNullable<typeof entryChanges.undo>;
    let chunks = 0;
    vi.spyOn(entryChanges.undo as { apply: typeof apply }, 'apply').mockImplementation(async (...call) => {
      const versions = await apply(...call);
      chunks += 1;
      // The process dies after the second chunk is undone and before it commits.
      if (chunks === 2) throw Object.assign(new Error('gone'), { code: '57P01' });
      return versions;
    });
    const job = await started(second, admin, 'undo');
    await expect(runner.run(kernel.a.id, job)).rejects.toThrow('gone');
    const broken = await read(second.id);
    expect(broken).toMatchObject({ status: 'undoing' });
    expect(broken.appliedCount).toBeGreaterThan(0);
    const refusal = { code: 'undo_refused', details: { count: expect.any(Number) } };
    await expect(undoFirst()).rejects.toMatchObject(refusal);
    expect(await read(first.id)).toMatchObject({ status: 'applied', appliedCount: size });
    expect(await deliver(job)).toMatchObject({ status: 'undone', appliedCount: 0 });
    expect(await tools.entries(kernel.a)).toEqual(written);
    await undoFirst();
    expect(await settled(first.id)).toMatchObject({ status: 'undone', appliedCount: 0 });
    expect(await tools.entries(kernel.a)).toEqual([]);
  });

  it('is done once when two processes are given the same delivery', async () => {
    const set = await tools.staged(kernel.a, manyCells);
    const job = await started(set);
    const apply = vi.spyOn(entryChanges, 'apply');
    await Promise.all([deliver(job), deliver(job), deliver(job)]);
    expect(await read(set.id)).toMatchObject({ status: 'applied', appliedCount: size });
    const rows = apply.mock.calls.flatMap(([, chunk]) => chunk.map(({ row }) => row));
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.length).toBe(size);
    // An overtaken delivery does nothing.
    await runner.run(kernel.a.id, { ...job, slice: job.slice - 1 });
    expect(apply.mock.calls.flatMap(([, chunk]) => [...chunk])).toHaveLength(size);
  });

  it('stops at the chunk whose records were changed, keeps what is written, and can go on or back', async () => {
    const set = await tools.staged(kernel.a, manyCells);
    await tools.seed(kernel.a, [{ id: newID('len'), number: '10092', title: 'Came first', note: null }]);
    const stopped = await deliver(await started(set));
    expect(stopped).toMatchObject({ status: 'failed', failedIn: 'applying', canUndo: true });
    expect(stopped.failure).toContain('(Entry 10092)');
    expect(stopped.failure).toContain('its effect was "create" and is now "update"');
    expect(stopped.appliedCount).toBeGreaterThan(76);
    expect(stopped.appliedCount).toBeLessThan(size);
    expect(await tools.entries(kernel.a)).toContainEqual({ number: '10092', title: 'Came first', note: null });
    await expect(admin.call(cancelChangeSet, at(set.id))).rejects.toMatchObject({ code: 'conflict' });
    await admin.call(checkChangeSet, { ...at(set.id), body: {} });
    const checked = await settled(set.id);
    expect(checked).toMatchObject({ status: 'ready', counts: { update: 1, create: size - 1 } });
    expect(await deliver(await started(set))).toMatchObject({ status: 'applied', appliedCount: size });
    await admin.call(undoChangeSet, { ...at(set.id), body: {} });
    expect(await settled(set.id)).toMatchObject({ status: 'undone' });
    expect(await tools.entries(kernel.a)).toEqual([{ number: '10092', title: 'Came first', note: null }]);
  });

  it('acts with the rights its starter has then', async () => {
    await tools.grant(kernel.a, 'user', { canRead: true, canUpdate: true });
    const user = await kernel.a.as('user');
    const set = await tools.staged(kernel.a, manyCells);
    const job = await started(set, user);
    await tools.grant(kernel.a, 'user', { canRead: true });
    expect(await deliver(job)).toMatchObject({
      status: 'failed',
      failure: 'You need the right ledger_entries:update',
      appliedCount: 0,
    });
    await tools.grant(kernel.a, 'user', { canRead: true, canUpdate: true });
    expect(await deliver(await started(set, user))).toMatchObject({ status: 'applied', createdBy: { type: 'system' } });
    const history = await tools.historyOf(kernel.a, 'ledger_entry');
    const names = history.filter(({ note }) => note?.includes(set.id)).map(({ actor_name }) => actor_name);
    expect(new Set(names)).toEqual(new Set(['user']));
  });

  it('stops when its plugin is switched off, and goes on when it is back', async () => {
    const set = await tools.staged(kernel.a, manyCells);
    const job = await started(set);
    const enable = (isEnabled: boolean) =>
      kernel.a.run(async (ctx) => void (await setPluginEnabled(ctx, 'ledger', isEnabled)));
    await enable(false);
    await runner.run(kernel.a.id, job);
    await enable(true);
    expect(await read(set.id)).toMatchObject({
      status: 'failed',
      failure: 'The plugin "ledger" is switched off for this account',
    });
    expect(await deliver(await started(set))).toMatchObject({ status: 'applied' });
  });

  it('says so when something unforeseen stops it, without a word of what', async () => {
    const [first, set] = [await tools.staged(kernel.a, manyCells), await tools.staged(kernel.a, manyCells)];
    vi.spyOn(entryChanges, 'apply').mockRejectedValue(new Error('secret internals'));
    // A count is only kept where there may be more than the page shows.
    const failedCount = async () =>
      (await admin.call(listChangeSets, { query: { statuses: ['failed'], take: 1 } })).count;
    await deliver(await started(first));
    const job = await started(set);
    expect(await failedCount()).toBe(1);
    const stopped = await deliver(job);
    expect(stopped.status).toBe('failed');
    expect(await failedCount()).toBe(2);
    expect(stopped.failure).toContain('Something went wrong on our side');
    expect(stopped.failure).not.toContain('secret');
  });

  it('is taken up again when its delivery was lost', async () => {
    const set = await tools.staged(kernel.a, manyCells);
    await started(set);
    await (await kernel.jobs()).idle();
    expect((await read(set.id)).status).toBe('applying');
    const later = 16 * 60_000;
    kernel.clock.advance(later);
    await kernel.a.run((ctx) => tools.sets().apply(ctx, set.id));
    kernel.clock.advance(-later);
    expect(await settled(set.id)).toMatchObject({ status: 'applied' });
  });
});

describe('a bulk action as a job', () => {
  it('does what is allowed and lists the rest with the reason', async () => {
    await tools.seed(
      kernel.a,
      Array.from({ length: 100 }, (_, index) => ({
        id: newID('len'),
        number: String(index),
        title: `Title ${index}`,
        note: null,
        lineCount: index % 20 === 7 ? 1 : 0,
      })),
    );
    const answer = await admin.call(deleteAllEntries, {});
    expect(answer).toMatchObject({ done: 0, refused: [] });
    const id = answer.changeSetID as string;
    expect((await read(id)).title).toBe('Delete 100 entries');
    expect(await settled(id)).toMatchObject({
      status: 'applied',
      counts: { delete: 95, error: 5 },
      appliedCount: 95,
      canUndo: false,
    });
    expect(await tools.entries(kernel.a)).toHaveLength(5);
    const { items } = await admin.call(listChangeSetRows, { ...at(id), query: { effects: ['error'] } });
    // Rows are ordered by id, which is random within a millisecond.
    const refused = items.toSorted((left, right) => Number(left.label) - Number(right.label));
    expect(refused.map(({ label, errors }) => [label, errors[0]?.message])).toEqual(
      ['7', '27', '47', '67', '87'].map((label) => [label, 'It has lines']),
    );
    await expect(admin.call(undoChangeSet, { ...at(id), body: {} })).rejects.toMatchObject({
      message: 'Changes of this kind cannot be undone',
    });
  });
});
