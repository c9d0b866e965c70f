import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLater } from '../contracts/texts/date.ts';
import { decideSecondFactor, graceEnd, requiredSince } from './decide-second-factor.ts';

const now = new Date('2026-03-01T12:00:00Z');
const days = fc.integer({ min: -40, max: 0 });
const ago = (count: number): Date => daysLater(now, count);

describe('decideSecondFactor', () => {
  it('lets nobody work past their grace whom a second factor has not confirmed', () => {
    fc.assert(
      fc.property(
        fc.record({ since: days, joined: fc.option(days), graceDays: fc.integer({ min: 0, max: 30 }) }),
        fc.record({ isSetUp: fc.boolean(), isConfirmed: fc.boolean() }),
        ({ since, joined, graceDays }, factor) => {
          const demand = { since: ago(since), joinedAt: joined === null ? null : ago(joined), graceDays };
          const { kind } = decideSecondFactor(demand, factor, now);
          const isOver = graceEnd(demand) <= now;
          if (kind === 'pass') expect(factor).toEqual({ isSetUp: true, isConfirmed: true });
          if (kind === 'grace') expect([factor.isSetUp, isOver]).toEqual([false, false]);
          expect(kind === 'enrol').toBe(!factor.isSetUp && isOver);
          expect(kind === 'confirm').toBe(factor.isSetUp && !factor.isConfirmed);
          // Members who joined later never have less time.
          expect(graceEnd(demand) >= graceEnd({ ...demand, joinedAt: null })).toBe(true);
        },
      ),
    );
    expect(decideSecondFactor(null, { isSetUp: false, isConfirmed: false }, now)).toEqual({ kind: 'pass' });
  });

  it('counts from the day that reached a member first', () => {
    const [early, late] = [ago(-20).toISOString(), ago(-2).toISOString()];
    expect(requiredSince({ '*': late, rol_a: early }, 'rol_a')).toEqual(ago(-20));
    expect(requiredSince({ '*': late, rol_a: early }, 'rol_b')).toEqual(ago(-2));
    expect(requiredSince({ rol_a: early }, 'rol_b')).toBeNull();
  });
});
