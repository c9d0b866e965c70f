import { addDays, daysBetween } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../../core/testing/plan/fixed-seed.ts';
import { type Comparison, comparedWith } from './period.ts';

const today = '2026-11-27';
const of = (startDate: string, endDate: string, how: Comparison = 'before', now = today): string => {
  const found = comparedWith({ startDate, endDate }, how, now);
  return found ? `${found.startDate} ${found.endDate}` : '';
};

describe('the period before', () => {
  it('of the beginning of a month, quarter or year is as much of the one before', () => {
    expect(of('2026-11-01', '2026-11-27')).toBe('2026-10-01 2026-10-27');
    expect(of('2026-03-01', '2026-03-30')).toBe('2026-02-01 2026-02-28');
    expect(of('2024-03-01', '2024-03-30')).toBe('2024-02-01 2024-02-29');
    expect(of('2026-01-01', '2026-01-15')).toBe('2025-12-01 2025-12-15');
    expect(of('2026-10-01', '2026-11-27')).toBe('2026-07-01 2026-08-27');
    expect(of('2026-01-01', '2026-11-27')).toBe('2025-01-01 2025-11-27');
  });

  it('of whole months, quarters and years is as many of them', () => {
    expect(of('2026-10-01', '2026-10-31')).toBe('2026-09-01 2026-09-30');
    expect(of('2026-03-01', '2026-03-31')).toBe('2026-02-01 2026-02-28');
    expect(of('2026-07-01', '2026-09-30')).toBe('2026-04-01 2026-06-30');
    expect(of('2025-01-01', '2025-12-31')).toBe('2024-01-01 2024-12-31');
  });

  it('of weeks is the weeks before, of other days as many of them', () => {
    expect(of('2026-11-16', '2026-11-22')).toBe('2026-11-09 2026-11-15');
    expect(of('2026-11-23', '2026-11-25')).toBe('2026-11-16 2026-11-18');
    expect(of('2026-10-29', '2026-11-27')).toBe('2026-09-29 2026-10-28');
  });

  it('of what goes on is to date', () => {
    expect(of('2026-11-01', '2026-11-30')).toBe('2026-10-01 2026-10-27');
    expect(of('2026-01-01', '2026-12-31')).toBe('2025-01-01 2025-11-27');
    expect(of('2026-12-01', '2026-12-31')).toBe('2026-11-01 2026-11-30');
  });

  it('ends before the period, and none has more days than a longer month explains', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (startDate, length) => {
        const period = { startDate, endDate: addDays(startDate, length) };
        for (const how of ['before', 'year'] as const) {
          const found = comparedWith(period, how, '2100-01-01');
          expect(found?.endDate && found.endDate < period.endDate).toBe(true);
          expect(found?.startDate && found.startDate <= found.endDate).toBe(true);
          if (how === 'before') expect(found?.endDate && found.endDate < startDate).toBe(true);
          const days = found ? daysBetween(found.startDate, found.endDate) + 1 : 0;
          expect(Math.abs(days - length - 1)).toBeLessThanOrEqual(3 + Math.ceil(length / 200));
        }
      }),
      { numRuns: runsOf(500) },
    );
  });
});

describe('the year before', () => {
  it('has the same dates, and whole weeks the same days of the week', () => {
    expect(of('2026-11-01', '2026-11-27', 'year')).toBe('2025-11-01 2025-11-27');
    expect(of('2024-02-10', '2024-02-29', 'year')).toBe('2023-02-10 2023-02-28');
    expect(of('2025-02-01', '2025-02-28', 'year')).toBe('2024-02-01 2024-02-29');
    expect(of('2026-11-16', '2026-11-22', 'year')).toBe('2025-11-17 2025-11-23');
    expect(of('2026-11-01', '2026-11-30', 'year')).toBe('2025-11-01 2025-11-27');
    expect(of('2026-11-01', '2026-11-27', 'none')).toBe('');
  });
});
