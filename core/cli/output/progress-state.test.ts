import { describe, expect, it } from 'vitest';
import { durationText, progressAmount, progressLine, rateOf, secondsLeft } from './progress-state.ts';

const state = (done: number, elapsedMilliseconds: number, total?: number, unit = 'rows') => ({
  label: 'Importing',
  done,
  total,
  unit,
  elapsedMilliseconds,
});

describe('progress', () => {
  it('says amount, share, rate and time left', () => {
    expect(progressLine(state(1_200, 500, 10_000))).toBe(
      'Importing  1,200 of 10,000 rows  12 %  2,400 rows/s  0:04 left',
    );
  });

  it('says what it knows without a total', () => {
    expect(progressLine(state(3 * 1_024 * 1_024, 2_000, undefined, 'bytes'))).toBe('Importing  3.0 MiB  1.5 MiB/s');
  });

  it('promises nothing in the first moment, and nothing more at the end', () => {
    expect(rateOf(state(50, 100, 100))).toBeUndefined();
    expect(secondsLeft(state(0, 10_000, 100))).toBeUndefined();
    expect(progressLine(state(100, 1_000, 100))).toBe('Importing  100 of 100 rows  100 %  100 rows/s');
  });

  it('never says more than everything', () => {
    expect(progressLine(state(150, 1_000, 100))).toContain('100 %');
    expect(secondsLeft(state(150, 1_000, 100))).toBe(0);
  });

  it.each([
    [0, '0:00'],
    [59.2, '1:00'],
    [65, '1:05'],
    [7_389, '2:03:09'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it('counts bytes in binary steps', () => {
    expect([512, 2_048, 5 * 1_024 ** 3].map((bytes) => progressAmount(bytes, 'bytes'))).toEqual([
      '512 B',
      '2.0 KiB',
      '5.0 GiB',
    ]);
  });
});
