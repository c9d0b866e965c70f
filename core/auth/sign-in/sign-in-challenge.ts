import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { hashToken, newToken } from '../../credentials/secret-token.ts';
import { asDate } from '../../database/rows/as-date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import type { SignInChallenge } from '../factors/second-factor.entity.ts';

type Tables = { 'core.sign_in_challenge': TableRow<typeof SignInChallenge> };

/** Lifetimes in minutes of operations that begin in one request and end in another. */
const minutes = { second_factor: 5, passkey: 5, passkey_set_up: 5, provider: 10 } as const;
export type ChallengePurpose = keyof typeof minutes;

/** The data with which a challenge began. */
export interface Challenge {
  userID: string | null;
  data: Record<string, string>;
}

const tables = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>();

/** Begins a challenge. Only the browser gets the token. */
export async function beginChallenge(
  ctx: Pick<PersonContext, 'em' | 'clock'>,
  purpose: ChallengePurpose,
  { userID, data = {} }: { userID: string | null; data?: Record<string, string> },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + minutes[purpose] * 60_000);
  await tables(ctx.em)
    .insertInto('core.sign_in_challenge')
    .values({
      token_hash: hashToken(token),
      purpose,
      user_id: userID,
      data: sql<Record<string, string>>`${JSON.stringify(data)}::jsonb`,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}

/** The challenge of a token, locked until the transaction ends; undefined if it is unknown, expired or used. */
export async function holdChallenge(
  ctx: Pick<PersonContext, 'em' | 'clock'>,
  purpose: ChallengePurpose,
  token: string,
): Promise<Challenge | undefined> {
  const row = await tables(ctx.em)
    .selectFrom('core.sign_in_challenge')
    .select(['user_id', 'data', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst();
  if (!row || asDate(row.expires_at) <= ctx.clock.now()) return undefined;
  return { userID: row.user_id, data: row.data };
}

/** Ends a challenge, which is valid for one success. */
export async function endChallenge(em: EntityManager, token: string): Promise<void> {
  await tables(em).deleteFrom('core.sign_in_challenge').where('token_hash', '=', hashToken(token)).execute();
}

/** Ends all challenges of a person, because their password or second factor has changed. */
export async function endChallengesOf(em: EntityManager, userID: string): Promise<void> {
  await tables(em).deleteFrom('core.sign_in_challenge').where('user_id', '=', userID).execute();
}

/** Deletes up to `most` expired challenges; returns their number. */
export async function sweepChallenges(query: Kysely<unknown>, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from core.sign_in_challenge where token_hash in
    (select token_hash from core.sign_in_challenge where expires_at < ${before}
      limit ${most} for update skip locked)`.execute(query);
  return Number(numAffectedRows ?? 0n);
}
