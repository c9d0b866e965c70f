import type { ProviderOfSession } from './decide-session.ts';

/** Where a member stands with the second factor that their account requires. */
export type SecondFactorStanding =
  | { kind: 'pass' }
  /** Works on, and sets one up before the day. */
  | { kind: 'grace'; until: Date }
  /** Does nothing in the account before one is set up. */
  | { kind: 'enrol' }
  /** Has one, and has not confirmed this sign-in with it. */
  | { kind: 'confirm' };

/** What a sign-in says of its person's second factor. */
export interface SignInFactor {
  isSetUp: boolean;
  isConfirmed: boolean;
  /** The provider through which it began; null for every other way. */
  through?: ProviderOfSession | null;
}

/** What an account asks of a member: since when, and how many days people have. */
export interface SecondFactorDemand {
  since: Date;
  joinedAt: Date | null;
  graceDays: number;
}

/** The earliest day since which everyone (`*`) or the role has to have one; null where neither does. */
export function requiredSince(since: Readonly<Record<string, string>>, roleID: string): Date | null {
  const days = [since['*'], since[roleID]].filter((day) => day !== undefined).sort();
  return days[0] === undefined ? null : new Date(days[0]);
}

/** Until when a member may go without: those who join later have as long as the others had. */
export const graceEnd = ({ since, joinedAt, graceDays }: SecondFactorDemand): Date =>
  new Date(Math.max(since.getTime(), joinedAt?.getTime() ?? 0) + graceDays * 86_400_000);

/** Whether a member may work in the account with this sign-in. */
export function decideSecondFactor(
  demand: SecondFactorDemand | null,
  { isSetUp, isConfirmed }: SignInFactor,
  now: Date,
): SecondFactorStanding {
  if (!demand) return { kind: 'pass' };
  if (isSetUp) return isConfirmed ? { kind: 'pass' } : { kind: 'confirm' };
  const until = graceEnd(demand);
  return now < until ? { kind: 'grace', until } : { kind: 'enrol' };
}
