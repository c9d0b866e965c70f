import { problems } from '../contracts/problem.ts';

/** Bytes of bodies that are read and worked on at once, by all calls together. */
const most = 192_000_000;
/**
 * Share of one account, so that it cannot keep the others from sending: one of the largest files and all that is
 * small.
 */
const mostOfAccount = 96_000_000;
/** All callers that nobody knows share this. */
const mostOfStrangers = 16_000_000;
/** A sign-in or a scan gets in however many large bodies there are. */
const small = 4_000;

/** Bodies in flight: more than the memory is meant for are refused instead of killing the process. */
export class BodyBudget {
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  /** What one request takes; nothing at first. */
  lease(): BodyLease {
    return new BodyLease((owner, bytes) => this.#take(owner, bytes));
  }

  /** Bytes of all leases that are not over. */
  get taken(): number {
    return this.#taken;
  }

  #take(owner: string, bytes: number): void {
    const own = (this.#takenBy.get(owner) ?? 0) + bytes;
    if (bytes > small && own > (owner === '' ? mostOfStrangers : mostOfAccount))
      throw owner === ''
        ? problems.overloaded({ retryAfter: 1 })
        : problems.too_many_requests({
            message: 'This account sends too much at once; try again in a moment',
            retryAfter: 1,
          });
    if (bytes > small && this.#taken + bytes > most) throw problems.overloaded({ retryAfter: 1 });
    this.#taken += bytes;
    if (own > 0) this.#takenBy.set(owner, own);
    else this.#takenBy.delete(owner);
  }
}

/** The bytes of one request's body, from when they are read until it has been answered. */
export class BodyLease {
  readonly #change: (owner: string, bytes: number) => void;
  #owner = '';
  #bytes = 0;

  constructor(change: (owner: string, bytes: number) => void) {
    this.#change = change;
  }

  /** Says whose bytes they will be: an account's; those of nobody's are the strangers'. */
  ownedBy(accountID: string): void {
    this.#owner = accountID;
  }

  /** Whether nobody is known who sends the body. */
  get isStrangers(): boolean {
    return this.#owner === '';
  }

  /** @throws Problem 429 `too_many_requests`, 503 `overloaded` */
  take(bytes: number): void {
    this.#change(this.#owner, bytes);
    this.#bytes += bytes;
  }

  end(): void {
    if (this.#bytes) this.#change(this.#owner, -this.#bytes);
    this.#bytes = 0;
  }
}
