import { problems } from '../../contracts/endpoints/problem.ts';

/** Largest total of request bodies in memory, in bytes. */
const most = 192_000_000;
/**
 * Largest total of one account, so that it cannot block other accounts: one file of the largest size and many small
 * bodies.
 */
const mostOfAccount = 96_000_000;
/** Largest total of all unknown callers together. */
const mostOfUnknownCallers = 16_000_000;
/** Bodies up to this size are always accepted, so that sign-ins and scans pass while large bodies are in memory. */
const small = 4_000;

/**
 * Total size of the request bodies in memory. Bodies beyond the limits are refused, so that the process does not run
 * out of memory.
 */
export class BodyBudget {
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  /** The lease of one request, which holds no bytes at first. */
  lease(): BodyLease {
    return new BodyLease((owner, bytes) => this.#take(owner, bytes));
  }

  /** Bytes of all open leases. */
  get taken(): number {
    return this.#taken;
  }

  #take(owner: string, bytes: number): void {
    const ownerTotal = (this.#takenBy.get(owner) ?? 0) + bytes;
    if (bytes > small && ownerTotal > (owner === '' ? mostOfUnknownCallers : mostOfAccount))
      throw owner === ''
        ? problems.overloaded({ retryAfter: 1 })
        : problems.too_many_requests({
            message: 'This account sends too much at once; try again in a moment',
            retryAfter: 1,
          });
    if (bytes > small && this.#taken + bytes > most) throw problems.overloaded({ retryAfter: 1 });
    this.#taken += bytes;
    if (ownerTotal > 0) this.#takenBy.set(owner, ownerTotal);
    else this.#takenBy.delete(owner);
  }
}

/** Bytes of one request's body, from reading it until the reply. */
export class BodyLease {
  readonly #change: (owner: string, bytes: number) => void;
  #owner = '';
  #bytes = 0;

  constructor(change: (owner: string, bytes: number) => void) {
    this.#change = change;
  }

  /** Counts the following bytes for an account. Bytes without an account count for unknown callers. */
  ownedBy(accountID: string): void {
    this.#owner = accountID;
  }

  /** Whether the caller is unknown. */
  get isUnknownCaller(): boolean {
    return this.#owner === '';
  }

  /** Counts bytes. @throws Problem 429 `too_many_requests`, 503 `overloaded` */
  take(bytes: number): void {
    this.#change(this.#owner, bytes);
    this.#bytes += bytes;
  }

  end(): void {
    if (this.#bytes) this.#change(this.#owner, -this.#bytes);
    this.#bytes = 0;
  }
}
