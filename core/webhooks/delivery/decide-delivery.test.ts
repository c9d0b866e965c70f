import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideDelivery, webhookDelays } from './decide-delivery.ts';

const now = new Date('2026-11-25T12:00:00Z');
const decide = (status: number | null, attempts: number, { retryAfter = null as string | null, random = 0 } = {}) =>
  decideDelivery({ status, retryAfter }, { attempts, now, random });
const secondsOf = (decision: ReturnType<typeof decide>): number =>
  decision.kind === 'again' ? (decision.dueAt.getTime() - now.getTime()) / 1000 : Number.NaN;

describe('decideDelivery', () => {
  it('ends with every 2xx, and turns off at 410', () => {
    for (const status of [200, 201, 202, 204, 299]) expect(decide(status, 1).kind, `${status}`).toBe('delivered');
    for (const attempts of [1, 10]) expect(decide(410, attempts).kind).toBe('gone');
  });

  it('sends again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then gives up', () => {
    const delays = Array.from({ length: 9 }, (_, at) => secondsOf(decide(503, at + 1)));
    expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(decide(503, 10).kind).toBe('dead');
    expect(decide(null, 10, { retryAfter: '60' }).kind).toBe('dead');
  });

  it('lengthens a delay by less than a tenth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom(null, 301, 400, 404, 429, 500, 599),
        (attempts, random, status) => {
          const delay = webhookDelays[attempts - 1] as number;
          const seconds = secondsOf(decide(status, attempts, { random }));
          expect(seconds).toBeGreaterThanOrEqual(delay);
          expect(seconds).toBeLessThanOrEqual(delay * 1.1);
        },
      ),
    );
  });

  it('keeps Retry-After as seconds or a date, up to a day, and ignores other texts', () => {
    const asked = (retryAfter: string, attempts = 1) => secondsOf(decide(429, attempts, { retryAfter }));
    expect(asked('120')).toBe(120);
    expect(asked('Wed, 25 Nov 2026 12:10:00 GMT')).toBe(600);
    expect(asked('120', 3)).toBe(1800);
    expect(asked('999999999')).toBe(86_400);
    for (const text of ['', 'soon', '-5', '1e9', 'Wed, 25 Nov 2020 12:10:00 GMT']) expect(asked(text), text).toBe(5);
  });
});
