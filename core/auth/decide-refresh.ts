/** A replay within this time of the rotation is two tabs at once, not a theft. */
export const raceWindowSeconds = 15;

/** What is stored about a presented token. */
export interface RefreshFacts {
  /** The stored token, undefined where the hash is unknown. */
  token: { rotatedAt: Date | null } | undefined;
  /** Its session, undefined where it was removed. */
  session: { expiresAt: Date; revokedAt: Date | null } | undefined;
  now: Date;
}

/**
 * - `unknown`: no such token, or its session is gone; nothing to revoke.
 * - `ended`: the session is over or revoked.
 * - `rotate`: the token is current; `lifeSeconds` remain of the session's absolute life.
 * - `raced`: a twin request has just rotated it; no second successor.
 * - `reused`: it was rotated long ago, so two parties hold it: the session has to end.
 */
export type RefreshDecision =
  | { kind: 'unknown' }
  | { kind: 'ended' }
  | { kind: 'rotate'; lifeSeconds: number }
  | { kind: 'raced' }
  | { kind: 'reused' };

/** What a presented refresh token means. */
export function decideRefresh({ token, session, now }: RefreshFacts): RefreshDecision {
  if (!token || !session) return { kind: 'unknown' };
  if (session.revokedAt || session.expiresAt <= now) return { kind: 'ended' };
  if (!token.rotatedAt)
    return { kind: 'rotate', lifeSeconds: Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000) };
  return now.getTime() - token.rotatedAt.getTime() <= raceWindowSeconds * 1000 ? { kind: 'raced' } : { kind: 'reused' };
}

const providerHours = 12;

/** Life of a session that began through the provider of an account: a working day. */
export const providerSessionEnd = (now: Date): Date => new Date(now.getTime() + providerHours * 3_600_000);

/** Life of a session in whole days: 1 to 30 (spec commerce section 9). */
export function sessionEnd(now: Date, days: number): Date {
  if (!Number.isInteger(days) || days < 1 || days > 30) throw new RangeError('A session lives for 1 to 30 whole days');
  return new Date(now.getTime() + days * 86_400_000);
}
