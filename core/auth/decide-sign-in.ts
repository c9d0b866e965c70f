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
  addressFailuresPerDay: 100,
  identifierFailuresPerDay: 50,
  daySeconds: 86_400,
} as const;

const secondsUntil = (end: Date, now: Date): number => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

/** Points that still count. */
export const livePoints = (count: AttemptCount | undefined, now: Date): number =>
  count && count.windowEndsAt > now ? count.points : 0;

/** Whether to go on, or the seconds to wait. */
export type Admission = { kind: 'admit' } | { kind: 'wait'; seconds: number };

/** Whether an attempt may be made at all, before any password is looked at. The answer is the same for known and unknown names. */
export function decideAdmission(
  counts: { pair: AttemptCount | undefined; address: AttemptCount | undefined; identifier: AttemptCount | undefined },
  now: Date,
): Admission {
  const waits: number[] = [];
  if (counts.pair?.blockedUntil && counts.pair.blockedUntil > now)
    waits.push(secondsUntil(counts.pair.blockedUntil, now));
  for (const [count, most] of [
    [counts.address, signInLimits.addressFailuresPerDay],
    [counts.identifier, signInLimits.identifierFailuresPerDay],
  ] as const)
    if (count && livePoints(count, now) >= most) waits.push(secondsUntil(count.windowEndsAt, now));
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

/** Signed in (with a new hash where due), or the new count of failures to store. */
export type SignInDecision = { kind: 'accept'; rehash: boolean } | { kind: 'refuse'; pair: AttemptCount };

/** What a checked password means. A person without a password is refused like an unknown one. */
export function decideLogin(input: {
  isKnown: boolean;
  passwordMatches: boolean;
  hashIsCurrent: boolean;
  pair: AttemptCount | undefined;
  now: Date;
}): SignInDecision {
  const { isKnown, passwordMatches, hashIsCurrent, pair, now } = input;
  if (isKnown && passwordMatches) return { kind: 'accept', rehash: !hashIsCurrent };
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
