import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A token of 256 random bits; only its `hashToken` is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex, sufficient for secrets of 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * The stored form of a code, keyed with the installation's secret and bound to the person, because six digits are
 * easily tried.
 */
export const hashCode = (secret: string, userID: string, code: string): string =>
  createHmac('sha256', secret).update(`verification code ${userID} ${code}`).digest('hex');

/** The mailed digits for an id, derived from the installation's secret each time and never stored. */
export function mailedDigits(secret: string, id: string, count: number): string {
  const bytes = createHmac('sha256', secret).update(`mailed digits ${id}`).digest();
  return String(bytes.readBigUInt64BE(0) % 10n ** BigInt(count)).padStart(count, '0');
}

/** Compares two texts in a time that depends only on their lengths. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
