import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptCount,
  decideAdmission,
  decideLogin,
  livePoints,
  signInLimits,
  waitAfterFailures,
} from './decide-sign-in.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const count = (points: number, endsIn: number, blockedFor?: number): AttemptCount => ({
  points,
  windowEndsAt: later(endsIn),
  blockedUntil: blockedFor === undefined ? null : later(blockedFor),
});
const none = { pair: undefined, address: undefined, identifier: undefined };

describe('waitAfterFailures', () => {
  it('waits from the tenth failure, doubling from a minute to an hour', () => {
    expect([0, 9, 10, 11, 12, 15, 16, 1_000].map(waitAfterFailures)).toEqual([0, 0, 60, 120, 240, 1_920, 3_600, 3_600]);
  });

  it('never gets shorter and never exceeds an hour', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (failures) => {
        const wait = waitAfterFailures(failures);
        expect(wait).toBeLessThanOrEqual(3_600);
        expect(waitAfterFailures(failures + 1)).toBeGreaterThanOrEqual(wait);
      }),
    );
  });
});

describe('decideAdmission', () => {
  it('admits whoever has no history, and whose waiting is over', () => {
    expect(decideAdmission(none, now)).toEqual({ kind: 'admit' });
    expect(decideAdmission({ ...none, pair: count(12, 3_600, 0) }, now)).toEqual({ kind: 'admit' });
    expect(decideAdmission({ ...none, pair: count(12, 3_600) }, now)).toEqual({ kind: 'admit' });
  });

  it('makes a blocked pair wait until its block is over', () => {
    expect(decideAdmission({ ...none, pair: count(10, 3_600, 60) }, now)).toEqual({ kind: 'wait', seconds: 60 });
  });

  it('makes an address or a name wait for room in its budget, and only that long', () => {
    for (const name of ['address', 'identifier'] as const) {
      const { points, seconds } = signInLimits[name];
      const each = seconds / points;
      // The permitted number of failures at once, and their recovery with time.
      const after = (failures: number, waited: number) =>
        decideAdmission({ ...none, [name]: count(0, failures * each - waited) }, now);
      expect(after(points - 1, 0)).toEqual({ kind: 'admit' });
      expect(after(points, 0)).toEqual({ kind: 'wait', seconds: each });
      expect(after(points, each)).toEqual({ kind: 'admit' });
      expect(each).toBeLessThanOrEqual(120);
    }
  });

  it('names the longest of several waits', () => {
    const { address } = signInLimits;
    const counts = { pair: count(10, 3_600, 60), address: count(0, address.seconds + 30), identifier: undefined };
    expect(decideAdmission(counts, now)).toEqual({ kind: 'wait', seconds: 60 });
    expect(decideAdmission({ ...counts, pair: count(10, 3_600, 5) }, now)).toEqual({ kind: 'wait', seconds: 36 });
  });
});

describe('decideLogin', () => {
  it('accepts what is proven, however often it failed before', () => {
    expect(decideLogin({ isProven: true, pair: count(9, 100), now })).toEqual({ kind: 'accept' });
  });

  it('counts failures in a row, blocks at the tenth, forgets them a day after the last', () => {
    let pair: AttemptCount | undefined;
    for (let failure = 1; failure <= 10; failure += 1) {
      const decision = decideLogin({ isProven: false, pair, now });
      if (decision.kind !== 'refuse') throw new Error('accepted');
      pair = decision.pair;
      expect(pair.points).toBe(failure);
      expect(pair.blockedUntil).toEqual(failure < 10 ? null : later(60));
    }
    expect(livePoints(pair, later(86_399))).toBe(10);
    expect(livePoints(pair, later(86_400))).toBe(0);
    expect(livePoints(undefined, now)).toBe(0);
  });
});
