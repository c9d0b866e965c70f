import { monitorEventLoopDelay } from 'node:perf_hooks';
import { problems } from '../contracts/problem.ts';

const sampleEvery = 500;
/** Milliseconds that the event loop may run late before calls are refused. */
const longestDelay = 200;
const mostOpenCalls = 400;
/** Open calls of one account: while it has these, the others have as many. */
const mostOfAccount = 200;
/** Work of seconds of one account at once: imports, exports, PDFs, bulk actions. */
const mostLongOfAccount = 2;

/** Answers how many milliseconds the event loop ran late on average since it was asked before. */
function measuredDelay(): () => number {
  const resolution = 10;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  return () => {
    // The monitor counts its own resolution as delay.
    const mean = Math.max(0, delay.mean / 1e6 - resolution);
    delay.reset();
    return mean;
  };
}

/** Measures how busy the process is and refuses calls it could not answer in time (503 with Retry-After). */
export class ServerLoad {
  readonly #delay: () => number;
  readonly #timer: NodeJS.Timeout;
  #recentDelay = 0;
  #lastDelay = 0;
  #open = 0;
  readonly #openOf = new Map<string, number>();
  readonly #longOf = new Map<string, number>();
  #isDraining = false;

  /** `delay`: milliseconds that the event loop ran late since it was asked before. */
  constructor(delay: () => number = measuredDelay()) {
    this.#delay = delay;
    this.#timer = setInterval(() => this.look(), sampleEvery);
    this.#timer.unref();
  }

  /** Asks for the delay; by itself every half second. */
  look(): void {
    const delay = this.#delay();
    // One long step, such as loading the mail renderer, is no overload: only what lasts over two looks counts.
    this.#recentDelay = Math.min(delay, this.#lastDelay);
    this.#lastDelay = delay;
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
    if (this.#recentDelay > longestDelay || this.#open >= mostOpenCalls) throw problems.overloaded({ retryAfter: 1 });
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
  }
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}
