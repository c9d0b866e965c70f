import type { Pool, PoolClient } from 'pg';
import { queueSchema } from '../queue/queue.ts';

/** Rows deleted per transaction. */
const batchSize = 20_000;

/** Numbers of deleted rows. */
export interface PrunedEvents {
  events: number;
  marks: number;
}

/**
 * Deletes events that were handed over before a time, then the records of their handling, as the job role. An event
 * stays while a delivery of it is waiting, running or a dead letter. The record stays as long as its event, so that no
 * delivery is handled twice.
 */
export async function pruneEvents(pool: Pool, before: Date): Promise<PrunedEvents> {
  const events = await inBatches(
    pool,
    `with needed as materialized (
       select distinct data ->> 'eventID' as id from ${queueSchema}.job
       where state not in ('completed', 'cancelled') and data ? 'eventID')
     delete from core.event_outbox where (account_id, id) in (
       select event.account_id, event.id from core.event_outbox event
       where event.dispatched_at < $1
         and not exists (select from needed where needed.id = event.id) limit ${batchSize})`,
    before,
  );
  const marks = await inBatches(
    pool,
    `delete from core.handled_event where (account_id, subscriber, event_id) in (
       select mark.account_id, mark.subscriber, mark.event_id from core.handled_event mark
       where mark.handled_at < $1 and not exists (
         select from core.event_outbox event where event.account_id = mark.account_id and event.id = mark.event_id)
       limit ${batchSize})`,
    before,
  );
  return { events, marks };
}

async function inBatches(pool: Pool, statement: string, before: Date): Promise<number> {
  let removed = 0;
  for (let some = batchSize; some === batchSize; removed += some) some = await remove(pool, statement, before);
  return removed;
}

async function remove(pool: Pool, statement: string, before: Date): Promise<number> {
  const client: PoolClient = await pool.connect();
  try {
    await client.query('begin');
    // The statement scans the whole table, and no request waits for it.
    await client.query("set local statement_timeout = '10min'");
    const { rowCount } = await client.query(statement, [before]);
    await client.query('commit');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
