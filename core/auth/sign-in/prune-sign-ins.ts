import { type Kysely, sql } from 'kysely';
import { daysLater } from '../../contracts/texts/date.ts';
import type { Database } from '../../database/database.ts';
import { prunePersonKeys } from '../../kernel/calls/person-idempotency.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import { sweepCounts } from '../../limits/limiter.ts';
import { sweepChallenges } from './sign-in-challenge.ts';

const batchSize = 5000;

/** Ended sessions keep their tokens for a day, so that a late replay is still distinguished from a forgery. */
export const endedSessionDays = 1;

const dayBefore = (clock: Clock): Date => daysLater(clock.now(), -endedSessionDays);

/**
 * Deletes ended sessions, expired mailed secrets and unconfirmed registrations after a day, and idempotency keys of
 * people after seven days.
 */
export async function pruneSignIns(database: Database, clock: Clock): Promise<void> {
  const before = dayBefore(clock);
  await inBatches(database, async (query) => {
    // Tokens are deleted with their session; a token without session would count as unknown instead of replayed.
    const { rows } = await sql<{ id: string }>`select id from core.session
      where expires_at < ${before} or revoked_at < ${before} limit ${batchSize} for update skip locked`.execute(query);
    const ids = rows.map(({ id }) => id);
    await sql`delete from core.refresh_token where session_id = any(${ids}::text[])`.execute(query);
    await sql`delete from core.session where id = any(${ids}::text[])`.execute(query);
    return ids.length;
  });
  await inBatches(database, async (query) => {
    const { numAffectedRows } = await sql`delete from core.verification_token where id in
      (select id from core.verification_token
        where expires_at < ${before} limit ${batchSize} for update skip locked)`.execute(query);
    return Number(numAffectedRows ?? 0n);
  });
  await inBatches(database, async (query) => {
    const { numAffectedRows } = await sql`delete from core.pending_registration where id in
      (select id from core.pending_registration
        where expires_at < ${before} limit ${batchSize} for update skip locked)`.execute(query);
    return Number(numAffectedRows ?? 0n);
  });
  await inBatches(database, (query) => sweepChallenges(query, before, batchSize));
  for (let some = batchSize; some === batchSize; )
    some = await database.runAsAuth({ accountID: '', isPatient: true }, (em) =>
      prunePersonKeys({ em, clock }, batchSize),
    );
}

/** Deletes all expired windows of rate limits. */
export async function sweepLimits(database: Database, clock: Clock): Promise<void> {
  for (let some = batchSize; some === batchSize; )
    some = await database.runAsAuth({ accountID: '', isPatient: true }, (em) =>
      sweepCounts(em, clock.now(), batchSize),
    );
}

async function inBatches(database: Database, remove: (query: Kysely<unknown>) => Promise<number>): Promise<void> {
  for (let some = batchSize; some === batchSize; )
    some = await database.runAsAuth({ accountID: '', isPatient: true }, (em) => remove(em.getKysely<unknown>()));
}
