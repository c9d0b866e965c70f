import { createHash, hkdfSync } from 'node:crypto';
import { open, seal, UnreadableSecretError } from '../integrations/credential-vault.ts';

/**
 * Seals what a person keeps with us: people belong to no account, so the key is the installation's (HKDF). A sealed
 * value is bound to its person and opens for nobody else. Its form is `v1.<key id>.<iv, ciphertext and tag>`.
 */
export class PersonVault {
  readonly #id: string;
  readonly #key: Uint8Array;

  constructor(secret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, 'millwright', 'secrets of people', 32));
    this.#id = createHash('sha256').update(this.#key).digest('hex').slice(0, 12);
  }

  seal(userID: string, bytes: Uint8Array): string {
    return `v1.${this.#id}.${seal(this.#key, bytes, userID)}`;
  }

  /** Whether this secret of the installation sealed it. */
  isOf(sealed: string): boolean {
    return sealed.startsWith(`v1.${this.#id}.`);
  }

  /** @throws UnreadableSecretError where another secret of the installation sealed it */
  open(userID: string, sealed: string): Uint8Array {
    const what = `The authenticator app of ${userID}`;
    if (!this.isOf(sealed)) throw new UnreadableSecretError(what);
    return open(this.#key, sealed.split('.')[2] ?? '', userID, what);
  }
}
