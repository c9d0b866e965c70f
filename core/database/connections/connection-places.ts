import { problems } from '../../contracts/endpoints/problem.ts';

/** Up to this number of places there is no limit per account. */
const fewPlaces = 4;

interface Waiting {
  account: string;
  enter(): void;
}

/**
 * Limits the connections in use to the size of the pool, in front of the pool, which treats all waiting work alike. A
 * call is refused after a while; a job waits. One account holds at most three quarters of the places, and a free place
 * goes to the account with the fewest, so that a busy account never blocks others.
 */
export class ConnectionPlaces {
  /** Number of places. */
  readonly most: number;
  #free: number;
  readonly #mostOfAccount: number;
  /** Number of places given back so far. */
  #given = 0;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(count: number) {
    this.most = count;
    this.#free = count;
    this.#mostOfAccount = count < fewPlaces ? count : count - Math.floor(count / 4);
  }

  /** Number of places in use. */
  get taken(): number {
    return this.most - this.#free;
  }

  /** Number of callers that wait for a place. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a place, at most this many milliseconds. `account` is '' for work without an account, which has no limit.
   * @throws Problem 429 `too_many_requests` where the account has reached its limit; 503 `overloaded` where all places
   * are in use, or no place of any account was given back meanwhile, because then the database is stuck and the account
   * is not the cause
   */
  async take(longestWait: number, account = ''): Promise<void> {
    if (this.#mayEnter(account)) {
      this.#enter(account);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const givenBefore = this.#given;
      const waiting: Waiting = {
        account,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.add(waiting);
      // A timer with an infinite delay would fire at once.
      if (Number.isFinite(longestWait))
        timer = setTimeout(() => {
          this.#waiting.delete(waiting);
          const isOwnFault =
            this.#heldBy(account) >= this.#mostOfAccount && this.#free > 0 && this.#given > givenBefore;
          reject(
            isOwnFault
              ? problems.too_many_requests({
                  message: 'This account has too many calls under way; try again in a moment',
                  retryAfter: 1,
                })
              : problems.overloaded({ retryAfter: 1 }),
          );
        }, longestWait);
    });
  }

  /**
   * Gives back a place of the account. Of the waiting callers, one of the account with the fewest places gets it, the
   * longest waiting first.
   */
  give(account = ''): void {
    this.#free += 1;
    this.#given += 1;
    const held = this.#heldBy(account) - 1;
    if (held > 0) this.#held.set(account, held);
    else this.#held.delete(account);
    let next: Waiting | undefined;
    for (const waiting of this.#waiting)
      if (this.#mayEnter(waiting.account) && (!next || this.#heldBy(waiting.account) < this.#heldBy(next.account)))
        next = waiting;
    if (!next) return;
    this.#waiting.delete(next);
    this.#enter(next.account);
    next.enter();
  }

  #mayEnter(account: string): boolean {
    return this.#free > 0 && (account === '' || this.#heldBy(account) < this.#mostOfAccount);
  }

  #enter(account: string): void {
    this.#free -= 1;
    if (account !== '') this.#held.set(account, this.#heldBy(account) + 1);
  }

  #heldBy(account: string): number {
    return this.#held.get(account) ?? 0;
  }
}
