import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { problems } from '../../contracts/endpoints/problem.ts';
import { renewsWait } from '../../database/transactions/outside-wait.ts';
import { WaitingLine } from '../../kernel/calls/waiting-line.ts';

const sampleEvery = 500;
/** Mean delay of the event loop in milliseconds above which calls are refused. */
const longestDelay = 200;
const mostOpenCalls = 400;
/** Open calls of one account; half of all, so that other accounts can still call. */
const mostOfAccount = 200;
/** Long calls of one account at once: imports, exports, PDFs, bulk actions. */
const mostLongOfAccount = 2;
/** Calls that wait for a machine named by an account: per account, and in total. */
const mostWaitsOfAccount = 2;
const mostWaits = 20;
const longestWait = 60_000;

/** Kind of a call, which decides the limits within its account. */
export interface CallKind {
  isLong?: boolean;
  /** Long work that waits for its turn instead of being refused. */
  inTurn?: boolean;
  /** True if the call waits for another machine. */
  waits?: boolean;
}

/**
 * The part of a delay that the process caused itself. For the rest of it other processes had the processor, and
 * refusals would not end that. `busy`: milliseconds in which the event loop had work; `ran`: milliseconds of processor
 * time.
 */
export const ownDelay = (delay: number, { busy, ran }: { busy: number; ran: number }): number =>
  busy > ran ? (delay * ran) / busy : delay;

/** Returns a function that returns the mean own delay of the event loop since its last call, in milliseconds. */
function measuredDelay(): () => number {
  const resolution = 10;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let processor = process.threadCpuUsage();
  let loop = performance.eventLoopUtilization();
  return () => {
    // The mean includes the resolution, and is NaN without samples.
    const mean = Math.max(0, delay.mean / 1e6 - resolution) || 0;
    delay.reset();
    const { user, system } = process.threadCpuUsage(processor);
    const { active: busy } = performance.eventLoopUtilization(loop);
    processor = process.threadCpuUsage();
    loop = performance.eventLoopUtilization();
    return ownDelay(mean, { busy, ran: (user + system) / 1_000 });
  };
}

/** Measures the load of the process and refuses calls that it could not answer in time (503 with Retry-After). */
export class ServerLoad {
  readonly #delay: () => number;
  readonly #timer: NodeJS.Timeout;
  #recentDelay = 0;
  #lastDelay = 0;
  #open = 0;
  readonly #openOf = new Map<string, number>();
  readonly #long: WaitingLine;
  readonly #waits = new WaitingLine({
    ofKey: mostWaitsOfAccount,
    all: mostWaits,
    busy: 'Other calls wait for machines outside',
  });
  readonly #waitEnds: () => AbortSignal;
  #isDraining = false;

  /**
   * `delay`: mean own delay of the event loop since the last call, in milliseconds. `waitEnds`: signal that aborts the
   * wait of a new call for another machine. `turnEnds`: signal that aborts the wait of long work for its turn.
   */
  constructor(
    delay: () => number = measuredDelay(),
    waitEnds: () => AbortSignal = () => AbortSignal.timeout(longestWait),
    turnEnds?: () => AbortSignal,
  ) {
    this.#delay = delay;
    this.#waitEnds = waitEnds;
    this.#long = new WaitingLine({
      ofKey: mostLongOfAccount,
      busy: 'This account has other long work under way (imports, exports, PDFs, bulk actions)',
      ...(turnEnds ? { patience: turnEnds } : {}),
    });
    this.#timer = setInterval(() => this.look(), sampleEvery);
    this.#timer.unref();
  }

  /** Measures the delay; a timer calls it every half second. */
  look(): void {
    const delay = this.#delay();
    // One long step, such as loading the mail renderer, is no overload. Only a delay in two successive measurements
    // counts.
    this.#recentDelay = Math.min(delay, this.#lastDelay);
    this.#lastDelay = delay;
  }

  get openCalls(): number {
    return this.#open;
  }

  /** The lower mean own delay of the event loop in the last two half seconds, in milliseconds. */
  get eventLoopDelay(): number {
    return this.#recentDelay;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /**
   * Makes the readiness probe fail, so that a load balancer sends calls elsewhere. Calls that still arrive are
   * answered.
   */
  drain(): void {
    this.#isDraining = true;
  }

  /** Refuses a call under overload. @throws Problem 503 `overloaded` */
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
   * Counts a call for its account. Called once it is known that the caller belongs to the account.
   * @throws Problem 429 `too_many_requests` where the account has reached its limit of calls, long calls or waiting
   * calls; 504 `no_answer_in_time` for a call that has waited too long
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

  /**
   * Counts work that waits for another machine until it settles, and rejects when it has waited too long since its
   * beginning or its last transaction.
   */
  #whileItWaits<T>(accountID: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => reject(problems.no_answer_in_time());
      let ends: AbortSignal | undefined;
      const stop = (): void => ends?.removeEventListener('abort', giveUp);
      const renew = (): void => {
        stop();
        ends = this.#waitEnds();
        ends.addEventListener('abort', giveUp, { once: true });
      };
      renew();
      this.#waits
        .during(accountID, () => renewsWait.run(renew, work), { isPatient: false })
        .finally(stop)
        .then(resolve, reject);
    });
  }

  /** Resolves with true when no call is open, or with false after the given milliseconds. */
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
