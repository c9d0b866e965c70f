import { describe, expect, it } from 'vitest';
import { outcomeText, progressPercent, progressText } from './change-set-text.ts';

const number = (value: number): string => value.toLocaleString('en-US');
const startedAt = '2026-01-01T00:00:00.000Z';
const at = (seconds: number): number => Date.parse(startedAt) + seconds * 1000;
const counts = { create: 0, update: 0, delete: 0, unchanged: 0, skip: 0, error: 0, warning: 0 };

describe('progress of a set', () => {
  it('says how far, how fast and how long', () => {
    const progress = { done: 1200, total: 2400, startedAt };
    expect(progressPercent(progress)).toBe(50);
    expect(progressText(progress, at(2), number)).toBe('1,200 of 2,400 rows · 600 a second · 2 s left');
    expect(progressText({ done: 100, total: 100_000, startedAt }, at(10), number)).toBe(
      '100 of 100,000 rows · 10 a second · 3 h left',
    );
    expect(progressText({ done: 100, total: 10_100, startedAt }, at(10), number)).toContain('17 min left');
  });

  it('makes no guess before anything is done', () => {
    expect(progressText({ done: 0, total: 2400, startedAt }, at(5), number)).toBe('0 of 2,400 rows');
    expect(progressText({ done: 5, total: 2400, startedAt }, at(0), number)).toBe('5 of 2,400 rows');
    expect(progressPercent({ done: 0, total: 0, startedAt })).toBe(0);
  });

  it('says what it came to', () => {
    const set = { status: 'applied' as const, appliedCount: 2402, counts: { ...counts, error: 10 }, failure: null };
    expect(outcomeText(set, number)).toBe('2,402 done, 10 refused');
    expect(outcomeText({ ...set, counts }, number)).toBe('2,402 done');
    expect(outcomeText({ ...set, status: 'failed', failure: 'No right' }, number)).toBe('Stopped: No right');
  });
});
