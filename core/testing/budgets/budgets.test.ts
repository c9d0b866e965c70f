import { expect, it } from 'vitest';
import { costsOfFiles, overBudget, partOf, sumByPart } from './budgets.ts';
import { isMeasurable, secondsOfTree } from './processor-time.ts';
import { measureUnit } from './unit.ts';

it('shares what PostgreSQL uses among the files that run meanwhile', () => {
  const run = (file: string, worker: [number, number], postgres: [number, number]) => ({
    file,
    begin: { worker: worker[0], postgres: postgres[0] },
    end: { worker: worker[1], postgres: postgres[1] },
  });
  const costs = costsOfFiles([run('a', [0, 5], [0, 10]), run('b', [0, 1], [4, 8]), run('c', [5, 6], [10, 12])]);
  expect(costs).toEqual({ a: 5 + 4 + 2 + 2, b: 1 + 2, c: 1 + 2 });
});

it.each([
  ['plugins/edi/server/a.http.test.ts', 'tests of plugins'],
  ['cli/a.test.ts', 'tests of cli'],
  ['shell/a.test.ts', 'tests of core, shell, widgets'],
  ['core/testing/matrices/routes/route.matrix.ts', 'matrix'],
  ['shell/e2e/a.journey.e2e.ts', 'journey'],
  ['shell/e2e/a.e2e.ts', 'browser'],
])('%s belongs to %s', (file, part) => {
  expect(partOf(file)).toBe(part);
  expect(sumByPart({ [file]: 2 })).toEqual({ [part]: 2 });
});

it('fails a part from a quarter above its budget', () => {
  expect(overBudget({ matrix: 125, fuzz: 10 }, { matrix: 100, fuzz: 20 })).toEqual([]);
  expect(overBudget({ matrix: 126 }, { matrix: 100 })).toEqual(['matrix costs 126 units, its budget is 100']);
  expect(overBudget({ other: 1 }, {})).toEqual([expect.stringContaining('other has no budget')]);
});

it('counts what a process and its children have used', () => {
  if (!isMeasurable()) return;
  const before = secondsOfTree(process.pid);
  const unit = measureUnit();
  expect(unit).toBeGreaterThan(0);
  // The unit is the median of several rounds, and the first round does not count.
  expect(secondsOfTree(process.pid) - before).toBeGreaterThan(unit * 0.5);
});
