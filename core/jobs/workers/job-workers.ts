import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Job, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { HopelessDelivery } from '../../events/handle-event.ts';
import {
  type CutOffJob,
  isElseBusy,
  killedReason,
  longestPatience,
  mayGoOn,
  mostAlone,
  noteBegun,
  putAway,
  setAside,
  wasCutOff,
} from '../looks/cut-off.ts';
import { type QueueName, queueSchema, queues, retryDelay } from '../queue/queue.ts';
import { Gate } from './gate.ts';

export interface JobWatch {
  began(id: string, what: string): void;
  ended(id: string): void;
}

/** A job that became a dead letter because its process died on every run. */
export interface KillerJob {
  queue: QueueName;
  data: Readonly<Record<string, unknown>>;
}

/** Runs a job of a queue. */
type JobRunner<Data> = (data: Data, job: Job<unknown>) => Promise<void>;

interface WorkerParts {
  boss: PgBoss;
  pool: Pool;
  log: Logger;
  /** Milliseconds after which a job counts as failed. */
  longest: number;
  watch: JobWatch | undefined;
  onKiller(job: KillerJob): Promise<void>;
}

/**
 * Jobs of a queue that run at the same time, are fetched at the same time, and may run at the same time for one
 * account.
 */
interface QueueWork {
  width: number;
  batch: number;
  group?: number;
}

/**
 * The workers of one process. Each fetches jobs of a queue, runs them within a time limit, and completes or fails each
 * job separately.
 */
export class JobWorkers {
  readonly #parts: WorkerParts;
  readonly #gate = new Gate();
  readonly #workers = new Map<QueueName, string[]>();
  readonly #runners = new Map<QueueName, JobRunner<unknown>>();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Sets the runner for the jobs of a queue. Only this program sends them, so they have the data of their queue. */
  run<Data>(queue: QueueName, runner: JobRunner<Data>): void {
    this.#runners.set(queue, (data, job) => runner(data as Data, job));
  }

  /** Makes the workers of a queue look for jobs immediately. */
  readonly wake = (queue: QueueName): void => {
    for (const id of this.#workers.get(queue) ?? []) this.#parts.boss.notifyWorker(id);
  };

  /** Starts a worker for a queue. */
  async attendTo(queue: QueueName, { width, batch, group }: QueueWork): Promise<void> {
    const id = await this.#parts.boss.work<unknown, unknown, { perJobResults: true; includeMetadata: true }>(
      queue,
      {
        batchSize: batch,
        perJobResults: true,
        includeMetadata: true,
        pollingIntervalSeconds: 1,
        groupConcurrency: group,
      } as { perJobResults: true; includeMetadata: true },
      (jobs: JobWithMetadata<unknown>[]) => this.#settle(queue, width, jobs),
    );
    this.#workers.set(queue, [...(this.#workers.get(queue) ?? []), id]);
  }

  /**
   * Runs a batch, `width` jobs at a time, completes or fails each job separately, and looks for more jobs immediately.
   */
  async #settle(queue: QueueName, width: number, jobs: readonly JobWithMetadata<unknown>[]): Promise<JobResult[]> {
    const { pool, log } = this.#parts;
    const results: JobResult[] = [];
    const failed: Job<unknown>[] = [];
    const waiting = [...jobs];
    const next = async (): Promise<void> => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        try {
          await (queue === queues.alone
            ? this.#attendAlone(job as JobWithMetadata<CutOffJob>)
            : this.#attend(queue, job));
          results.push({ id: job.id, status: 'completed' });
        } catch (error) {
          const hopeless = error instanceof HopelessDelivery;
          log.warn({ err: error, queue, job: job.data, failedTries: job.retryCount + 1, hopeless }, 'job failed');
          results.push({
            id: job.id,
            status: hopeless ? 'deadletter' : 'failed',
            output: { message: (error as Error).message },
          });
          if (!hopeless) failed.push(job);
        }
      }
    };
    await Promise.all(Array.from({ length: width }, next));
    if (failed.length)
      await spreadRetries(pool, queue, failed).catch((error) => log.warn({ err: error }, 'retry delays not set'));
    this.wake(queue);
    return results;
  }

  /** Runs one job within its time limit. */
  async #runOne(queue: QueueName, data: unknown, job: Job<unknown>): Promise<void> {
    const { watch, longest } = this.#parts;
    if (job.signal.aborted) throw new Error('The process is going down');
    const run = this.#runners.get(queue);
    if (!run) throw new HopelessDelivery(`There is no queue "${queue}"`);
    watch?.began(job.id, `${queue} ${JSON.stringify(data)}`);
    try {
      await inTime(run(data, job), longest);
    } finally {
      watch?.ended(job.id);
    }
  }

  /** Runs one job of a batch. A job that was cut off is moved to the queue `alone` instead. */
  async #attend(queue: Exclude<QueueName, 'alone'>, job: JobWithMetadata<unknown>): Promise<void> {
    if (wasCutOff(job) && !mayGoOn(queue, job)) return setAside(this.#parts.boss, queue, job);
    await this.#gate.together(() => this.#runOne(queue, job.data, job));
  }

  /** Runs a job that was cut off, after all other due jobs and without any other job beside it. */
  async #attendAlone(job: JobWithMetadata<CutOffJob>): Promise<void> {
    const { boss, pool, log, onKiller } = this.#parts;
    const { queue, data, begun } = job.data;
    if (begun >= mostAlone) {
      await putAway(boss, pool, job);
      log.error({ queue, job: data, reason: killedReason.message }, 'a job killed its process and was put away');
      return onKiller({ queue, data });
    }
    const patience = Date.now() + longestPatience;
    while (!job.signal.aborted && Date.now() < patience && (await isElseBusy(pool))) await pause(200);
    await this.#gate.alone(async () => {
      log.warn({ queue, job: data, begun }, 'a job whose process died runs alone');
      await noteBegun(pool, job.id, begun + 1);
      try {
        await this.#runOne(queue, data, job);
      } catch (error) {
        // The run ended, so it did not kill its process.
        await noteBegun(pool, job.id, begun);
        throw error;
      }
    });
  }
}

/**
 * @throws Error if the work takes longer. The work itself is not stopped; only the time limits of its transactions end
 * it.
 */
async function inTime(work: Promise<void>, longest: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`It took longer than ${Math.round(longest / 1000)} seconds`)), longest);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** pg-boss doubles delays. These grow about fourfold, so that eight tries cover most of a day. */
async function spreadRetries(pool: Pool, queue: QueueName, failed: readonly Job<unknown>[]): Promise<void> {
  await pool.query(
    `update ${queueSchema}.job as job set retry_delay = retry.delay
     from unnest($2::uuid[], $3::int[]) as retry(id, delay)
     where job.name = $1 and job.id = retry.id and job.state = 'active'`,
    [queue, failed.map(({ id }) => id), failed.map(({ retryCount }) => retryDelay(retryCount + 1))],
  );
}
