import { describe, expect, it } from 'vitest';
import { promisePoints } from './promise-points.ts';

const row = (date: string, balance: number, available: number) => ({
  date,
  runningBalance: { id: '', measure: balance, unitID: '', unit: 'each' },
  availableOn: { id: '', measure: available, unitID: '', unit: 'each' },
});

describe('the points of the promise chart', () => {
  it('are none where there are no rows', () => {
    expect(promisePoints([])).toEqual([]);
  });

  it('take the last row of a day and carry it over quiet days and the week after', () => {
    const points = promisePoints([row('2026-02-27', 10, 4), row('2026-02-27', 4, 4), row('2026-03-02', 9, 9)]);
    expect(points.slice(0, 4)).toEqual([
      { date: '2026-02-27', balance: 4, available: 4 },
      { date: '2026-02-28', balance: 4, available: 4 },
      { date: '2026-03-01', balance: 4, available: 4 },
      { date: '2026-03-02', balance: 9, available: 9 },
    ]);
    expect(points.at(-1)).toEqual({ date: '2026-03-09', balance: 9, available: 9 });
  });

  it('leave quiet days out where there are very many', () => {
    expect(promisePoints([row('2026-01-01', 1, 1), row('2027-01-01', 2, 2)]).map(({ date }) => date)).toEqual([
      '2026-01-01',
      '2027-01-01',
    ]);
  });
});
