import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits as text; what is stored of them is `hashToken`. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex: enough for secrets of 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * A code's stored form: keyed with the installation's secret and bound to the person, because six digits are soon
 * tried.
 */
export const hashCode = (secret: string, userID: string, code: string): string =>
  createHmac('sha256', secret).update(`verification code ${userID} ${code}`).digest('hex');

/**
 * The digits that were mailed for an id: made again whenever they are needed, from the secret of the installation, and
 * kept nowhere.
 */
export function mailedDigits(secret: string, id: string, count: number): string {
  const bytes = createHmac('sha256', secret).update(`mailed digits ${id}`).digest();
  return String(bytes.readBigUInt64BE(0) % 10n ** BigInt(count)).padStart(count, '0');
}

/** Whether two texts are equal, in a time that depends on their lengths only. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
