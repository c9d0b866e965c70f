import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { outboxSignal } from '../../events/outbox-signal.ts';
import { type OutboxLag, outboxLag } from '../events/outbox-dispatcher.ts';
import { countDeadLetters, type DeadLetters } from '../queue/dead-letters.ts';
import { type QueueFacts, queueFacts } from '../queue/queue-facts.ts';

/** Messages to the job thread. */
export type ToJobThread = 'wake' | 'stop';
/** Messages from the job thread. They name jobs by id, so that the main thread notices a job that blocks the thread. */
export type FromJobThread = 'ready' | { began: string; what: string } | { ended: string };

export interface JobThreadOptions {
  /** Module that runs the jobs. */
  entry: URL;
  /** The module's `workerData`. */
  data: object;
  /** Address of the job role, for the queries of this thread. */
  jobUrl: string;
  /** Largest heap of the thread in megabytes. */
  memory: number;
  /**
   * Milliseconds a job may take. The main thread checks this too, because a blocked thread cannot run its own timers.
   */
  longest: number;
  /** Additional milliseconds before the thread is terminated. */
  grace?: number;
  log: Logger;
}

const usualGrace = 30_000;
const longestPause = 30_000;
/** Milliseconds after which a thread counts as stable and the next restart pause is short again. */
const wellAfter = 60_000;

/**
 * Runs the jobs of an installation in a thread. A job that exhausts the memory or blocks the event loop ends only the
 * thread, not the server, and a new thread is started. The interrupted jobs are noticed by their missing heartbeats and
 * tried alone.
 */
export class JobThread {
  readonly #options: JobThreadOptions;
  readonly #pool: Pool;
  readonly #running = new Map<string, { what: string; since: number }>();
  readonly #watching: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #worker: Worker | undefined;
  #restart: NodeJS.Timeout | undefined;
  #pause = 1_000;
  #startedAt = 0;
  #isStopping = false;
  #stopped: Promise<void> | undefined;

  constructor(options: JobThreadOptions) {
    this.#options = options;
    const connectionString = parseDatabaseUrl(options.jobUrl).toString();
    this.#pool = new Pool({ connectionString, max: 1, application_name: 'millwright-lag' });
    this.#pool.on('error', (error) => options.log.warn({ reason: error.message }, 'the connection of the lag broke'));
    this.#stopListening = outboxSignal.onWake(() => this.#tell('wake'));
    this.#watching = setInterval(() => this.#endEndless(), 1_000);
    this.#watching.unref();
    this.#start();
  }

  /** Number of threads started so far. */
  starts = 0;

  #start(): void {
    const { entry, data, memory, log } = this.#options;
    this.starts += 1;
    this.#startedAt = Date.now();
    this.#running.clear();
    const worker = new Worker(entry, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memory } });
    this.#worker = worker;
    worker.on('message', (message: FromJobThread) => {
      if (message === 'ready') return;
      if ('began' in message) this.#running.set(message.began, { what: message.what, since: Date.now() });
      else this.#running.delete(message.ended);
    });
    worker.on('error', (error) =>
      log.error({ err: error, running: this.#runningNow() }, 'the thread of the jobs broke down'),
    );
    worker.on('exit', () => {
      if (this.#isStopping || worker !== this.#worker) return;
      if (Date.now() - this.#startedAt > wellAfter) this.#pause = 1_000;
      log.error({ running: this.#runningNow(), pause: this.#pause }, 'the thread of the jobs ended; starting another');
      this.#restart = setTimeout(() => this.#start(), this.#pause);
      this.#pause = Math.min(longestPause, this.#pause * 2);
    });
  }

  #runningNow(): string[] {
    return [...this.#running.values()].map(({ what }) => what);
  }

  #endEndless(): void {
    const { longest, grace = usualGrace, log } = this.#options;
    const endless = [...this.#running.values()].find(({ since }) => Date.now() - since > longest + grace);
    if (!endless) return;
    log.error({ job: endless.what }, 'a job let nothing else run; its thread is ended');
    this.#running.clear();
    void this.#worker?.terminate();
  }

  #tell(message: ToJobThread): void {
    this.#worker?.postMessage(message);
  }

  lag(): Promise<OutboxLag> {
    return outboxLag(this.#pool, new Date());
  }

  deadLetters(): Promise<DeadLetters[]> {
    return countDeadLetters(this.#pool);
  }

  facts(): Promise<QueueFacts> {
    return queueFacts(this.#pool);
  }

  /** Stops the thread after its running jobs, or after `timeout` milliseconds. */
  stop(timeout = 15_000): Promise<void> {
    this.#stopped ??= (async () => {
      this.#isStopping = true;
      clearTimeout(this.#restart);
      clearInterval(this.#watching);
      this.#stopListening();
      const worker = this.#worker;
      if (worker && worker.threadId >= 0) {
        const ended = new Promise<void>((done) => worker.once('exit', () => done()));
        const timer = setTimeout(() => void worker.terminate(), timeout);
        this.#tell('stop');
        await ended;
        clearTimeout(timer);
      }
      await this.#pool.end();
    })();
    return this.#stopped;
  }
}
