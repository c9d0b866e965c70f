import { Clock } from '../../kernel/context/clock.ts';

/**
 * Present time of tests: a Wednesday whose digits match no amount that tests look for. Nightly runs use other times.
 */
export const testNow = new Date(process.env['MILLWRIGHT_TEST_DAY'] ?? '2026-11-25T12:07:43.219Z');

/** A clock that tests move. It advances by `step` with each reading, by default not at all, or with real time. */
export class TestClock extends Clock {
  readonly #start: Date | 'real';
  readonly #step: number;
  #moved = 0;

  /** `step` in milliseconds gives later readings a later time, as with a real clock. */
  constructor(start: Date | 'real' = testNow, step = 0) {
    super();
    this.#start = start;
    this.#step = step;
  }

  override now(): Date {
    this.#moved += this.#step;
    return new Date((this.#start === 'real' ? Date.now() : this.#start.getTime()) + this.#moved);
  }

  /** Returns to the start time. */
  restore(): void {
    this.#moved = 0;
  }

  advance(milliseconds: number): void {
    this.#moved += milliseconds;
  }
}
