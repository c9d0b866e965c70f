import { Clock } from '../kernel/clock.ts';

/** Time that tests move: it stands at `start`, or goes with the real time where there is none. */
export class TestClock extends Clock {
  readonly #start: number | undefined;
  #moved = 0;

  constructor(start?: Date) {
    super();
    this.#start = start?.getTime();
  }

  override now(): Date {
    return new Date((this.#start ?? Date.now()) + this.#moved);
  }

  advance(milliseconds: number): void {
    this.#moved += milliseconds;
  }
}
