import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { parseDatabaseUrl } from '../database/roles.ts';
import { outboxSignal } from '../events/outbox-signal.ts';
import { countDeadLetters, type DeadLetters } from './dead-letters.ts';
import { type OutboxLag, outboxLag } from './outbox-dispatcher.ts';
import { type QueueFacts, queueFacts } from './queue-facts.ts';

/** What the thread of the jobs is told. */
export type ToJobThread = 'wake' | 'stop';
/** What it tells: jobs by their ids, so that one that lets nothing else run is noticed from outside. */
export type FromJobThread = 'ready' | { began: string; what: string } | { ended: string };

export interface JobThreadOptions {
  /** Module that runs the jobs. */
  entry: URL;
  /** Given to it as `workerData`. */
  data: object;
  /** Address of the job role, for what is asked from here. */
  jobUrl: string;
  /** Megabytes that its objects may take. */
  memory: number;
  /** Milliseconds that a job may take; it is ended from here when it lets the thread's own clock run no more. */
  longest: number;
  /** Milliseconds beyond that before the thread is ended. */
  grace?: number;
  log: Logger;
}

const usualGrace = 30_000;
const longestPause = 30_000;
/** Milliseconds after which a thread counts as well. */
const wellAfter = 60_000;

/**
 * The jobs of an installation in a thread of their own: a job that takes all memory or never pauses ends that thread,
 * not the server, and a new one is started. What ran in it is noticed by its silence and tried alone.
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

  /** How often a thread was started. */
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

  /** Lets it finish what runs, at most so many milliseconds. */
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
