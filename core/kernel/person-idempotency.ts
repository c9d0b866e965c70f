import { createHash, createHmac } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { type Kysely, sql } from 'kysely';
import { problems } from '../contracts/problem.ts';
import { KeptRefusal } from '../database/kept-refusal.ts';
import type { TableRow } from '../database/table-row.ts';
import { column, globalTable } from '../database/tenant-entity.ts';
import type { Clock } from './clock.ts';
import type { PersonContext } from './context.ts';
import { keptDays, requireKey } from './idempotency.ts';

/**
 * What was done under an idempotency key by people and strangers, outside any account: written with the effect, kept
 * seven days.
 * Neither key, body nor address of the caller is in it (ADR 0007).
 */
export const PersonIdempotencyKey = defineEntity({
  ...globalTable('core', 'person_idempotency_key'),
  name: 'PersonIdempotencyKey',
  properties: {
    /**
     * Hash of caller and key; of strangers also of route and body, so that nobody is answered what another one asked.
     */
    id: column.id().primary(),
    requestHash: column.text(),
    status: p.integer().nullable(),
    /** Null for answers that are not kept. */
    body: column.text().nullable(),
    isKept: column.boolean(),
    createdAt: column.timestamp(),
  },
  indexes: [{ properties: ['createdAt'] }],
});

type Tables = { 'core.person_idempotency_key': TableRow<typeof PersonIdempotencyKey> };

const tables = (ctx: Pick<PersonContext, 'em'>): Kysely<Tables> => ctx.em.getKysely() as unknown as Kysely<Tables>;

/** A request under a key, as the pipeline knows it. */
export interface KeyedRequest {
  /** The `Idempotency-Key` header. */
  key: string;
  method: string;
  path: string;
  accountID: string | undefined;
  body: Uint8Array;
}

/** An answer before it is sent. */
export interface PlainAnswer {
  status: number;
  body: string | null;
}

/** How the handler's answer is had, and what becomes of a second request. */
export interface KeyedWork<A extends PlainAnswer> {
  run(): Promise<A>;
  /** Whether the answer may be kept and given again; asked after `run`. */
  mayKeep(): boolean;
  /** Answers a repeated request whose answer was not kept. */
  repeat?: (() => Promise<A>) | undefined;
}

/**
 * What is stored of a request: bodies hold passwords, and a plain hash of one could be guessed by whoever reads the
 * table.
 */
const hashUnder = (secret: string, ...parts: (string | Uint8Array)[]): string => {
  const hmac = createHmac('sha256', createHash('sha256').update(`idempotency ${secret}`).digest());
  // Hashed one by one: no two lists of parts run together into the same text.
  for (const part of parts) hmac.update(createHash('sha256').update(part).digest());
  return hmac.digest('hex');
};

/**
 * Runs the work of a key once. A repeated request gets the kept answer; where that could not be kept (it set cookies or
 * held a secret) the route's own way to repeat, else 409 `idempotency_answer_not_kept`. A twin under way is sent away
 * at once rather than left waiting: its connection may be the one that the first needs.
 * @throws Problem 409 `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function answerOnce<A extends PlainAnswer>(
  ctx: PersonContext,
  secret: string,
  request: KeyedRequest,
  work: KeyedWork<A>,
): Promise<A | (PlainAnswer & { headers: Record<string, string> })> {
  requireKey(request.key);
  const asked = hashUnder(secret, request.method, request.path, request.accountID ?? '', request.body);
  const caller = ctx.actor.type === 'anonymous' ? ['stranger', asked] : [ctx.actor.type, ctx.actor.id];
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
    if (known.request_hash !== asked) throw problems.idempotency_key_reused();
    if (known.is_kept)
      return { status: known.status ?? 200, body: known.body, headers: { 'idempotent-replayed': 'true' } };
    if (work.repeat) return work.repeat();
    throw problems.idempotency_answer_not_kept();
  }
  await tables(ctx)
    .insertInto('core.person_idempotency_key')
    .values({ id, request_hash: asked, status: null, body: null, is_kept: false, created_at: ctx.clock.now() })
    .execute();
  const answer = await work.run().catch(async (error: unknown) => {
    // Its transaction commits, and the refused request may be sent again.
    if (error instanceof KeptRefusal)
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

/** Forgets so many keys that nobody repeats any more; answers how many those were. */
export async function prunePersonKeys(
  ctx: Pick<PersonContext, 'em'> & { clock: Clock },
  most: number,
): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - keptDays * 86_400_000);
  const { numAffectedRows } = await sql`delete from core.person_idempotency_key where id in
    (select id from core.person_idempotency_key where created_at < ${before} limit ${most})`.execute(tables(ctx));
  return Number(numAffectedRows ?? 0n);
}
