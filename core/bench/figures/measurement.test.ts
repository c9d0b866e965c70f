import { describe, expect, it } from 'vitest';
import { combine, percentile, repeat } from './measurement.ts';

describe('percentile', () => {
  it('is the nearest rank', () => {
    const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(sorted, share))).toEqual([50, 95, 99, 100]);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('combine', () => {
  it('puts rounds together as if they were one, and sorts numbers as numbers', () => {
    const rounds = [
      { durations: [10, 9, 100], failed: 1, seconds: 1, processor: 6, database: 3 },
      { durations: [1], failed: 0, seconds: 3, processor: 2, database: 1 },
    ];
    const all = combine(rounds);
    expect(all).toMatchObject({
      count: 4,
      failed: 1,
      seconds: 4,
      throughput: 1,
      p50: 9,
      p99: 100,
      processor: 2,
      database: 1,
    });
  });

  it('shares out what PostgreSQL did, where every round tells', () => {
    const sql = { planning: 4, execution: 8, plans: 2, statements: 20, roundTrips: 6 };
    const round = { durations: [1, 1], failed: 0, seconds: 1, processor: 1 };
    expect(
      combine([
        { ...round, sql },
        { ...round, sql },
      ]).sql,
    ).toEqual({ planning: 2, execution: 4, plans: 1, statements: 10, roundTrips: 3 });
    expect(combine([{ ...round, sql }, round]).sql).toBeUndefined();
  });

  it('does not make up the time of PostgreSQL where the machine does not tell', () => {
    expect(combine([{ durations: [1], failed: 0, seconds: 1, processor: 1 }]).database).toBeNaN();
  });
});

describe('repeat', () => {
  it('keeps so many clients at work, and counts what fails apart', async () => {
    let atOnce = 0;
    let most = 0;
    const { durations, failed, firstError } = await repeat(3, 0.05, async (client) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      if (client === 0) throw new Error('refused');
    });
    expect(most).toBe(3);
    expect(durations.length).toBeGreaterThan(0);
    expect(failed).toBeGreaterThan(0);
    expect(firstError).toBe('refused');
  });
});
