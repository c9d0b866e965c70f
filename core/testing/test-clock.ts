import { Clock } from '../kernel/clock.ts';

/**
 * Where the time of tests stands: a Wednesday; its digits are no amount that a test would look for. The night sets
 * others.
 */
export const testNow = new Date(process.env['MILLWRIGHT_TEST_DAY'] ?? '2026-11-25T12:07:43.219Z');

/** Time that tests move: it stands still, or goes with the real time. */
export class TestClock extends Clock {
  readonly #start: Date | 'real';
  #moved = 0;

  constructor(start: Date | 'real' = testNow) {
    super();
    this.#start = start;
  }

  override now(): Date {
    return new Date((this.#start === 'real' ? Date.now() : this.#start.getTime()) + this.#moved);
  }

  advance(milliseconds: number): void {
    this.#moved += milliseconds;
  }
}
