import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newID } from '../contracts/id.ts';
import { ledgerPlugin } from '../testing/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel } from '../testing/test-kernel.ts';
import { type Cells, changeSetTools, type Entry } from './change-set-fixture.ts';

let kernel: TestKernel;
let tools: ReturnType<typeof changeSetTools>;

beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [ledgerPlugin] });
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

/** What the table must hold after rows were applied, errors left out: the work's rules said once more, entry by entry. */
function expected(before: readonly Entry[], rows: readonly Cells[]): Entry[] {
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

/** Undoes a set; false where it is refused because its records were written since, by the undo of a later set too. */
const undone = (id: string): Promise<boolean> =>
  kernel.a
    .run((ctx) => tools.sets().undo(ctx, id))
    .then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== 'undo_refused') throw error;
        return false;
      },
    );

it('any sets, applied one after the other, are undone as one or not at all, the last one always', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.array(cells, { minLength: 1, maxLength: 3 }), async (start, sets) => {
      await tools.clear(kernel.a);
      await tools.seed(
        kernel.a,
        start.map((entry) => ({ id: newID('len'), ...entry })),
      );
      const states = [await tools.entries(kernel.a)];
      const applied: string[] = [];
      for (const rows of sets) {
        const set = await tools.staged(kernel.a, rows);
        const { create, update, delete: removed, unchanged, skip, error } = set.counts;
        expect(create + update + removed + unchanged + skip + error).toBe(rows.length);
        const done = await kernel.a.run((ctx) => tools.sets().apply(ctx, set.id, { skipErrors: true }));
        expect(done).toMatchObject({ status: 'applied', appliedCount: create + update + removed });
        const now = await tools.entries(kernel.a);
        expect(now).toEqual(expected(states.at(-1) as Entry[], rows));
        states.push(now);
        applied.push(set.id);
        // The same rows again change nothing.
        const again = await tools.staged(kernel.a, rows);
        expect(again.counts).toMatchObject({ create: 0, update: 0, delete: 0 });
      }
      for (const [place, id] of applied.toReversed().entries()) {
        const after = states.pop();
        const { canUndo } = await kernel.a.run((ctx) => tools.sets().read(ctx, id));
        const isUndone = !canUndo || (await undone(id));
        if (place === 0) expect(isUndone).toBe(true);
        expect(await tools.entries(kernel.a)).toEqual(isUndone ? states.at(-1) : after);
        if (!isUndone) break;
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);
