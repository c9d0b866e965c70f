import { monitorEventLoopDelay } from 'node:perf_hooks';
import { problems } from '../contracts/problem.ts';
import { WaitingLine } from '../kernel/waiting-line.ts';

const sampleEvery = 500;
/** Milliseconds that the event loop may run late before calls are refused. */
const longestDelay = 200;
const mostOpenCalls = 400;
/** Open calls of one account: while it has these, the others have as many. */
const mostOfAccount = 200;
/** Work of seconds of one account at once: imports, exports, PDFs, bulk actions. */
const mostLongOfAccount = 2;
/** Calls that wait for machines which accounts have named: of one account, and of all of them. */
const mostWaitsOfAccount = 2;
const mostWaits = 20;
const longestWait = 60_000;

/** What a call is to the share of its account. */
export interface CallKind {
  isLong?: boolean;
  /** Long work that waits for its turn. */
  inTurn?: boolean;
  /** Waits for another machine. */
  waits?: boolean;
}

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
  readonly #long = new WaitingLine({
    ofKey: mostLongOfAccount,
    busy: 'This account has other long work under way (imports, exports, PDFs, bulk actions)',
  });
  readonly #waits = new WaitingLine({
    ofKey: mostWaitsOfAccount,
    all: mostWaits,
    busy: 'Other calls wait for machines outside',
  });
  readonly #waitEnds: () => AbortSignal;
  #isDraining = false;

  /**
   * `delay`: milliseconds that the event loop ran late since it was asked before; `waitEnds`: until when a call that
   * has just begun may wait for another machine.
   */
  constructor(
    delay: () => number = measuredDelay(),
    waitEnds: () => AbortSignal = () => AbortSignal.timeout(longestWait),
  ) {
    this.#delay = delay;
    this.#waitEnds = waitEnds;
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
   * @throws Problem 429 `too_many_requests` where the account has its share of calls, of long ones or of waiting ones
   * under way; 504 `no_answer_in_time` for one that has waited too long
   */
  async ofAccount<T>(accountID: string, { isLong, inTurn, waits }: CallKind, work: () => Promise<T>): Promise<T> {
    if ((this.#openOf.get(accountID) ?? 0) >= mostOfAccount)
      throw problems.too_many_requests({
        message: 'This account has too many calls under way; try again in a moment',
        retryAfter: 1,
      });
    const waiting = waits ? () => this.#whileItWaits(accountID, work) : work;
    count(this.#openOf, accountID, 1);
    try {
      if (!isLong) return await waiting();
      return await this.#long.during(accountID, waiting, { isPatient: inTurn === true });
    } finally {
      count(this.#openOf, accountID, -1);
    }
  }

  /** Counts work that waits for another machine until it settles, and answers when that takes too long. */
  #whileItWaits<T>(accountID: string, work: () => Promise<T>): Promise<T> {
    const ends = this.#waitEnds();
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => reject(problems.no_answer_in_time());
      ends.addEventListener('abort', giveUp, { once: true });
      this.#waits
        .during(accountID, work, { isPatient: false })
        .finally(() => ends.removeEventListener('abort', giveUp))
        .then(resolve, reject);
    });
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
