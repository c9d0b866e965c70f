import type { Pool, PoolClient } from 'pg';
import type { JobInsert, PgBoss } from 'pg-boss';
import { uuidOf } from '../../contracts/texts/id.ts';
import type { EventRegistry } from '../../events/event-registry.ts';
import type { EventJob } from '../../events/handle-event.ts';
import { jobID, type QueueName, queues } from '../queue/queue.ts';
import type { DueDeliveries } from './due-deliveries.ts';

/** Rows per transaction. Imports leave many thousands of rows, and each claim has a fixed cost. */
const batchSize = 1000;

/** Waiting events of the outbox. */
export interface OutboxLag {
  waiting: number;
  /** Milliseconds since the oldest waiting event was written; 0 if none waits. */
  oldest: number;
}

/**
 * Moves committed events and mails to the queue, and begins to send due webhooks. The job role claims and hands over
 * each batch in one transaction.
 */
export class OutboxDispatcher {
  readonly #pool: Pool;
  readonly #boss: PgBoss;
  readonly #registry: EventRegistry;
  readonly #deliveries: DueDeliveries | undefined;

  constructor(parts: { pool: Pool; boss: PgBoss; registry: EventRegistry; deliveries?: DueDeliveries | undefined }) {
    this.#pool = parts.pool;
    this.#boss = parts.boss;
    this.#registry = parts.registry;
    this.#deliveries = parts.deliveries;
  }

  /** Hands over one batch. Returns the queues that got jobs, and whether more may be waiting. */
  async dispatch(): Promise<{ filled: QueueName[]; isFull: boolean }> {
    const client = await this.#pool.connect();
    let fault: Error | undefined;
    try {
      await client.query('begin');
      const events = await this.#claimEvents(client);
      const mails = await this.#claimMails(client);
      const batches = (await this.#deliveries?.claim(client)) ?? [];
      await client.query('commit');
      this.#deliveries?.begin(batches);
      const filled: QueueName[] = [];
      filled.push(...events.filled);
      if (mails) filled.push(queues.personMail);
      return { filled, isFull: events.claimed === batchSize || mails === batchSize };
    } catch (error) {
      fault = error as Error;
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      // A connection that failed within a transaction is destroyed instead of being reused.
      client.release(fault);
    }
  }

  async #claimEvents(client: PoolClient): Promise<{ claimed: number; filled: QueueName[] }> {
    // Only one process hands over at a time, under one advisory lock: rows of many accounts can be on many nodes, so
    // they cannot be locked one by one.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('core.event_outbox', 0))`);
    // The inner select finds the rows, and the update writes them by key. With one condition on waiting rows,
    // PostgreSQL would expect none and scan the whole table for each row after a large import.
    const { rows } = await client.query<{ account_id: string; id: string; type: string }>(
      `update core.event_outbox set dispatched_at = now() where (account_id, id) in
         (select account_id, id from core.event_outbox where dispatched_at is null order by id limit $1)
       returning account_id, id, type`,
      [batchSize],
    );
    const jobs = new Map<QueueName, JobInsert<EventJob>[]>();
    for (const { account_id, id, type } of rows)
      for (const { subscription } of this.#registry.subscribersOf(type)) {
        const queue = subscription.queue ?? queues.event;
        const job = {
          id: jobID(id, subscription.name),
          data: { accountID: account_id, eventID: id, subscriber: subscription.name },
          group: { id: account_id },
        };
        jobs.set(queue, [...(jobs.get(queue) ?? []), job]);
      }
    for (const [queue, filled] of jobs) await this.#insert(client, queue, filled);
    return { claimed: rows.length, filled: [...jobs.keys()] };
  }

  async #claimMails(client: PoolClient): Promise<number> {
    const { rows } = await client.query<{ id: string }>(
      `update core.person_mail set dispatched_at = now()
       where dispatched_at is null and id in
         (select id from core.person_mail where dispatched_at is null order by id limit $1)
       returning id`,
      [batchSize],
    );
    await this.#insert(
      client,
      queues.personMail,
      rows.map(({ id }) => ({ id: uuidOf(id), data: { mailID: id } })),
    );
    return rows.length;
  }

  async #insert(client: PoolClient, queue: QueueName, jobs: JobInsert[]): Promise<void> {
    if (!jobs.length) return;
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
    await this.#boss.insert(queue, jobs, { db, returnId: false });
  }
}

/** Number of waiting events, and age of the oldest one. */
export async function outboxLag(pool: Pool, now: Date): Promise<OutboxLag> {
  const { rows } = await pool.query<{ waiting: number; oldest: string | null }>(
    'select count(*)::int as waiting, min(id) as oldest from core.event_outbox where dispatched_at is null',
  );
  const { waiting = 0, oldest = null } = rows[0] ?? {};
  // The id begins with its creation time in milliseconds; the job role may not read the time column.
  const written = oldest ? Number.parseInt(uuidOf(oldest).replaceAll('-', '').slice(0, 12), 16) : now.getTime();
  return { waiting, oldest: Math.max(0, now.getTime() - written) };
}
