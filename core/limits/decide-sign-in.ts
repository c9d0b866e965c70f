/** Counters that a sign-in attempt is judged by. */
export interface AttemptCount {
  points: number;
  windowEndsAt: Date;
  blockedUntil: Date | null;
}

/** Limits of signing in (reliability.md 5.2). */
export const signInLimits = {
  /** Consecutive failures of one identifier from one address before waiting begins. */
  pairFailures: 10,
  firstWaitSeconds: 60,
  longestWaitSeconds: 3_600,
  /** How long failures of a pair are remembered after the last one. */
  pairMemorySeconds: 86_400,
  /** Failures of everybody behind one address: so many at once, and one more every six seconds. */
  address: { name: 'sign-in.network', points: 100, seconds: 600 },
  /** Failures for one name from everywhere: so many at once, and one more every two minutes. */
  identifier: { name: 'sign-in.identifier', points: 50, seconds: 6_000 },
} as const;

/** So many acts at once; spent ones come back evenly, all of them within the seconds. */
export interface Budget {
  points: number;
  seconds: number;
}

/**
 * Seconds until a budget has room for one more act, 0 where it has. What was spent is held as the instant at which all
 * of it is back (`windowEndsAt`), so that nobody waits longer than one act takes to come back.
 */
export function budgetWait(budget: Budget, count: Pick<AttemptCount, 'windowEndsAt'> | undefined, now: Date): number {
  const each = budget.seconds / budget.points;
  const spent = Math.max(0, ((count?.windowEndsAt.getTime() ?? 0) - now.getTime()) / 1000);
  const over = spent - (budget.points - 1) * each;
  return over > 0 ? Math.ceil(over) : 0;
}

const secondsUntil = (end: Date, now: Date): number => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

/** Points that still count. */
export const livePoints = (count: AttemptCount | undefined, now: Date): number =>
  count && count.windowEndsAt > now ? count.points : 0;

/** Whether to go on, or the seconds to wait. */
export type Admission = { kind: 'admit' } | { kind: 'wait'; seconds: number };

/**
 * Whether an attempt may be made at all, before any password is looked at. The answer is the same for known and unknown
 * names. From a browser that the person has used before only their own failures in it count: the budgets are not given.
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

/** Seconds to wait after this many failures in a row: none up to the ninth, then a minute, doubling up to an hour. */
export function waitAfterFailures(failures: number): number {
  if (failures < signInLimits.pairFailures) return 0;
  return Math.min(
    signInLimits.longestWaitSeconds,
    signInLimits.firstWaitSeconds * 2 ** Math.min(20, failures - signInLimits.pairFailures),
  );
}

/** Proven, or the new count of failures to store. */
export type SignInDecision = { kind: 'accept' } | { kind: 'refuse'; pair: AttemptCount };

/** What an attempt to prove who somebody is means. */
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
