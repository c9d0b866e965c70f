import { problems } from '../contracts/problem.ts';

/** Below so many places there is nothing to share. */
const fewPlaces = 4;

interface Waiting {
  account: string;
  enter(): void;
}

/**
 * As many places as a pool has connections. In front of the pool, because that one knows no difference between a
 * caller, who is refused after a while, and a job, which waits; nor between accounts: one holds at most three quarters
 * of the places, and a place that falls free goes to the account that holds the fewest, so that a busy one never keeps
 * the others waiting.
 */
export class ConnectionPlaces {
  /** How many there are. */
  readonly most: number;
  #free: number;
  readonly #mostOfAccount: number;
  /** How many were given back so far. */
  #given = 0;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(count: number) {
    this.most = count;
    this.#free = count;
    this.#mostOfAccount = count < fewPlaces ? count : count - Math.floor(count / 4);
  }

  /** How many are taken. */
  get taken(): number {
    return this.most - this.#free;
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a place, at most so many milliseconds; `account` is '' for work of no account, which has no share.
   * @throws Problem 429 `too_many_requests` where the account holds its share, 503 `overloaded` where all places are
   * taken or no place of any account was given back in all that time: then the database stands still, which is not the
   * fault of whoever waits
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
      // Timers know no infinity: they would fire at once.
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
   * Gives a place of the account back; of those that wait, the account with the fewest places enters, whoever waited
   * longest.
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
