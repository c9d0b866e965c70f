import { monitorEventLoopDelay } from 'node:perf_hooks';
import { problems } from '../contracts/problem.ts';

const sampleEvery = 500;
const mostOpenCalls = 400;
/** Open calls of one account: while it has these, the others have as many. */
const mostOfAccount = 200;
/** Work of seconds of one account at once: imports, exports, PDFs, bulk actions. */
const mostLongOfAccount = 2;

/** Measures how busy the process is and refuses calls it could not answer in time (503 with Retry-After). */
export class ServerLoad {
  readonly #delay = monitorEventLoopDelay({ resolution: 10 });
  readonly #timer: NodeJS.Timeout;
  #recentDelay = 0;
  #lastDelay = 0;
  #open = 0;
  readonly #openOf = new Map<string, number>();
  readonly #longOf = new Map<string, number>();
  #isDraining = false;
  readonly #longestDelay: number;

  /** `longestDelay`: milliseconds that the event loop may run late before calls are refused. */
  constructor(longestDelay = 200) {
    this.#longestDelay = longestDelay;
    this.#delay.enable();
    this.#timer = setInterval(() => {
      // The monitor counts its own resolution as delay.
      const delay = Math.max(0, this.#delay.mean / 1e6 - 10);
      // One long step, such as loading the mail renderer, is no overload: only what lasts over two samples counts.
      this.#recentDelay = Math.min(delay, this.#lastDelay);
      this.#lastDelay = delay;
      this.#delay.reset();
    }, sampleEvery);
    this.#timer.unref();
  }

  get openCalls(): number {
    return this.#open;
  }

  /** Milliseconds by which the event loop ran late, on average, in both of the last two half seconds. */
  get eventLoopDelay(): number {
    return this.#recentDelay;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** From now on readiness says no, so that a balancer sends calls elsewhere; those that come are still answered. */
  drain(): void {
    this.#isDraining = true;
  }

  /** @throws Problem 503 `overloaded` */
  admit(): void {
    if (this.#recentDelay > this.#longestDelay || this.#open >= mostOpenCalls)
      throw problems.overloaded({ retryAfter: 1 });
  }

  /** Counts a call until it settles. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#open += 1;
    try {
      return await work();
    } finally {
      this.#open -= 1;
    }
  }

  /**
   * Counts a call to the share of its account, once it is known that the caller belongs to it.
   * @throws Problem 429 `too_many_requests` where the account has its share of calls, or of long ones, under way
   */
  async ofAccount<T>(accountID: string, isLong: boolean, work: () => Promise<T>): Promise<T> {
    if ((this.#openOf.get(accountID) ?? 0) >= mostOfAccount)
      throw problems.too_many_requests({
        message: 'This account has too many calls under way; try again in a moment',
        retryAfter: 1,
      });
    if (isLong && (this.#longOf.get(accountID) ?? 0) >= mostLongOfAccount)
      throw problems.too_many_requests({
        message: 'This account has other long work under way (imports, exports, PDFs, bulk actions); try again soon',
        retryAfter: 2,
      });
    count(this.#openOf, accountID, 1);
    if (isLong) count(this.#longOf, accountID, 1);
    try {
      return await work();
    } finally {
      count(this.#openOf, accountID, -1);
      if (isLong) count(this.#longOf, accountID, -1);
    }
  }

  /** Resolves when no call is open, or after the given milliseconds. */
  async settled(timeout: number): Promise<boolean> {
    const end = Date.now() + timeout;
    while (this.#open > 0 && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    return this.#open === 0;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}
