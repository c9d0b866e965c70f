import { createHmac } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { problems } from '../contracts/problem.ts';
import { plannedOnce } from '../database/sent-statement.ts';
import type { TableRow } from '../database/table-row.ts';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';
import type { AccountContext } from './context.ts';

/** One row per idempotency key, written in the transaction of the effect: a crash removes both. Kept seven days. */
export const IdempotencyKey = defineEntity({
  ...tenantTable('core', 'idempotency_key'),
  name: 'IdempotencyKey',
  properties: {
    ...accountColumn(),
    key: column.id().primary(),
    actorID: column.id(),
    requestHash: column.text(),
    /** Null for answers that are not kept, since they hold a secret. */
    status: p.integer().nullable(),
    body: column.text().nullable(),
    createdAt: column.timestamp(),
  },
  indexes: [{ properties: ['accountID', 'createdAt'] }],
});

/** Days for which a key is known. */
export const keptDays = 7;

type Tables = { 'core.idempotency_key': TableRow<typeof IdempotencyKey> };

/**
 * What identifies a request: the same key with another one of these is refused. Under the installation's secret, since
 * bodies hold passwords and credentials: a plain hash of one could be guessed by whoever reads the table.
 */
export const hashRequest = (secret: string, actorID: string, method: string, path: string, body: Uint8Array): string =>
  createHmac('sha256', `idempotency ${secret}`).update(`${actorID} ${method} ${path}\n`).update(body).digest('hex');

/** @throws Problem 400 for what is no key */
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
 * Claims a key, or answers the reply stored under it. A twin under way blocks on the unique key until the first
 * commits, then replays; after the lock time-out it is told to come back.
 */
export async function claimKey(
  ctx: AccountContext,
  key: string,
  requestHash: string,
): Promise<StoredReply | undefined> {
  requireKey(key);
  const { rows: inserted } = await sql<{ key: string }>`insert ${plannedOnce} into core.idempotency_key
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

/** Status of a key whose work is under way outside a transaction, where nobody can wait for its end. */
const underWay = 102;
/** Milliseconds after which the process that worked under a key is taken for dead. */
const givenUpAfter = 15 * 60_000;

/**
 * Claims a key in a transaction of its own, for work that no transaction holds together; or answers the reply stored
 * under it. Give it back with `releaseKey` where the work fails.
 * @throws Problem 409 `idempotency_in_progress` while a twin works
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

/** Forgets a key whose work failed: the same request may be sent again. */
export async function releaseKey(ctx: AccountContext, key: string): Promise<void> {
  await ctx.em
    .query<Tables>()
    .deleteFrom('core.idempotency_key')
    .where('account_id', '=', ctx.account.id)
    .where('key', '=', key)
    .execute();
}

/** Keeps the reply with the effect. */
export async function storeReply(
  ctx: AccountContext,
  key: string,
  reply: { status: number | null; body: string | null },
): Promise<void> {
  await sql`update ${plannedOnce} core.idempotency_key set status = ${reply.status}, body = ${reply.body}
    where account_id = ${ctx.account.id} and key = ${key}`.execute(ctx.em.query());
}

/** Forgets keys that nobody repeats any more; runs nightly per account. */
export async function pruneKeys(ctx: AccountContext): Promise<void> {
  await ctx.em
    .query<Tables>()
    .deleteFrom('core.idempotency_key')
    .where('account_id', '=', ctx.account.id)
    .where('created_at', '<', new Date(ctx.clock.now().getTime() - keptDays * 86_400_000))
    .execute();
}
