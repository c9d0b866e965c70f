import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newID } from '../contracts/texts/id.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { ledgerPlugin } from '../testing/kernel/ledger/ledger.plugin.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../testing/kernel/test-kernel.ts';
import { runsOf } from '../testing/plan/fixed-seed.ts';
import { type Cells, changeSetTools, type FixtureEntry } from './change-set-fixture.ts';

let kernel: TestKernel;
let tools: ReturnType<typeof changeSetTools>;

beforeAll(async () => {
  kernel = await sharedKernel([ledgerPlugin]);
  tools = changeSetTools(kernel);
});
afterAll(() => kernel.stop());

const number = fc.constantFrom('1', '2', '3', '4', '5', '6');
const text = fc.constantFrom('', 'a', 'b', 'c');
const entries = fc.uniqueArray(
  fc.record({ number, title: fc.constantFrom('a', 'b'), note: fc.option(fc.constantFrom('a', 'b')) }),
  { selector: (entry) => entry.number, maxLength: 5 },
);
const cells: fc.Arbitrary<Cells[]> = fc.array(
  fc.record(
    { number, title: text, note: text, remove: fc.constant('yes' as const) },
    { requiredKeys: ['number', 'title'] },
  ),
  { minLength: 1, maxLength: 12 },
);

/** The expected table after applying the rows without errors: an independent implementation of the action's rules. */
function expected(before: readonly FixtureEntry[], rows: readonly Cells[]): FixtureEntry[] {
  const table = new Map(before.map((entry) => [entry.number, entry]));
  for (const key of new Set(rows.map((row) => row.number))) {
    const own = rows.filter((row) => row.number === key);
    const { title = '', remove } = own[0] as Cells;
    const note = own.flatMap((row) => row.note || []).join('\n') || null;
    if (remove) table.delete(key);
    else if (title) table.set(key, { number: key, title, note });
  }
  return [...table.values()].sort((left, right) => (left.number < right.number ? -1 : 1));
}

/** An applied set with its writes. */
interface Applied {
  id: string;
  /** The written entries by number; null for a deleted one. */
  written: ReadonlyMap<string, FixtureEntry | null>;
}

/** Undoes a set; false if it is refused because of later writes. */
const undone = ({ id }: Applied): Promise<boolean> =>
  kernel.a
    .run((ctx) => tools.sets().undo(ctx, id))
    .then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== 'undo_refused') throw error;
        return false;
      },
    );

/** Resets the table to these entries and applies the sets in order; returns those that wrote something. */
async function applied(start: readonly FixtureEntry[], sets: readonly Cells[][]): Promise<Applied[]> {
  await tools.clear(kernel.a);
  await tools.seed(
    kernel.a,
    start.map((entry) => ({ id: newID('len'), ...entry })),
  );
  const done: Applied[] = [];
  let state = await tools.entries(kernel.a);
  for (const rows of sets) {
    const set = await tools.staged(kernel.a, rows);
    const { create, update, delete: removed, unchanged, skip, error } = set.counts;
    expect(create + update + removed + unchanged + skip + error).toBe(rows.length);
    const answer = await kernel.a.run((ctx) => tools.sets().apply(ctx, set.id, { skipErrors: true }));
    expect(answer).toMatchObject({ status: 'applied', appliedCount: create + update + removed });
    const now = await tools.entries(kernel.a);
    expect(now).toEqual(expected(state, rows));
    // Applying the same rows again changes nothing.
    const again = await tools.staged(kernel.a, rows);
    expect(again.counts).toMatchObject({ create: 0, update: 0, delete: 0 });
    expect(answer.canUndo).toBe(answer.appliedCount > 0);
    const entryOf = (among: readonly FixtureEntry[], key: string) =>
      among.find((entry) => entry.number === key) ?? null;
    const written = new Map(
      rows.flatMap((row): [string, FixtureEntry | null][] => {
        const [was, is] = [entryOf(state, row.number), entryOf(now, row.number)];
        return JSON.stringify(was) === JSON.stringify(is) ? [] : [[row.number, is]];
      }),
    );
    if (answer.canUndo) done.push({ id: set.id, written });
    state = now;
  }
  return done;
}

/** The expected table while these sets are applied. */
function withSets(start: readonly FixtureEntry[], sets: readonly Applied[]): FixtureEntry[] {
  const table = new Map<string, FixtureEntry | null>(start.map((entry) => [entry.number, entry]));
  for (const { written } of sets) for (const [key, entry] of written) table.set(key, entry);
  return [...table.values()]
    .flatMap((entry) => entry ?? [])
    .sort((left, right) => (left.number < right.number ? -1 : 1));
}

const fewSets = fc.array(cells, { minLength: 1, maxLength: 3 });

it('any sets, applied one after the other, are undone one after the other, the last one first', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fewSets, async (start, sets) => {
      const stacked = await applied(start, sets);
      for (const set of stacked.toReversed()) {
        stacked.pop();
        expect(await undone(set)).toBe(true);
        expect(await tools.entries(kernel.a)).toEqual(withSets(start, stacked));
      }
    }),
    { numRuns: runsOf(15) },
  );
});

const whole =
  'in any order a set is undone whole where no later one stands on what it wrote, ' +
  'and refused whole where one does';
it(whole, async () => {
  const attempts = fc.array(fc.nat(), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(entries, fewSets, attempts, async (start, sets, order) => {
      let standing = await applied(start, sets);
      for (const pick of order) {
        const set = standing[pick % standing.length];
        if (!set) break;
        const later = standing.slice(standing.indexOf(set) + 1);
        const shared = [...set.written.keys()].filter((key) => later.some(({ written }) => written.has(key)));
        const before = await tools.entries(kernel.a);
        // An entry that was deleted, created again and deleted again is a different record, so nothing depends on the
        // first one.
        const isFree = (key: string) => set.written.get(key) === null && !before.some((entry) => entry.number === key);
        if (shared.length && shared.every(isFree)) continue;
        expect(await undone(set)).toBe(shared.length === 0);
        if (!shared.length) standing = standing.filter((each) => each !== set);
        expect(await tools.entries(kernel.a)).toEqual(shared.length ? before : withSets(start, standing));
      }
      for (const set of standing.toReversed()) expect(await undone(set)).toBe(true);
      expect(await tools.entries(kernel.a)).toEqual(withSets(start, []));
    }),
    { numRuns: runsOf(25) },
  );
});

it('what somebody changes by hand between sets, or between their undoing, is not undone with them', async () => {
  const byHand = (number: string) =>
    kernel.a.run((ctx) =>
      ctx.em
        .query()
        .updateTable('ledger.entry')
        .set({ title: 'by hand', version: sql`version + 1` })
        .where('account_id', '=', kernel.a.id)
        .where('number', '=', number)
        .execute(),
    );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 }), async (count, place) => {
      const titles = Array.from({ length: count }, (_, index) => `title ${index}`);
      const stacked = await applied(
        [],
        titles.map((title) => [{ number: '1', title }]),
      );
      for (const [index, set] of stacked.toReversed().entries()) {
        if (index === place) await byHand('1');
        const before = await tools.entries(kernel.a);
        expect(await undone(set)).toBe(index < place);
        if (index >= place) expect(await tools.entries(kernel.a)).toEqual(before);
      }
    }),
    { numRuns: runsOf(8) },
  );
});
