import { describe, expect, it } from 'vitest';
import { memoryTable } from '../speeds/memory-use.ts';
import type { Measurement } from './measurement.ts';
import { isMet, tableOf } from './report.ts';

const measured: Measurement = {
  count: 1000,
  failed: 0,
  seconds: 1,
  throughput: 1000,
  p50: 5,
  p95: 40,
  p99: 60,
  processor: 0.5,
  database: 0.25,
};

describe('isMet', () => {
  it('asks for everything that the target names', () => {
    expect(isMet(measured, 0.4, { ratio: 0.4, throughput: 1000, p95: 40 })).toBe(true);
    expect(isMet(measured, 0.39, { ratio: 0.4 })).toBe(false);
    expect(isMet(measured, undefined, { ratio: 0.4 })).toBe(false);
    expect(isMet(measured, 1, { throughput: 1001 })).toBe(false);
    expect(isMet(measured, 1, { p95: 39 })).toBe(false);
    expect(isMet(measured, 1, { p99: 59 })).toBe(false);
    expect(isMet(measured, 0.1, undefined)).toBeUndefined();
  });

  it('is never reached by a case with failures', () => {
    expect(isMet({ ...measured, failed: 1 }, 1, { ratio: 0.4 })).toBe(false);
    expect(isMet({ ...measured, count: 0, p95: Number.NaN }, 1, { p95: 50 })).toBe(false);
  });
});

describe('tableOf', () => {
  it('has one line per case with figures, target and verdict', () => {
    const lines = tableOf([
      {
        name: 'list',
        title: 'list',
        ours: { ...measured, sql: { planning: 0.01, execution: 0.2, plans: 0, statements: 4, roundTrips: 2 } },
        floor: { ...measured, throughput: 4000 },
        ratio: 0.25,
        target: { ratio: 0.4 },
        met: false,
      },
      { name: 'login', title: 'sign in', ours: { ...measured, database: Number.NaN } },
    ]).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]?.split(/ {2,}/)).toEqual([
      'list',
      '1000',
      '5.0',
      '40.0',
      '60.0',
      '0',
      '0.50',
      '0.25',
      '0.01',
      '0.20',
      '0.0',
      '4.0',
      '2.0',
      '4000',
      '0.50',
      '0.25',
      '0.25',
      '>= 0.4 of floor',
      'NO',
    ]);
    expect(lines[3]).toMatch(/^sign in .* - +- +-/);
  });
});

describe('memoryTable', () => {
  it('has one line per figure with target and verdict', () => {
    const lines = memoryTable([
      { title: 'idle', mebibytes: 219.6, atMost: 220 },
      { title: 'under load', mebibytes: 351, atMost: 350 },
    ]).split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^idle +220 MiB {2}target < 220 MiB {2}yes$/),
      expect.stringMatching(/^under load +351 MiB {2}target < 350 MiB {2}NO$/),
    ]);
  });
});
