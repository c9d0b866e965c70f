/** The counter of a sign-in limit. */
export interface AttemptCount {
  points: number;
  windowEndsAt: Date;
  blockedUntil: Date | null;
}

/** Limits of sign-in (reliability.md 5.2). */
export const signInLimits = {
  /** Consecutive failures of one identifier from one address before waiting times begin. */
  pairFailures: 10,
  firstWaitSeconds: 60,
  longestWaitSeconds: 3_600,
  /** Seconds for which failures of a pair count after the last one. */
  pairMemorySeconds: 86_400,
  /** Failures of all people behind one address: this many at once, and one more every six seconds. */
  address: { name: 'sign-in.network', points: 100, seconds: 600 },
  /** Failures for one name from all addresses: this many at once, and one more every two minutes. */
  identifier: { name: 'sign-in.identifier', points: 50, seconds: 6_000 },
} as const;

/** A number of acts at once; used ones recover evenly, all of them within the seconds. */
export interface Budget {
  points: number;
  seconds: number;
}

/**
 * Seconds until a budget permits one more act; 0 if it does now. Used acts are stored as the time of their full
 * recovery (`windowEndsAt`), so that nobody waits longer than one act takes to recover.
 */
export function budgetWait(budget: Budget, count: Pick<AttemptCount, 'windowEndsAt'> | undefined, now: Date): number {
  const each = budget.seconds / budget.points;
  const spent = Math.max(0, ((count?.windowEndsAt.getTime() ?? 0) - now.getTime()) / 1000);
  const over = spent - (budget.points - 1) * each;
  return over > 0 ? Math.ceil(over) : 0;
}

const secondsUntil = (end: Date, now: Date): number => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

/** Points that are not expired. */
export const livePoints = (count: AttemptCount | undefined, now: Date): number =>
  count && count.windowEndsAt > now ? count.points : 0;

/** Permission for an attempt, or the seconds to wait. */
export type Admission = { kind: 'admit' } | { kind: 'wait'; seconds: number };

/**
 * Whether an attempt is permitted, before its password is checked. The reply is the same for known and unknown names.
 * In a browser that the person has used before only their own failures there count, so the budgets are not given.
 */
export function decideAdmission(
  counts: { pair: AttemptCount | undefined; address: AttemptCount | undefined; identifier: AttemptCount | undefined },
  now: Date,
): Admission {
  const waits: number[] = [];
  if (counts.pair?.blockedUntil && counts.pair.blockedUntil > now)
    waits.push(secondsUntil(counts.pair.blockedUntil, now));
  for (const name of ['address', 'identifier'] as const) {
    const wait = budgetWait(signInLimits[name], counts[name], now);
    if (wait) waits.push(wait);
  }
  return waits.length ? { kind: 'wait', seconds: Math.max(...waits) } : { kind: 'admit' };
}

/**
 * Seconds to wait after this many consecutive failures: none up to the ninth, then a minute, doubling up to an hour.
 */
export function waitAfterFailures(failures: number): number {
  if (failures < signInLimits.pairFailures) return 0;
  return Math.min(
    signInLimits.longestWaitSeconds,
    signInLimits.firstWaitSeconds * 2 ** Math.min(20, failures - signInLimits.pairFailures),
  );
}

/** Success, or the new count of failures to store. */
export type SignInDecision = { kind: 'accept' } | { kind: 'refuse'; pair: AttemptCount };

/** Decides on an attempt to prove an identity. */
export function decideLogin(input: { isProven: boolean; pair: AttemptCount | undefined; now: Date }): SignInDecision {
  const { isProven, pair, now } = input;
  if (isProven) return { kind: 'accept' };
  const points = livePoints(pair, now) + 1;
  const wait = waitAfterFailures(points);
  return {
    kind: 'refuse',
    pair: {
      points,
      windowEndsAt: new Date(now.getTime() + signInLimits.pairMemorySeconds * 1000),
      blockedUntil: wait ? new Date(now.getTime() + wait * 1000) : null,
    },
  };
}
