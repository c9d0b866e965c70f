import { problems } from '../../contracts/endpoints/problem.ts';

interface Waiting {
  key: string;
  go(): void;
}

/** Limits of concurrent work and of waiting. */
export interface LineRule {
  /** Concurrent work per key, such as an account. */
  ofKey: number;
  /** Concurrent work in total. */
  all?: number;
  /** Waiting work per key; further work is refused at once. */
  mostWaiting?: number;
  /** Signal that ends a new wait; by default after ten seconds. */
  patience?: () => AbortSignal;
  /** Running work in words: "This account has another upload under way". */
  busy: string;
}

const longestWait = 10_000;

/** Limits concurrent work in this process. Further work waits for its turn, first come, first served. */
export class WaitingLine {
  readonly #rule: Required<LineRule>;
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  readonly #waiting: Waiting[] = [];

  constructor(rule: LineRule) {
    this.#rule = {
      all: Number.POSITIVE_INFINITY,
      mostWaiting: 20,
      patience: () => AbortSignal.timeout(longestWait),
      ...rule,
    };
  }

  /**
   * Runs the work when its turn comes; with `isPatient: false` it runs at once or is refused.
   * @throws Problem 429 `too_many_requests` where the turn does not come in time
   */
  async during<T>(key: string, work: () => Promise<T>, { isPatient = true } = {}): Promise<T> {
    await this.#turn(key, isPatient);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      const left = (this.#runningOf.get(key) ?? 1) - 1;
      if (left) this.#runningOf.set(key, left);
      else this.#runningOf.delete(key);
      this.#next();
    }
  }

  #mayGo(key: string): boolean {
    return this.#running < this.#rule.all && (this.#runningOf.get(key) ?? 0) < this.#rule.ofKey;
  }

  #begin(key: string): void {
    this.#running += 1;
    this.#runningOf.set(key, (this.#runningOf.get(key) ?? 0) + 1);
  }

  #turn(key: string, isPatient: boolean): Promise<void> {
    // All waiting work that could run was started earlier, so this overtakes nobody.
    if (this.#mayGo(key)) {
      this.#begin(key);
      return Promise.resolve();
    }
    const refusal = () => problems.too_many_requests({ message: `${this.#rule.busy}; try again soon`, retryAfter: 2 });
    const before = this.#waiting.filter((each) => each.key === key).length;
    if (!isPatient || before >= this.#rule.mostWaiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const patience = this.#rule.patience();
      const waiting: Waiting = {
        key,
        go: () => {
          patience.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(refusal());
      };
      patience.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #next(): void {
    for (let at = 0; at < this.#waiting.length; ) {
      const waiting = this.#waiting[at] as Waiting;
      if (this.#mayGo(waiting.key)) {
        this.#waiting.splice(at, 1);
        this.#begin(waiting.key);
        waiting.go();
      } else at += 1;
    }
  }
}
