import type { Pool } from 'pg';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { deadQueue, jobID, type QueueName, queueSchema, queues } from '../queue/queue.ts';

/*
 * A job that was running when its process died may have killed it, and could then stop all jobs at every new start.
 * So it is not simply tried again: it moves to the queue `alone`, whose jobs are tried last, one at a time, without any
 * other job running, at most twice. Then it becomes a dead letter, and the operator is alerted. Jobs that only ran
 * beside the killing job pass through this queue without harm.
 */

/** Largest number of runs alone before a job that kills its process becomes a dead letter. */
export const mostAlone = 2;

/** Milliseconds that a job waits for all other jobs before it runs alone anyway. */
export const longestPatience = 60_000;

/** A job in the queue `alone`, whose process died while it was running. */
export interface CutOffJob {
  queue: Exclude<QueueName, 'alone'>;
  data: Record<string, unknown>;
  /** Number of runs alone that began and never ended. */
  begun: number;
}

/** Reason of a dead letter that killed its process; `code` distinguishes it from jobs that failed eight times. */
export const killedReason = {
  code: 'killed_its_process',
  message: `The process died each time it ran, at last ${mostAlone} times alone: it may want too much memory or time`,
} as const;

/** Whether the last try ended because its process stopped sending heartbeats. */
export function wasCutOff({ retryCount, output }: Pick<JobWithMetadata<unknown>, 'retryCount' | 'output'>): boolean {
  const ended = (output as { value?: { message?: string } } | null)?.value?.message;
  return retryCount > 0 && ended === 'job heartbeat timeout';
}

/**
 * Whether a job that was cut off may be tried together with others. This is allowed once for a change set, because it
 * continues where it stopped and a person is waiting for it.
 */
export const mayGoOn = (queue: QueueName, { retryCount }: Pick<JobWithMetadata<unknown>, 'retryCount'>): boolean =>
  queue === queues.changeSet && retryCount === 1;

/** Moves a job that was cut off to the queue `alone`. Repeated calls create only one job. */
export async function setAside(
  boss: PgBoss,
  queue: CutOffJob['queue'],
  { id, data, retryCount, groupId }: Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount' | 'groupId'>,
): Promise<void> {
  const cutOff: CutOffJob = { queue, data: data as CutOffJob['data'], begun: 0 };
  const group = groupId ? { group: { id: groupId } } : {};
  await boss.insert(queues.alone, [{ id: jobID(id, `alone ${retryCount}`), data: cutOff, ...group }]);
}

/**
 * Stores the number of runs alone that have begun and not ended: before a run, and after a run that ended with an
 * error.
 */
export async function noteBegun(pool: Pool, id: string, begun: number): Promise<void> {
  await pool.query(
    `update ${queueSchema}.job set data = jsonb_set(data, '{begun}', to_jsonb($3::int))
     where name = $1 and id = $2 and state = 'active'`,
    [queues.alone, id, begun],
  );
}

/** Makes a job that kills its process a dead letter of its original queue, from which it can be released. */
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

/** Whether any other job is due or running in any process. */
export async function isElseBusy(pool: Pool): Promise<boolean> {
  const others = Object.values(queues).filter((queue) => queue !== queues.alone);
  const { rows } = await pool.query<{ busy: boolean }>(
    `select exists (select from ${queueSchema}.job where name = any($1)
       and state in ('created', 'active', 'retry') and start_after <= now()) as busy`,
    [others],
  );
  return rows[0]?.busy ?? false;
}
