import { createHash, createHmac } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { type Kysely, sql } from 'kysely';
import { problems } from '../../contracts/endpoints/problem.ts';
import { daysLater } from '../../contracts/texts/date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import { column, globalTable } from '../../database/tenant-entity.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import type { Clock } from '../context/clock.ts';
import type { PersonContext } from '../context/context.ts';
import { keptDays, requireKey } from './idempotency.ts';

/**
 * Idempotency keys of people and strangers outside of accounts, written with the effect and kept for seven days. The
 * row does not contain the key, the body or the caller's address (ADR 0007).
 */
export const PersonIdempotencyKey = defineEntity({
  ...globalTable('core', 'person_idempotency_key'),
  name: 'PersonIdempotencyKey',
  properties: {
    /**
     * Hash of caller and key. For strangers also of route and body, so that nobody gets the reply to another caller.
     */
    id: column.id().primary(),
    requestHash: column.text(),
    status: p.integer().nullable(),
    /** Null for replies that are not kept. */
    body: column.text().nullable(),
    isKept: column.boolean(),
    createdAt: column.timestamp(),
  },
  indexes: [{ properties: ['createdAt'] }],
});

type Tables = { 'core.person_idempotency_key': TableRow<typeof PersonIdempotencyKey> };

const tables = (ctx: Pick<PersonContext, 'em'>): Kysely<Tables> => ctx.em.getKysely<Tables>();

/** A request with a key. */
export interface KeyedRequest {
  /** The `Idempotency-Key` header. */
  key: string;
  method: string;
  path: string;
  accountID: string | undefined;
  body: Uint8Array;
}

/** A reply before it is sent. */
export interface PlainAnswer {
  status: number;
  body: string | null;
}

/** The work of a request, and the handling of its repetition. */
export interface KeyedWork<A extends PlainAnswer> {
  run(): Promise<A>;
  /** Whether the reply may be kept and repeated; called after `run`. */
  mayKeep(): boolean;
  /** Replies to a repeated request whose first reply was not kept. */
  repeat?: (() => Promise<A>) | undefined;
}

/** Keyed hash of a request: bodies contain passwords, which readers of the table could guess from a plain hash. */
const hashUnder = (secret: string, ...parts: (string | Uint8Array)[]): string => {
  const hmac = createHmac('sha256', createHash('sha256').update(`idempotency ${secret}`).digest());
  // Each part is hashed separately, so that different lists of parts never give the same text.
  for (const part of parts) hmac.update(createHash('sha256').update(part).digest());
  return hmac.digest('hex');
};

/**
 * Runs the work once per key. A repeated request gets the kept reply. If the reply could not be kept (it set cookies or
 * contained a secret), the route's own repetition replies, or else 409 `idempotency_answer_not_kept`. A concurrent
 * request with the key is refused at once instead of waiting, because the first one may need its connection.
 * @throws Problem 409 `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function answerOnce<A extends PlainAnswer>(
  ctx: PersonContext,
  secret: string,
  request: KeyedRequest,
  work: KeyedWork<A>,
): Promise<A | (PlainAnswer & { headers: Record<string, string> })> {
  requireKey(request.key);
  const requestHash = hashUnder(secret, request.method, request.path, request.accountID ?? '', request.body);
  const caller = ctx.actor.type === 'anonymous' ? ['stranger', requestHash] : [ctx.actor.type, ctx.actor.id];
  const id = hashUnder(secret, ...caller, request.key);
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as held`.execute(tables(ctx));
  if (!rows[0]?.held) throw problems.idempotency_in_progress({ retryAfter: 1 });
  const known = await tables(ctx)
    .selectFrom('core.person_idempotency_key')
    .select(['request_hash', 'status', 'body', 'is_kept'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) {
    if (known.request_hash !== requestHash) throw problems.idempotency_key_reused();
    if (known.is_kept)
      return { status: known.status ?? 200, body: known.body, headers: { 'idempotent-replayed': 'true' } };
    if (work.repeat) return work.repeat();
    throw problems.idempotency_answer_not_kept();
  }
  await tables(ctx)
    .insertInto('core.person_idempotency_key')
    .values({ id, request_hash: requestHash, status: null, body: null, is_kept: false, created_at: ctx.clock.now() })
    .execute();
  const answer = await work.run().catch(async (error: unknown) => {
    // The refusal's transaction commits, so the key is removed here; the request may be repeated.
    if (error instanceof CommittedRefusal)
      await tables(ctx).deleteFrom('core.person_idempotency_key').where('id', '=', id).execute();
    throw error;
  });
  if (work.mayKeep())
    await tables(ctx)
      .updateTable('core.person_idempotency_key')
      .set({ status: answer.status, body: answer.body, is_kept: true })
      .where('id', '=', id)
      .execute();
  return answer;
}

/** Deletes up to `most` expired keys and returns their number. */
export async function prunePersonKeys(
  ctx: Pick<PersonContext, 'em'> & { clock: Clock },
  most: number,
): Promise<number> {
  const before = daysLater(ctx.clock.now(), -keptDays);
  const { numAffectedRows } = await sql`delete from core.person_idempotency_key where id in
    (select id from core.person_idempotency_key where created_at < ${before} limit ${most})`.execute(tables(ctx));
  return Number(numAffectedRows ?? 0n);
}
