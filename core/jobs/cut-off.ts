import type { Pool } from 'pg';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { deadQueue, jobID, type QueueName, queueSchema, queues } from './queue.ts';

/*
 * A job that was running when its process died may be what killed it, and with it everybody's work, at every new start.
 * So it is not simply tried again: it goes to a queue of its own, whose jobs are tried last, one at a time and beside
 * nothing else, at most twice. Then it is put away as a dead letter, with an alarm. Those that only ran beside it come
 * through there and are none the worse.
 */

/** Runs alone before a job that kills its process is put away. */
export const mostAlone = 2;

/** Milliseconds that a job waits for the others to be done before it runs alone all the same. */
export const longestPatience = 60_000;

/** A job that was cut off, as its queue holds it. */
export interface CutOffJob {
  queue: Exclude<QueueName, 'alone'>;
  data: Record<string, unknown>;
  /** Runs alone that did not come to an end. */
  begun: number;
}

/** Why a dead letter was put away without eight tries; `code` tells it from those that failed. */
export const killedReason = {
  code: 'killed_its_process',
  message: `The process died each time it ran, at last ${mostAlone} times alone: it may want too much memory or time`,
} as const;

/** Whether the last try ended because its process fell silent. */
export function wasCutOff({ retryCount, output }: Pick<JobWithMetadata<unknown>, 'retryCount' | 'output'>): boolean {
  const ended = (output as { value?: { message?: string } } | null)?.value?.message;
  return retryCount > 0 && ended === 'job heartbeat timeout';
}

/**
 * Whether a job that was cut off may be tried beside others: the first time that of a change set, which goes on where
 * it stood and has somebody waiting for it.
 */
export const mayGoOn = (queue: QueueName, { retryCount }: Pick<JobWithMetadata<unknown>, 'retryCount'>): boolean =>
  queue === queues.changeSet && retryCount === 1;

/** Queues a job that was cut off to be tried alone. Repeated, it is still one job. */
export async function setAside(
  boss: PgBoss,
  queue: CutOffJob['queue'],
  { id, data, retryCount, groupId }: Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount' | 'groupId'>,
): Promise<void> {
  const cutOff: CutOffJob = { queue, data: data as CutOffJob['data'], begun: 0 };
  const group = groupId ? { group: { id: groupId } } : {};
  await boss.insert(queues.alone, [{ id: jobID(id, `alone ${retryCount}`), data: cutOff, ...group }]);
}

/** Notes how many runs alone a job has begun and not ended: before it begins, and after it ended in an error. */
export async function noteBegun(pool: Pool, id: string, begun: number): Promise<void> {
  await pool.query(
    `update ${queueSchema}.job set data = jsonb_set(data, '{begun}', to_jsonb($3::int))
     where name = $1 and id = $2 and state = 'active'`,
    [queues.alone, id, begun],
  );
}

/** Makes a dead letter of a job that kills its process: among those of its own queue, from where it can be released. */
export async function putAway(
  boss: PgBoss,
  pool: Pool,
  { id, data, groupId }: Pick<JobWithMetadata<CutOffJob>, 'id' | 'data' | 'groupId'>,
): Promise<void> {
  const letter = { id: jobID(id, 'put away'), data: data.data, ...(groupId ? { group: { id: groupId } } : {}) };
  await boss.insert(deadQueue(data.queue), [letter]);
  await pool.query(
    `update ${queueSchema}.job set source_name = $3, source_id = $4, source_output = $5 where name = $1 and id = $2`,
    [deadQueue(data.queue), letter.id, data.queue, id, killedReason],
  );
}

/** Whether anything else is due or runs in any process. */
export async function isElseBusy(pool: Pool): Promise<boolean> {
  const others = Object.values(queues).filter((queue) => queue !== queues.alone);
  const { rows } = await pool.query<{ busy: boolean }>(
    `select exists (select from ${queueSchema}.job where name = any($1)
       and state in ('created', 'active', 'retry') and start_after <= now()) as busy`,
    [others],
  );
  return rows[0]?.busy ?? false;
}
