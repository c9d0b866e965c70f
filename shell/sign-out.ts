import { refreshAuthAccessToken, revokeRefreshToken } from '../core/contracts/auth.contract.ts';
import { ApiError, type Client } from '../core/contracts/client.ts';

const storageKey = 'millwright.signing-out';

/** Milliseconds between two tries while the server does not answer. */
const pauseBetweenTries = 5_000;

/**
 * Signing out that holds without the server (spec commerce section 8): the wish is kept in the browser, for all its
 * tabs and beyond its end. While the wish stands, no call is sent that a session answers, and the server is asked until
 * it has answered.
 */
export class SignOut {
  readonly #client: Client;
  readonly #pause: number;
  readonly #listeners = new Set<() => void>();
  /** Stands in where the browser keeps nothing. */
  #isWishedHere = false;
  #attempt: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #signInsUnderWay = 0;

  constructor(client: Client, pause = pauseBetweenTries) {
    this.#client = client;
    this.#pause = pause;
  }

  /** Whether somebody has signed out and the server does not know yet. */
  readonly isPending = (): boolean => {
    try {
      return this.#isWishedHere || localStorage.getItem(storageKey) !== null;
    } catch {
      return this.#isWishedHere;
    }
  };

  /** Tells of every change of `isPending` in this tab; answers how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Notes the wish and asks the server; resolves after the first try, whatever came of it. */
  begin(): Promise<void> {
    this.#keep(true);
    return this.resume();
  }

  /** Goes on with what an earlier page has begun. */
  resume(): Promise<void> {
    if (!this.isPending() || this.#signInsUnderWay) return Promise.resolve();
    clearTimeout(this.#timer);
    this.#attempt ??= this.#client
      .call(revokeRefreshToken, {}, { refreshes: false })
      .then(
        () => this.#keep(false),
        (error: unknown) => {
          console.warn('Signing out was not confirmed; it is tried again', error);
          this.#later();
        },
      )
      .finally(() => {
        this.#attempt = undefined;
      });
    return this.#attempt;
  }

  /** A sign-in has succeeded: the server has ended the session that this browser had before. */
  signedIn(): void {
    this.#keep(false);
  }

  /** The client whose calls respect the wish. Calls with a key (`hasKey`), as of a paired device, are of no session. */
  guard(onSignedOut: () => void, hasKey = (): boolean => false): Client {
    return {
      call: async (endpoint, input, options) => {
        if (!this.isPending() || hasKey()) return this.#client.call(endpoint, input, options);
        if (!endpoint.public || endpoint.name === refreshAuthAccessToken.name) {
          onSignedOut();
          throw new ApiError({ message: 'You have signed out', code: 'signed_out', status: 401 });
        }
        // Signing in and a try at the same time could end the session that has just begun.
        this.#signInsUnderWay += 1;
        try {
          await this.#attempt;
          return await this.#client.call(endpoint, input, options);
        } finally {
          this.#signInsUnderWay -= 1;
          this.#later();
        }
      },
    };
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.resume(), this.#pause);
  }

  #keep(isWished: boolean): void {
    clearTimeout(this.#timer);
    this.#isWishedHere = isWished;
    try {
      if (isWished) localStorage.setItem(storageKey, '1');
      else localStorage.removeItem(storageKey);
    } catch {
      // Storage is blocked by the browser: the wish lasts as long as the page.
    }
    for (const listener of this.#listeners) listener();
  }
}
