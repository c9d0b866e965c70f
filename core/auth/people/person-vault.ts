import { createHash, hkdfSync } from 'node:crypto';
import { open, seal, UnreadableSecretError } from '../../integrations/credential-vault.ts';

/**
 * Encrypts secrets of people. People belong to no account, so the key is derived from the installation's secret (HKDF).
 * An encrypted value is bound to its person and cannot be decrypted for another. Its form is `v1.<key id>.<iv,
 * ciphertext and tag>`.
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

  /** Whether the value was encrypted with this secret of the installation. */
  isOf(sealed: string): boolean {
    return sealed.startsWith(`v1.${this.#id}.`);
  }

  /** Decrypts a value. @throws UnreadableSecretError if it was encrypted with another secret of the installation */
  open(userID: string, sealed: string): Uint8Array {
    const what = `The authenticator app of ${userID}`;
    if (!this.isOf(sealed)) throw new UnreadableSecretError(what);
    return open(this.#key, sealed.split('.')[2] ?? '', userID, what);
  }
}
