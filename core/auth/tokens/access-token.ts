import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

/** Life of an access token in seconds. */
export const accessTokenSeconds = 600;

/**
 * Largest number of tokens whose valid signature this process caches, because the check takes longer than the rest of
 * the authentication.
 */
const largest = 10_000;

const issuer = 'millwright';
const audience = 'millwright-api';
/** The PKCS #8 encoding of an Ed25519 key before the 32 bytes of its seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs and checks access tokens: JWTs with EdDSA only, without rights (reliability.md 5.2). */
export class AccessTokens {
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #known = new Map<string, { claims: { userID: string; sessionID: string }; from: number; until: number }>();

  /** Derives the key pair from the installation's secret, so that all processes have the same without a shared file. */
  constructor(secret: string) {
    const seed = Buffer.from(hkdfSync('sha256', secret, 'millwright', 'access token signing key, Ed25519, 1', 32));
    this.#privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
    this.#publicKey = createPublicKey(this.#privateKey);
  }

  sign(claims: { userID: string; sessionID: string }, now: Date): Promise<string> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT({ sid: claims.sessionID })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(claims.userID)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + accessTokenSeconds)
      .sign(this.#privateKey);
  }

  /** The claims of a valid token; undefined for any other text. */
  async verify(token: string, now: Date): Promise<{ userID: string; sessionID: string } | undefined> {
    // Longer than any valid token, so it is not parsed.
    if (token.length > 2_000) return undefined;
    const seconds = now.getTime() / 1000;
    const known = this.#known.get(token);
    if (known && known.from <= seconds && seconds < known.until) return known.claims;
    this.#known.delete(token);
    try {
      const { payload } = await jwtVerify(token, this.#publicKey, {
        algorithms: ['EdDSA'],
        issuer,
        audience,
        typ: 'at+jwt',
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      });
      const { sub, sid, exp = 0 } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string') return undefined;
      const claims = { userID: sub, sessionID: sid };
      this.#known.set(token, { claims, from: seconds, until: Math.floor(exp) });
      if (this.#known.size > largest) this.#known.delete(this.#known.keys().next().value as string);
      return claims;
    } catch {
      return undefined;
    }
  }
}
