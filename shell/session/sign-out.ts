import { ApiError, type Client } from '../../core/contracts/client.ts';
import { refreshAuthAccessToken, revokeRefreshToken } from '../../core/contracts/sign-in/auth.contract.ts';

const storageKey = 'millwright.signing-out';

/** Milliseconds between two attempts while the server does not answer. */
const pauseBetweenTries = 5_000;

/**
 * Sign-out that works without the server (spec commerce section 8). A sign-out request is stored in the browser, for
 * all its tabs and after it is closed. While it is stored, no call that uses the session is sent, and the sign-out is
 * repeated until the server has answered.
 */
export class SignOut {
  readonly #client: Client;
  readonly #pause: number;
  readonly #listeners = new Set<() => void>();
  /** Used if the browser has no storage. */
  #isWishedHere = false;
  #attempt: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #signInsUnderWay = 0;

  constructor(client: Client, pause = pauseBetweenTries) {
    this.#client = client;
    this.#pause = pause;
  }

  /** Whether a sign-out is not yet confirmed by the server. */
  readonly isPending = (): boolean => {
    try {
      return this.#isWishedHere || localStorage.getItem(storageKey) !== null;
    } catch {
      return this.#isWishedHere;
    }
  };

  /** Calls back on every change of `isPending` in this tab; answers the function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Stores the request and calls the server; resolves after the first attempt, successful or not. */
  begin(): Promise<void> {
    this.#keep(true);
    return this.resume();
  }

  /** Continues a sign-out that an earlier page began. */
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

  /** Called after a successful sign-in, with which the server has ended the previous session of this browser. */
  signedIn(): void {
    this.#keep(false);
  }

  /**
   * The client that respects a pending sign-out. Calls with a key (`hasKey`), such as those of a paired device, use no
   * session.
   */
  guard(onSignedOut: () => void, hasKey = (): boolean => false): Client {
    return {
      call: async (endpoint, input, options) => {
        if (!this.isPending() || hasKey()) return this.#client.call(endpoint, input, options);
        if (!endpoint.public || endpoint.name === refreshAuthAccessToken.name) {
          onSignedOut();
          throw new ApiError({ message: 'You have signed out', code: 'signed_out', status: 401 });
        }
        // A sign-out attempt during a sign-in could end the new session.
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
      // The browser blocks storage: the request lasts as long as the page.
    }
    for (const listener of this.#listeners) listener();
  }
}
