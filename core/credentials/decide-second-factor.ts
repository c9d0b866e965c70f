import { dayLength } from '../contracts/texts/date.ts';
import type { ProviderOfSession } from './decide-session.ts';

/** A member's state under the account's requirement of a second factor. */
export type SecondFactorStanding =
  | { kind: 'pass' }
  /** May work, and has to set one up before the deadline. */
  | { kind: 'grace'; until: Date }
  /** Has to set one up before any work in the account. */
  | { kind: 'enrol' }
  /** Has one, but has not confirmed this session with it. */
  | { kind: 'confirm' };

/** Second factor of a session. */
export interface SignInFactor {
  isSetUp: boolean;
  isConfirmed: boolean;
  /** The provider with which it began; null for any other method. */
  through?: ProviderOfSession | null;
}

/** An account's requirement from a member: its start, and the days for setting a factor up. */
export interface SecondFactorDemand {
  since: Date;
  joinedAt: Date | null;
  graceDays: number;
}

/** The earliest start of the requirement for everyone (`*`) or the role; null without one. */
export function requiredSince(since: Readonly<Record<string, string>>, roleID: string): Date | null {
  const days = [since['*'], since[roleID]].filter((day) => day !== undefined).sort();
  return days[0] === undefined ? null : new Date(days[0]);
}

/** Deadline of a member; people who join later have the same number of days. */
export const graceEnd = ({ since, joinedAt, graceDays }: SecondFactorDemand): Date =>
  new Date(Math.max(since.getTime(), joinedAt?.getTime() ?? 0) + graceDays * dayLength);

/** Whether a member may work in the account with this session. */
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
