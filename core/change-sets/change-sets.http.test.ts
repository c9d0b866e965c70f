import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../contracts/client.ts';
import { dayLength } from '../contracts/texts/date.ts';
import { newID } from '../contracts/texts/id.ts';
import {
  applyChangeSet,
  cancelChangeSet,
  checkChangeSet,
  getChangeSet,
  getChangeSetFaults,
  listChangeSetRows,
  listChangeSets,
  undoChangeSet,
} from '../contracts/work/change-set.contract.ts';
import { ledgerPlugin } from '../testing/kernel/ledger/ledger.plugin.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../testing/kernel/test-kernel.ts';
import { changeSetTools } from './change-set-fixture.ts';
import { keptAppliedDays, keptUnappliedDays, pruneChangeSets } from './run/prune-change-sets.ts';

let kernel: TestKernel;
let tools: ReturnType<typeof changeSetTools>;
let admin: TestPerson;

const refusalOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};
const at = (id: string) => ({ params: { changeSetID: id } });
const apply = (id: string, body = {}) => admin.call(applyChangeSet, { ...at(id), body });

beforeAll(async () => {
  kernel = await sharedKernel([ledgerPlugin]);
  tools = changeSetTools(kernel);
  admin = await kernel.a.as('admin');
});
afterEach(async () => {
  await tools.clear(kernel.a);
  await tools.clear(kernel.b);
});
afterAll(() => kernel.stop());

/** Creates two entries for the tests that need them. */
const seedTwo = () =>
  tools.seed(kernel.a, [
    { id: newID('len'), number: '1', title: 'One', note: null },
    { id: newID('len'), number: '2', title: 'Two', note: 'kept' },
  ]);

describe('checking', () => {
  it('shows the exact effect of every row and writes nothing', async () => {
    await seedTwo();
    const set = await tools.staged(kernel.a, [
      { number: '1', title: 'Uno' },
      { number: '2', title: 'Two', note: 'kept' },
      { number: '3', title: 'Three?' },
      { number: '4', title: '' },
      { number: '9', remove: 'yes' },
    ]);
    expect(set).toMatchObject({
      status: 'ready',
      rowCount: 5,
      counts: { create: 1, update: 1, delete: 0, unchanged: 1, skip: 1, error: 1, warning: 1 },
      appliedCount: 0,
      progress: null,
      failure: null,
      canUndo: false,
      permission: 'ledger_entries:update',
    });
    const { items, count } = await admin.call(listChangeSetRows, at(set.id));
    expect(count).toBe(5);
    expect(items.map(({ row, effect, label }) => [row, effect, label])).toEqual([
      [1, 'update', 'Entry 1'],
      [2, 'unchanged', 'Entry 2'],
      [3, 'create', 'Entry 3'],
      [4, 'error', 'Entry 4'],
      [5, 'skip', 'Entry 9'],
    ]);
    expect(items[0]?.changes[0]).toEqual({ field: 'title', label: 'Title', from: 'One', to: 'Uno' });
    expect((await tools.entries(kernel.a)).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('filters rows by effect, warning, field and text, and pages them', async () => {
    const set = await tools.staged(
      kernel.a,
      Array.from({ length: 30 }, (_, index) => ({
        number: String(100 + index),
        title: index % 3 ? `Title ${index}${index % 5 ? '' : '?'}` : '',
      })),
    );
    const rows = async (query: object) =>
      (await admin.call(listChangeSetRows, { ...at(set.id), query })).items.map(({ row }) => row);
    expect(await rows({ effects: ['error'] })).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
    expect(await rows({ hasWarnings: true })).toEqual([6, 11, 21, 26]);
    expect(await rows({ field: 'title', effects: ['create'] })).toEqual([6, 11, 21, 26]);
    expect(await rows({ query: 'TITLE 29' })).toEqual([30]);
    expect(await rows({ query: '%' })).toEqual([]);
    const page = await admin.call(listChangeSetRows, {
      ...at(set.id),
      query: { effects: ['error'], take: 3, skip: 3 },
    });
    expect(page.items.map(({ row }) => row)).toEqual([10, 13, 16]);
    expect(page.count).toBe(10);
    const csv = await admin.fetch(`/v1/change-sets/${set.id}/rows?format=csv&columns=row,effect&effects=error`);
    expect((await csv.text()).split('\r\n').slice(0, 3)).toEqual(['row,effect', '1,error', '4,error']);
  });

  it('keeps rows of one key together wherever they stand, and refuses them together', async () => {
    const set = await tools.staged(kernel.a, [
      { number: '1', title: 'One', note: 'a' },
      { number: '2', title: '', note: 'x' },
      { number: '1', note: 'b' },
      { number: '2', note: 'y' },
      { number: '1', note: 'c' },
    ]);
    expect(set.counts).toMatchObject({ create: 3, error: 2 });
    const refused = await refusalOf(apply(set.id));
    expect([refused.status, refused.code, refused.details]).toEqual([409, 'rows_have_errors', { count: 2 }]);
    const done = await apply(set.id, { skipErrors: true });
    expect(done).toMatchObject({ status: 'applied', appliedCount: 3 });
    expect(await tools.entries(kernel.a)).toEqual([{ number: '1', title: 'One', note: 'a\nb\nc' }]);
    const { items } = await admin.call(listChangeSetRows, { ...at(set.id), query: { effects: ['error'] } });
    expect(items.map(({ row, errors }) => [row, errors[0]?.message])).toEqual([
      [2, 'Title is required'],
      [4, 'Row 2 belongs to the same record and has an error'],
    ]);
  });

  it('judges a corrected row again, with the rows of its old and new key', async () => {
    const set = await tools.staged(kernel.a, [
      { number: '1', title: '', note: 'a' },
      { number: '1', note: 'b' },
      { number: '2', title: 'Two' },
    ]);
    expect(set.counts).toMatchObject({ error: 2, create: 1 });
    const sets = tools.sets();
    const fixed = await kernel.a.run((ctx) =>
      sets.reviseRow(ctx, set.id, 1, { key: '2', values: { title: '', note: 'a' } }),
    );
    // Row 1 is now the first of entry 2 and has no title; row 2 alone makes entry 1 and has none either.
    expect(fixed.set.counts).toMatchObject({ error: 3, create: 0 });
    const moved = await kernel.a.run((ctx) => sets.reviseRow(ctx, set.id, 1, { values: { title: 'Both', note: 'a' } }));
    expect(moved.row).toMatchObject({ row: 1, effect: 'create', label: 'Entry 2' });
    expect(moved.set.counts).toMatchObject({ error: 1, create: 2 });
    const left = await kernel.a.run((ctx) => sets.reviseRow(ctx, set.id, 2, { isExcluded: true }));
    expect(left.set.counts).toMatchObject({ error: 0, create: 2, skip: 1 });
    await apply(set.id);
    expect(await tools.entries(kernel.a)).toEqual([{ number: '2', title: 'Both', note: 'a' }]);
  });
});

describe('applying and undoing', () => {
  it('writes all and takes all back, each change named in the history', async () => {
    await seedTwo();
    const before = await tools.entries(kernel.a);
    const set = await tools.staged(kernel.a, [
      { number: '1', title: 'Uno' },
      { number: '2', remove: 'yes' },
      { number: '3', title: 'Three' },
    ]);
    const done = await apply(set.id);
    expect(done).toMatchObject({ status: 'applied', appliedCount: 3, canUndo: true, progress: null });
    expect(await tools.entries(kernel.a)).toEqual([
      { number: '1', title: 'Uno', note: null },
      { number: '3', title: 'Three', note: null },
    ]);
    const { items } = await admin.call(listChangeSetRows, at(set.id));
    expect(items.every(({ isApplied, recordID }) => isApplied && recordID?.startsWith('len_'))).toBe(true);
    const history = (await tools.historyOf(kernel.a, 'ledger_entry')).filter(({ note }) => note?.includes(set.id));
    expect(history.map(({ action }) => action).sort()).toEqual(['created', 'deleted', 'updated']);
    expect(new Set(history.map(({ note, actor_name }) => `${actor_name}: ${note}`))).toEqual(
      new Set([`Admin of alpha: Change of the ledger (${set.id})`]),
    );
    expect((await refusalOf(apply(set.id))).code).toBe('conflict');
    const undone = await admin.call(undoChangeSet, { ...at(set.id), body: {} });
    expect(undone).toMatchObject({ status: 'undone', appliedCount: 0, canUndo: false });
    expect(await tools.entries(kernel.a)).toEqual(before);
  });

  it('does nothing when the same rows come again', async () => {
    const cells = [{ number: '1', title: 'One' }];
    await apply((await tools.staged(kernel.a, cells)).id);
    const again = await tools.staged(kernel.a, cells);
    expect(again.counts).toMatchObject({ unchanged: 1, create: 0, update: 0 });
    expect(await apply(again.id)).toMatchObject({ status: 'applied', appliedCount: 0, canUndo: false });
  });

  it('stops before it writes over what somebody changed since, and goes on once checked again', async () => {
    await seedTwo();
    const set = await tools.staged(kernel.a, [
      { number: '1', title: 'Uno' },
      { number: '2', title: 'Due' },
    ]);
    await apply((await tools.staged(kernel.a, [{ number: '2', title: 'Deux' }])).id);
    const stopped = await apply(set.id);
    expect(stopped).toMatchObject({ status: 'failed', failedIn: 'applying', appliedCount: 0 });
    expect(stopped.failure).toBe(
      'Row 2 (Entry 2): its record was changed since it was checked. ' +
        'Check the set again to see its effect as it is now.',
    );
    expect((await tools.entries(kernel.a)).map(({ title }) => title)).toEqual(['One', 'Deux']);
    const checked = await admin.call(checkChangeSet, { ...at(set.id), body: {} });
    expect(checked).toMatchObject({ status: 'ready', failure: null, failedIn: null });
    const { items } = await admin.call(listChangeSetRows, at(set.id));
    expect(items[1]?.changes[0]).toMatchObject({ from: 'Deux', to: 'Due' });
    expect(await apply(set.id)).toMatchObject({ status: 'applied' });
    expect((await tools.entries(kernel.a)).map(({ title }) => title)).toEqual(['Uno', 'Due']);
  });

  it('refuses an undo that later changes stand on, naming them, and undoes nothing', async () => {
    const set = await tools.staged(kernel.a, [
      { number: '1', title: 'One' },
      { number: '2', title: 'Two' },
    ]);
    await apply(set.id);
    await apply((await tools.staged(kernel.a, [{ number: '2', title: 'Deux' }])).id);
    const before = await tools.entries(kernel.a);
    const refused = await refusalOf(admin.call(undoChangeSet, { ...at(set.id), body: {} }));
    expect([refused.status, refused.code]).toEqual([409, 'undo_refused']);
    expect(refused.details).toEqual({
      count: 1,
      refusals: [{ row: 2, label: 'Entry 2', reason: 'It was changed since' }],
    });
    expect(await tools.entries(kernel.a)).toEqual(before);
    expect(await admin.call(getChangeSet, at(set.id))).toMatchObject({ status: 'applied', canUndo: true });
  });

  it('tells each fault once, with its rows', async () => {
    const set = await tools.staged(kernel.a, [
      ...['1', '2', '3', '5'].map((number) => ({ number, title: '' })),
      { number: '4', title: 'Four' },
    ]);
    const { items } = await admin.call(listChangeSetRows, at(set.id));
    const [message] = items[0]?.errors ?? [];
    expect(await admin.call(getChangeSetFaults, at(set.id))).toEqual({
      faults: [{ ...message, rowCount: 4, rows: [1, 2, 3, 4], values: [] }],
      count: 1,
    });
  });

  it('refuses a version that somebody has overtaken', async () => {
    const set = await tools.staged(kernel.a, [{ number: '1', title: 'One' }]);
    await kernel.a.run((ctx) => tools.sets().reviseRow(ctx, set.id, 1, { values: { title: 'Other' } }));
    expect((await refusalOf(apply(set.id, { version: set.version }))).code).toBe('stale_version');
  });

  it('is given up only while nothing is written', async () => {
    const set = await tools.staged(kernel.a, [{ number: '1', title: 'One' }]);
    await admin.call(cancelChangeSet, at(set.id));
    expect(await admin.call(getChangeSet, at(set.id))).toMatchObject({ status: 'cancelled' });
    expect((await admin.call(listChangeSetRows, at(set.id))).count).toBe(0);
    expect((await refusalOf(apply(set.id))).code).toBe('conflict');
    const written = await tools.staged(kernel.a, [{ number: '1', title: 'One' }]);
    await apply(written.id);
    expect((await refusalOf(admin.call(cancelChangeSet, at(written.id)))).code).toBe('conflict');
  });
});

describe('who may see and do it', () => {
  it('is open to those who may read the records, and done by those with the work’s right', async () => {
    const set = await tools.staged(kernel.a, [{ number: '1', title: 'One' }]);
    const rep = await kernel.a.as('sales_rep');
    expect((await rep.call(listChangeSets, {})).items).toEqual([]);
    expect((await refusalOf(rep.call(getChangeSet, at(set.id)))).status).toBe(404);
    await tools.grant(kernel.a, 'sales_rep', { canRead: true });
    expect((await rep.call(listChangeSets, {})).items.map(({ id }) => id)).toEqual([set.id]);
    const refused = await refusalOf(rep.call(applyChangeSet, { ...at(set.id), body: {} }));
    expect([refused.status, refused.details]).toEqual([403, { permission: 'ledger_entries:update' }]);
  });

  it('shows nothing of another account', async () => {
    const set = await tools.staged(kernel.a, [{ number: '1', title: 'One' }]);
    const other = await kernel.b.as('admin');
    expect((await other.call(listChangeSets, {})).count).toBe(0);
    for (const call of [
      () => other.call(getChangeSet, at(set.id)),
      () => other.call(listChangeSetRows, at(set.id)),
      () => other.call(applyChangeSet, { ...at(set.id), body: {} }),
      () => other.call(undoChangeSet, { ...at(set.id), body: {} }),
      () => other.call(checkChangeSet, { ...at(set.id), body: {} }),
      () => other.call(cancelChangeSet, at(set.id)),
    ])
      expect((await refusalOf(call())).status).toBe(404);
    expect(await admin.call(getChangeSet, at(set.id))).toMatchObject({ status: 'ready' });
  });

  it('lists sets newest first and finds them by title and status', async () => {
    const first = await tools.staged(kernel.a, [{ number: '1', title: 'One' }]);
    const second = await tools.staged(kernel.a, [{ number: '2', title: 'Two' }]);
    await apply(first.id);
    expect((await admin.call(listChangeSets, {})).items.map(({ id }) => id)).toEqual([second.id, first.id]);
    const applied = await admin.call(listChangeSets, { query: { statuses: ['applied'], query: 'LEDGER' } });
    expect(applied.items.map(({ id }) => id)).toEqual([first.id]);
    expect((await admin.call(listChangeSets, { query: { actions: ['other'] } })).count).toBe(0);
  });
});

it('forgets rows after 90 days and abandoned sets after 30', async () => {
  const applied = await tools.staged(kernel.a, [{ number: '1', title: 'One' }]);
  await apply(applied.id);
  const abandoned = await tools.staged(kernel.a, [{ number: '2', title: 'Two' }]);
  await kernel.a.run(pruneChangeSets);
  expect((await admin.call(listChangeSets, {})).count).toBe(2);
  kernel.clock.advance((keptUnappliedDays + 1) * dayLength);
  await kernel.a.run(pruneChangeSets);
  const as = (id: string) => kernel.a.run((ctx) => tools.sets().read(ctx, id));
  await expect(as(abandoned.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await as(applied.id)).toMatchObject({ canUndo: true });
  kernel.clock.advance((keptAppliedDays - keptUnappliedDays) * dayLength);
  await kernel.a.run(pruneChangeSets);
  expect(await as(applied.id)).toMatchObject({ status: 'applied', canUndo: false });
  expect(await tools.select(kernel.a, 'core.change_set_row', ['row'], 'row')).toEqual([]);
});
