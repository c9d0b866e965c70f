import { createHmac } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { problems } from '../../contracts/endpoints/problem.ts';
import { daysLater } from '../../contracts/texts/date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import { accountColumn, column, tenantTable } from '../../database/tenant-entity.ts';
import type { AccountContext } from '../context/context.ts';

/**
 * One row per idempotency key, written in the transaction of the effect, so that a crash removes both. Kept for seven
 * days.
 */
export const IdempotencyKey = defineEntity({
  ...tenantTable('core', 'idempotency_key', {
    jobColumns: { select: ['account_id', 'created_at'], update: [], why: 'accounts with keys to forget' },
  }),
  name: 'IdempotencyKey',
  properties: {
    ...accountColumn(),
    key: column.id().primary(),
    actorID: column.id(),
    requestHash: column.text(),
    /** Null for replies that are not kept, because they contain a secret. */
    status: p.integer().nullable(),
    body: column.text().nullable(),
    createdAt: column.timestamp(),
  },
  indexes: [{ properties: ['accountID', 'createdAt'] }],
});

/** Days for which a key is kept. */
export const keptDays = 7;

type Tables = { 'core.idempotency_key': TableRow<typeof IdempotencyKey> };

/**
 * Hash of a request: the same key with another hash is refused. Keyed with the installation's secret, because bodies
 * contain passwords and credentials that readers of the table could guess from a plain hash.
 */
export const hashRequest = (secret: string, actorID: string, method: string, path: string, body: Uint8Array): string =>
  createHmac('sha256', `idempotency ${secret}`).update(`${actorID} ${method} ${path}\n`).update(body).digest('hex');

/** Checks the form of a key. @throws Problem 400 for an invalid key */
export function requireKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw problems.invalid_input({
      errors: [{ path: 'Idempotency-Key', message: 'An idempotency key has 1 to 255 visible ASCII characters' }],
    });
}

export interface StoredReply {
  status: number;
  body: string | null;
}

/**
 * Claims a key, or returns the reply stored under it. A concurrent request with the same key waits at the unique key
 * until the first commits, and then gets its reply. After the lock time-out it is refused and may try again.
 */
export async function claimKey(
  ctx: AccountContext,
  key: string,
  requestHash: string,
): Promise<StoredReply | undefined> {
  requireKey(key);
  const { rows: inserted } = await sql<{ key: string }>`insert into core.idempotency_key
      (account_id, key, actor_id, request_hash, created_at)
    values (${ctx.account.id}, ${key}, ${ctx.actor.id}, ${requestHash}, ${ctx.clock.now()})
    on conflict (account_id, key) do nothing returning key`
    .execute(ctx.em.query())
    .catch((error: { code?: string; cause?: { code?: string } }) => {
      if ((error.code ?? error.cause?.code) === '55P03') throw problems.idempotency_in_progress({ retryAfter: 1 });
      throw error;
    });
  if (inserted.length) return undefined;
  const stored = await ctx.em
    .query<Tables>()
    .selectFrom('core.idempotency_key')
    .select(['request_hash', 'status', 'body'])
    .where('account_id', '=', ctx.account.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== requestHash) throw problems.idempotency_key_reused();
  if (stored.status === null) throw problems.idempotency_answer_not_kept();
  return { status: stored.status, body: stored.body };
}

/** Status of a key whose work runs outside a transaction, so that no other request can wait for its end. */
const underWay = 102;
/** Milliseconds after which the process that works under a key is presumed dead. */
const givenUpAfter = 15 * 60_000;

/**
 * Claims a key in a transaction of its own, for work in several transactions, or returns the reply stored under it. If
 * the work fails, release the key with `releaseKey`.
 * @throws Problem 409 `idempotency_in_progress` while another request works under the key
 */
export async function claimOutside(
  ctx: AccountContext,
  key: string,
  requestHash: string,
): Promise<StoredReply | undefined> {
  const stored = await claimKey(ctx, key, requestHash);
  if (stored === undefined) {
    await storeReply(ctx, key, { status: underWay, body: null });
    return undefined;
  }
  if (stored.status !== underWay) return stored;
  const takenUp = await ctx.em
    .query<Tables>()
    .updateTable('core.idempotency_key')
    .set({ created_at: ctx.clock.now() })
    .where('account_id', '=', ctx.account.id)
    .where('key', '=', key)
    .where('created_at', '<', new Date(ctx.clock.now().getTime() - givenUpAfter))
    .returning('key')
    .execute();
  if (!takenUp.length) throw problems.idempotency_in_progress({ retryAfter: 1 });
  return undefined;
}

/** Releases a key whose work failed, so that the request may be repeated. */
export async function releaseKey(ctx: AccountContext, key: string): Promise<void> {
  await ctx.em
    .query<Tables>()
    .deleteFrom('core.idempotency_key')
    .where('account_id', '=', ctx.account.id)
    .where('key', '=', key)
    .execute();
}

/** Stores the reply in the transaction of the effect. */
export async function storeReply(
  ctx: AccountContext,
  key: string,
  reply: { status: number | null; body: string | null },
): Promise<void> {
  await sql`update core.idempotency_key set status = ${reply.status}, body = ${reply.body}
    where account_id = ${ctx.account.id} and key = ${key}`.execute(ctx.em.query());
}

/** Deletes expired keys; runs nightly per account. */
export async function pruneKeys(ctx: AccountContext): Promise<void> {
  await ctx.em
    .query<Tables>()
    .deleteFrom('core.idempotency_key')
    .where('account_id', '=', ctx.account.id)
    .where('created_at', '<', daysLater(ctx.clock.now(), -keptDays))
    .execute();
}
