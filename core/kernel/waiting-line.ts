import { problems } from '../contracts/problem.ts';

interface Waiting {
  key: string;
  go(): void;
}

/** How many at once, and how long the others wait. */
export interface LineRule {
  /** At once for one key, such as an account. */
  ofKey: number;
  /** At once for all together. */
  all?: number;
  /** Of one key may wait; more are refused at once. */
  mostWaiting?: number;
  /** Ends the waiting of one that has just begun to; after ten seconds by default. */
  patience?: () => AbortSignal;
  /** What is under way: "This account has another upload under way". */
  busy: string;
}

const longestWait = 10_000;

/** Work that few do at once in this process: the others wait for their turn, first come, first served. */
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
   * Does work once it is its turn; without patience it is now or never.
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
    // Whoever came before and could go went already: nobody is passed.
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
