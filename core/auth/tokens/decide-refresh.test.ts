import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRefresh, raceWindowSeconds, sessionEnd } from './decide-refresh.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const live = { expiresAt: at(1_000), revokedAt: null };
const current = { rotatedAt: null };

describe('decideRefresh', () => {
  it('knows nothing of foreign tokens and of removed sessions', () => {
    expect(decideRefresh({ token: undefined, session: undefined, now })).toEqual({ kind: 'unknown' });
    expect(decideRefresh({ token: current, session: undefined, now })).toEqual({ kind: 'unknown' });
    expect(decideRefresh({ token: undefined, session: live, now })).toEqual({ kind: 'unknown' });
  });

  it('ends with its session, whatever the token', () => {
    for (const token of [current, { rotatedAt: at(-1) }, { rotatedAt: at(-1_000) }]) {
      expect(decideRefresh({ token, session: { ...live, expiresAt: now }, now })).toEqual({ kind: 'ended' });
      expect(decideRefresh({ token, session: { ...live, revokedAt: at(-5) }, now })).toEqual({ kind: 'ended' });
    }
  });

  it('rotates the current token for the rest of the absolute life', () => {
    expect(decideRefresh({ token: current, session: live, now })).toEqual({ kind: 'rotate', lifeSeconds: 1_000 });
  });

  it('tells two tabs from a theft at fifteen seconds', () => {
    expect(decideRefresh({ token: { rotatedAt: at(-raceWindowSeconds) }, session: live, now })).toEqual({
      kind: 'raced',
    });
    expect(decideRefresh({ token: { rotatedAt: at(-raceWindowSeconds - 0.001) }, session: live, now })).toEqual({
      kind: 'reused',
    });
    // The clocks of two processes differ: the token was rotated "in the future".
    expect(decideRefresh({ token: { rotatedAt: at(2) }, session: live, now })).toEqual({ kind: 'raced' });
  });
});

describe('a family of tokens', () => {
  /** Applies the decisions to a session in memory, as `Sessions` applies them to the tables. */
  class Family {
    readonly tokens: { rotatedAt: Date | null }[] = [{ rotatedAt: null }];
    session = { expiresAt: sessionEnd(now, 1), revokedAt: null as Date | null };

    present(index: number, time: Date): string {
      const token = this.tokens[index];
      const decision = decideRefresh({ token, session: this.session, now: time });
      if (decision.kind === 'rotate' && token) {
        token.rotatedAt = time;
        this.tokens.push({ rotatedAt: null });
      }
      if (decision.kind === 'reused') this.session = { ...this.session, revokedAt: time };
      return decision.kind;
    }
  }

  const always =
    'has one current token at most, one successor a token, and is dead for good after a replay or its last second';
  it(always, () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ token: fc.nat(6), wait: fc.integer({ min: 0, max: 7_200 }) }), { maxLength: 60 }),
        (acts) => {
          const family = new Family();
          let time = now;
          let isDead = false;
          for (const { token, wait } of acts) {
            time = new Date(time.getTime() + wait * 1000);
            const before = family.tokens.length;
            const outcome = family.present(token, time);
            if (isDead) expect(['ended', 'unknown']).toContain(outcome);
            if (outcome === 'rotate') expect(token).toBe(before - 1);
            else expect(family.tokens).toHaveLength(before);
            expect(family.tokens.filter(({ rotatedAt }) => !rotatedAt)).toHaveLength(1);
            isDead ||= outcome === 'reused' || time >= family.session.expiresAt;
          }
        },
      ),
    );
  });
});

describe('sessionEnd', () => {
  it('takes 1 to 30 whole days', () => {
    expect(sessionEnd(now, 1)).toEqual(new Date('2026-03-02T12:00:00Z'));
    expect(sessionEnd(now, 30)).toEqual(new Date('2026-03-31T12:00:00Z'));
    for (const days of [0, -1, 31, 1.5, Number.NaN]) expect(() => sessionEnd(now, days)).toThrow(RangeError);
  });
});
