import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Problem } from '../contracts/endpoints/problem.ts';
import { authProblems } from '../contracts/sign-in/auth.contract.ts';
import { asDate, asOptionalDate } from '../database/rows/as-date.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { type AttemptCount, type Budget, budgetWait, livePoints } from './decide-sign-in.ts';
import type { RateLimit } from './rate-limit.entity.ts';

type Tables = { 'core.rate_limit': TableRow<typeof RateLimit> };

/**
 * A number of acts of one kind in a window that begins with the first. `caller`: counted by a property of the caller (a
 * network, a session, a key, an account of their own), and refused beyond. `named`: counted by a value that strangers
 * can enter (an address, a number, a person). Others must not be able to lock out its owner, so beyond the limit the
 * act has no effect while the reply stays the same.
 */
export interface LimitRule<Of extends 'caller' | 'named' = 'caller' | 'named'> {
  name: string;
  of: Of;
  points: number;
  seconds: number;
}
export type CallerRule = LimitRule<'caller'>;
export type NamedRule = LimitRule<'named'>;

/** Limits other than those of sign-in (reliability.md 5.2). */
export const limitRules = {
  resetPerIdentifier: { name: 'reset.identifier', of: 'named', points: 3, seconds: 3_600 },
  resetPerNetwork: { name: 'reset.network', of: 'caller', points: 30, seconds: 3_600 },
  resetTry: { name: 'reset.try', of: 'caller', points: 30, seconds: 3_600 },
  provider: { name: 'provider.network', of: 'caller', points: 60, seconds: 600 },
  passkey: { name: 'passkey.network', of: 'caller', points: 60, seconds: 600 },
  register: { name: 'register.network', of: 'caller', points: 60, seconds: 3_600 },
  /** Mails to one address, whoever requests them. */
  registerAddress: { name: 'register.address', of: 'named', points: 5, seconds: 3_600 },
  /** Wrong codes for one address, whoever enters them. */
  registerCode: { name: 'register.code', of: 'named', points: 50, seconds: 3_600 },
  /** Per signed-in person. */
  code: { name: 'code.person', of: 'caller', points: 5, seconds: 3_600 },
  invitationTry: { name: 'invitation.try', of: 'caller', points: 30, seconds: 3_600 },
  /** Invitations of one account to one address: interval, and number per day. */
  invitationAgain: { name: 'invitation.again', of: 'caller', points: 1, seconds: 300 },
  invitationToOne: { name: 'invitation.one', of: 'caller', points: 3, seconds: 86_400 },
  /** Mails of all accounts to one address. */
  invitationToAddress: { name: 'invitation.address', of: 'named', points: 10, seconds: 86_400 },
  invitationOfAccount: { name: 'invitation.account', of: 'caller', points: 100, seconds: 86_400 },
  devicePerNetwork: { name: 'device.network', of: 'caller', points: 10, seconds: 600 },
  /** Wrong codes for the devices of one account, whoever enters them; a code is valid for ten minutes. */
  deviceOfAccount: { name: 'device.account', of: 'named', points: 1_000, seconds: 3_600 },
  /**
   * Wrong codes for one person of a customer, whoever enters them; codes have eight digits, a hundred million values.
   */
  widgetCode: { name: 'widget-sign-in.person', of: 'named', points: 1_000, seconds: 86_400 },
} as const satisfies Record<string, LimitRule>;

/** The stored key of a rule and its subject, hashed so that emails and addresses are not readable. */
export const limitKey = (rule: string, ...subject: string[]): string =>
  `${rule}:${createHash('sha256').update(subject.join('\n')).digest('base64url')}`;

export const waitText = (seconds: number): string => {
  if (seconds <= 1) return 'a second';
  if (seconds >= 7_200) return `${Math.ceil(seconds / 3_600)} hours`;
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
};

/** The refusal 429 with the waiting time. */
export const tooManyAttempts = (seconds: number): Problem =>
  authProblems.too_many_attempts({
    message: `Too many attempts; try again in ${waitText(seconds)}`,
    retryAfter: seconds,
  });

const tables = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>();

/** Reads a count without locking it. */
export async function readCount(em: EntityManager, key: string): Promise<AttemptCount | undefined> {
  const row = await tables(em)
    .selectFrom('core.rate_limit')
    .select(['points', 'window_ends_at', 'blocked_until'])
    .where('key', '=', key)
    .executeTakeFirst();
  return (
    row && {
      points: row.points,
      windowEndsAt: asDate(row.window_ends_at),
      blockedUntil: asOptionalDate(row.blocked_until),
    }
  );
}

/** Reads a count and locks it until the transaction ends, so that parallel attempts are checked one after the other. */
export async function lockCount(em: EntityManager, key: string, now: Date): Promise<AttemptCount> {
  const row = await tables(em)
    .insertInto('core.rate_limit')
    .values({ key, points: 0, window_ends_at: now, blocked_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: sql.ref('excluded.key') }))
    .returning(['points', 'window_ends_at', 'blocked_until'])
    .executeTakeFirstOrThrow();
  return {
    points: row.points,
    windowEndsAt: asDate(row.window_ends_at),
    blockedUntil: asOptionalDate(row.blocked_until),
  };
}

/** Overwrites a count locked by `lockCount`. */
export async function writeCount(em: EntityManager, key: string, count: AttemptCount): Promise<void> {
  await tables(em)
    .updateTable('core.rate_limit')
    .set({ points: count.points, window_ends_at: count.windowEndsAt, blocked_until: count.blockedUntil })
    .where('key', '=', key)
    .execute();
}

/** Resets a count after a success. */
export async function forgetCount(em: EntityManager, key: string): Promise<void> {
  await tables(em).deleteFrom('core.rate_limit').where('key', '=', key).execute();
}

/** Adds a point to a fixed window, or begins a new one if it has ended; returns the new number of points. */
export const addPoint = (
  em: EntityManager,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ points: number; windowEndsAt: Date }> => countPoint(tables(em), key, seconds, now);

async function countPoint(
  query: QueryExecutorProvider,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ points: number; windowEndsAt: Date }> {
  const { rows } = await sql<{ points: number; window_ends_at: Date | string }>`select points, window_ends_at
    from core.count_point(${key}, ${seconds}, ${now})`.execute(query);
  const [row] = rows;
  if (!row) throw new Error('The point was not counted');
  return { points: row.points, windowEndsAt: asDate(row.window_ends_at) };
}

/** Whole seconds until an act is permitted; 0 within the limit. */
const secondsOver = ({ points, windowEndsAt }: { points: number; windowEndsAt: Date }, rule: LimitRule, now: Date) =>
  points > rule.points ? Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000)) : 0;

/** Uses one act of an evenly recovering budget; see `budgetWait`. */
export async function spend(em: EntityManager, { points, seconds }: Budget, key: string, now: Date): Promise<void> {
  const each = sql`make_interval(secs => ${seconds / points})`;
  await tables(em)
    .insertInto('core.rate_limit')
    .values({ key, points: 1, window_ends_at: sql<Date>`${now}::timestamptz + ${each}`, blocked_until: null })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        window_ends_at: sql<Date>`greatest(rate_limit.window_ends_at, ${now}::timestamptz) + ${each}`,
      }),
    )
    .execute();
}

/**
 * Uses one act of a network's budget. Many people may share an address, so nobody there waits longer than one act takes
 * to recover.
 * @throws Problem 429 `too_many_attempts`
 */
export async function spendOfNetwork(em: EntityManager, rule: CallerRule, network: string, now: Date): Promise<void> {
  const key = limitKey(rule.name, network);
  const wait = budgetWait(rule, await readCount(em, key), now);
  if (wait) throw tooManyAttempts(wait);
  await spend(em, rule, key, now);
}

/**
 * Counts one act and refuses it beyond the limit.
 * @throws Problem 429 `too_many_attempts`; the transaction rolls back, so refused acts do not extend the wait.
 */
export async function limit(em: EntityManager, rule: CallerRule, subject: string, now: Date): Promise<void> {
  const seconds = secondsOver(await addPoint(em, limitKey(rule.name, subject), rule.seconds, now), rule, now);
  if (seconds) throw tooManyAttempts(seconds);
}

/**
 * Counts one act by a value that strangers can enter. False beyond the limit: the caller then does nothing, but replies
 * as usual and after the usual time.
 */
export async function spendQuietly(em: EntityManager, rule: NamedRule, subject: string, now: Date): Promise<boolean> {
  return secondsOver(await addPoint(em, limitKey(rule.name, subject), rule.seconds, now), rule, now) === 0;
}

/** Whether a limit on a value that strangers can enter is reached; does not count. */
export async function isSpent(em: EntityManager, rule: NamedRule, subject: string, now: Date): Promise<boolean> {
  return livePoints(await readCount(em, limitKey(rule.name, subject)), now) >= rule.points;
}

/** Like `spendQuietly`, inside an account. */
export async function spendQuietlyInAccount(
  ctx: AccountContext,
  rule: NamedRule,
  ...subject: string[]
): Promise<boolean> {
  const now = ctx.clock.now();
  const counted = await countPoint(ctx.em.query(), limitKey(rule.name, ...subject), rule.seconds, now);
  return secondsOver(counted, rule, now) === 0;
}

/**
 * Like `limit`, inside an account, whose transactions have no direct access to the installation's counts. Returns the
 * seconds to wait, 0 within the limit.
 */
export async function countInAccount(ctx: AccountContext, rule: CallerRule, ...subject: string[]): Promise<number> {
  const now = ctx.clock.now();
  return secondsOver(await countPoint(ctx.em.query(), limitKey(rule.name, ...subject), rule.seconds, now), rule, now);
}

/** Gives back a point of an act that does not count after all. */
export async function takeBackPoint(em: EntityManager, key: string): Promise<void> {
  await sql`update core.rate_limit set points = points - 1 where key = ${key} and points > 0`.execute(tables(em));
}

/** Deletes up to `most` expired windows; returns their number. */
export async function sweepCounts(em: EntityManager, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from core.rate_limit where key in (
    select key from core.rate_limit where window_ends_at < ${now} and (blocked_until is null or blocked_until < ${now})
    order by window_ends_at limit ${most} for update skip locked)`.execute(tables(em));
  return Number(numAffectedRows ?? 0n);
}
