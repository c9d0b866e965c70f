import { problems } from '../contracts/problem.ts';

/**
 * As many places as a pool has connections, given out first come, first served. In front of the pool, because that one knows
 * no difference between a caller, who is refused after a while, and a job, which waits.
 */
export class ConnectionPlaces {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for a place, at most so many milliseconds. @throws Problem 503 `overloaded` */
  async take(longestWait: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(enter);
      // Timers know no infinity: they would fire at once.
      if (Number.isFinite(longestWait))
        timer = setTimeout(() => {
          this.#waiting.delete(enter);
          reject(problems.overloaded({ retryAfter: 1 }));
        }, longestWait);
    });
  }

  /** Gives a place back, to whoever has waited longest. */
  give(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
