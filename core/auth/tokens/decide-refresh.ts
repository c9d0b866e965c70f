import { daysLater } from '../../contracts/texts/date.ts';

/** A token presented again within this time after its rotation counts as two tabs at once, later as theft. */
export const raceWindowSeconds = 15;

/** The stored state of a presented token. */
export interface RefreshFacts {
  /** The stored token; undefined for an unknown hash. */
  token: { rotatedAt: Date | null } | undefined;
  /** The token's session; undefined if it was removed. */
  session: { expiresAt: Date; revokedAt: Date | null } | undefined;
  now: Date;
}

/**
 * - `unknown`: the token or its session does not exist; there is nothing to revoke.
 * - `ended`: the session has expired or was revoked.
 * - `rotate`: the token is current; `lifeSeconds` of the session's absolute life remain.
 * - `raced`: a concurrent request has just rotated it, so it gets no second successor.
 * - `reused`: it was rotated long ago, so two parties have it and the session has to end.
 */
export type RefreshDecision =
  | { kind: 'unknown' }
  | { kind: 'ended' }
  | { kind: 'rotate'; lifeSeconds: number }
  | { kind: 'raced' }
  | { kind: 'reused' };

/** Decides on a presented refresh token. */
export function decideRefresh({ token, session, now }: RefreshFacts): RefreshDecision {
  if (!token || !session) return { kind: 'unknown' };
  if (session.revokedAt || session.expiresAt <= now) return { kind: 'ended' };
  if (!token.rotatedAt)
    return { kind: 'rotate', lifeSeconds: Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000) };
  return now.getTime() - token.rotatedAt.getTime() <= raceWindowSeconds * 1000 ? { kind: 'raced' } : { kind: 'reused' };
}

const providerHours = 12;

/** End of a session that began through an account's provider: after a working day. */
export const providerSessionEnd = (now: Date): Date => new Date(now.getTime() + providerHours * 3_600_000);

/** End of a session of 1 to 30 whole days (spec commerce section 9). */
export function sessionEnd(now: Date, days: number): Date {
  if (!Number.isInteger(days) || days < 1 || days > 30) throw new RangeError('A session lives for 1 to 30 whole days');
  return daysLater(now, days);
}
