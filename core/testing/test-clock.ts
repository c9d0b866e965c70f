import { Clock } from '../kernel/clock.ts';

/**
 * Where the time of tests stands: a Wednesday; its digits are no amount that a test would look for. The night sets
 * others.
 */
export const testNow = new Date(process.env['MILLWRIGHT_TEST_DAY'] ?? '2026-11-25T12:07:43.219Z');

/** Time that tests move: it goes on by a step whenever somebody looks, none by default, or with the real time. */
export class TestClock extends Clock {
  readonly #start: Date | 'real';
  readonly #step: number;
  #moved = 0;

  /** `step` in milliseconds: what happens later has a later time then, as everywhere. */
  constructor(start: Date | 'real' = testNow, step = 0) {
    super();
    this.#start = start;
    this.#step = step;
  }

  override now(): Date {
    this.#moved += this.#step;
    return new Date((this.#start === 'real' ? Date.now() : this.#start.getTime()) + this.#moved);
  }

  /** Back to where it began. */
  restore(): void {
    this.#moved = 0;
  }

  advance(milliseconds: number): void {
    this.#moved += milliseconds;
  }
}
