import { Pool } from 'pg';
import { type Job, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { parseDatabaseUrl } from '../database/roles.ts';
import { EventRegistry, type OwnedSubscription } from '../events/event-registry.ts';
import { type EventJob, HopelessDelivery, handleEvent, type RunInAccount } from '../events/handle-event.ts';
import { traced } from '../tracing/tracing.ts';
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
} from './cut-off.ts';
import { countDeadLetters, type DeadLetters } from './dead-letters.ts';
import { DispatchLoop } from './dispatch-loop.ts';
import { Gate } from './gate.ts';
import { OutboxDispatcher, type OutboxLag, outboxLag } from './outbox-dispatcher.ts';
import { pruneEvents } from './prune-events.ts';
import { jobID, type QueueName, queueSchema, queues, retryDelay } from './queue.ts';
import { type QueueFacts, queueFacts } from './queue-facts.ts';
import { checkNames, type OwnedScheduledJob, type SystemTask } from './scheduled-job.ts';

/** Deliveries of one account that may run at once in all processes: no account takes every worker. */
const perAccount = 5;

export interface JobDependencies {
  /** Address of the job role. */
  jobUrl: string;
  subscriptions: readonly OwnedSubscription[];
  scheduled: readonly OwnedScheduledJob[];
  tasks: readonly SystemTask[];
  runInAccount: RunInAccount;
  /** Ids of the accounts for which the plugin is enabled; all accounts for `core`. */
  accountsWith(pluginID: string): Promise<string[]>;
  /** Events that were handed over before this time are removed, with the marks of who handled them. */
  forgetEventsBefore(): Date;
  /** Sends one `core.person_mail`; throws to be tried again. */
  sendPersonMail(mailID: string): Promise<void>;
  log: Logger;
  /** Deliveries that run at once in this process, default 4; each holds a connection of the tenant role. */
  concurrency?: number;
  /** Milliseconds after which a job has failed; 5 minutes by default. */
  longestJob?: number;
  /**
   * Hears when a job begins and when it ends: somebody outside of this thread can end one that lets nothing else run.
   */
  watch?: JobWatch;
  /** A job killed its process each time and was put away: somebody has to look. */
  onKiller(job: KillerJob): Promise<void>;
}

export interface JobWatch {
  began(id: string, what: string): void;
  ended(id: string): void;
}

/** A job that was put away because its process died whenever it ran. */
export interface KillerJob {
  queue: QueueName;
  data: Readonly<Record<string, unknown>>;
}

const usualLongest = 5 * 60_000;

/** The running dispatcher, workers and timetable of one process. */
export interface Jobs {
  /**
   * Stops taking work, waits for what is running, hands the rest back to other processes or the next start. May be
   * called again.
   */
  stop(timeout?: number): Promise<void>;
  /**
   * Resolves once nothing waits or runs that is due, failed tries that wait for their next turn aside; throws after the
   * milliseconds.
   */
  idle(timeout?: number): Promise<void>;
  lag(): Promise<OutboxLag>;
  deadLetters(): Promise<DeadLetters[]>;
  facts(): Promise<QueueFacts>;
  /** Runs a scheduled job or task now, beside its timetable. */
  runNow(name: string): Promise<void>;
}

/** Starts the dispatcher, the workers and the timetable; the queue's schema has to be there (`installQueue`). */
export async function startJobs(deps: JobDependencies): Promise<Jobs> {
  const connectionString = parseDatabaseUrl(deps.jobUrl).toString();
  const { log } = deps;
  const pool = new Pool({ connectionString, max: 2, application_name: 'millwright-dispatcher' });
  const onBroken = (error: Error): void => log.warn({ reason: error.message }, 'a connection of the dispatcher broke');
  pool.on('error', onBroken);
  // While a connection is lent out the pool does not listen to it, and an error that nobody hears ends the process.
  pool.on('connect', (client) => void client.on('error', onBroken));
  const boss = new PgBoss({
    connectionString,
    schema: queueSchema,
    max: 4,
    application_name: 'millwright-jobs',
    migrate: false,
    createSchema: false,
    // The job role owns no index, and the server's vacuum is not its business.
    reindex: false,
    monitorVacuum: false,
    // So soon it is noticed that another process has fallen silent.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  // Not the error itself: those of connections hold the whole client.
  boss.on('error', (error) => log.error({ reason: error.message, stack: error.stack }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  const tasks: SystemTask[] = [
    ...deps.tasks,
    {
      name: 'core.prune-events',
      cron: '31 4 * * *',
      run: async () => void (await pruneEvents(pool, deps.forgetEventsBefore())),
    },
  ];
  checkNames(deps.scheduled, tasks);
  const registry = new EventRegistry(deps.subscriptions);
  const dispatcher = new OutboxDispatcher({ pool, boss, registry });
  const workers = new Map<QueueName, string[]>();
  const wakeWorkers = (queue: QueueName): void => {
    for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
  };

  const gate = new Gate();
  const longest = deps.longestJob ?? usualLongest;
  const runners = new Map<QueueName, (data: never, job: Job<unknown>) => Promise<void>>();

  /** Runs one job with its budget of time. */
  const runOne = async (queue: QueueName, data: unknown, job: Job<unknown>): Promise<void> => {
    if (job.signal.aborted) throw new Error('The process is going down');
    const run = runners.get(queue);
    if (!run) throw new HopelessDelivery(`There is no queue "${queue}"`);
    deps.watch?.began(job.id, `${queue} ${JSON.stringify(data)}`);
    try {
      await inTime(run(data as never, job), longest);
    } finally {
      deps.watch?.ended(job.id);
    }
  };

  /** Does one job of a batch. What was cut off is set aside instead. */
  const attend = async (queue: Exclude<QueueName, 'alone'>, job: JobWithMetadata<unknown>): Promise<void> => {
    if (wasCutOff(job) && !mayGoOn(queue, job)) return setAside(boss, queue, job);
    await gate.together(() => runOne(queue, job.data, job));
  };

  /** Tries a job that was cut off: once nothing else is due, beside nothing else. */
  const attendAlone = async (job: JobWithMetadata<CutOffJob>): Promise<void> => {
    const { queue, data, begun } = job.data;
    if (begun >= mostAlone) {
      await putAway(boss, pool, job);
      log.error({ queue, job: data, reason: killedReason.message }, 'a job killed its process and was put away');
      return deps.onKiller({ queue, data });
    }
    const patience = Date.now() + longestPatience;
    while (!job.signal.aborted && Date.now() < patience && (await isElseBusy(pool))) await pause(200);
    await gate.alone(async () => {
      log.warn({ queue, job: data, begun }, 'a job whose process died runs alone');
      await noteBegun(pool, job.id, begun + 1);
      try {
        await runOne(queue, data, job);
      } catch (error) {
        // It came to an end, so it did not kill anything.
        await noteBegun(pool, job.id, begun);
        throw error;
      }
    });
  };

  /** Works a batch off, `width` jobs at a time, settles each on its own and looks for more at once. */
  const attendTo = async (
    queue: QueueName,
    { width, batch, group }: { width: number; batch: number; group?: number },
  ) => {
    const settle = async (jobs: JobWithMetadata<unknown>[]): Promise<JobResult[]> => {
      const results: JobResult[] = [];
      const failed: Job<unknown>[] = [];
      const waiting = [...jobs];
      const next = async (): Promise<void> => {
        for (let job = waiting.shift(); job; job = waiting.shift()) {
          try {
            await (queue === queues.alone ? attendAlone(job as JobWithMetadata<CutOffJob>) : attend(queue, job));
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
      wakeWorkers(queue);
      return results;
    };
    const id = await boss.work<unknown, unknown, { perJobResults: true; includeMetadata: true }>(
      queue,
      {
        batchSize: batch,
        perJobResults: true,
        includeMetadata: true,
        pollingIntervalSeconds: 1,
        groupConcurrency: group,
      } as { perJobResults: true; includeMetadata: true },
      settle,
    );
    workers.set(queue, [...(workers.get(queue) ?? []), id]);
  };

  const runAccountJob = async ({ accountID, name }: { accountID: string; name: string }): Promise<void> => {
    const owned = deps.scheduled.find(({ job }) => job.name === name);
    if (!owned) throw new HopelessDelivery(`No installed plugin has the scheduled job "${name}"`);
    await traced({ name: `job ${name}`, kind: 'consumer' }, () =>
      deps.runInAccount(accountID, async (ctx) => {
        if (owned.pluginID === 'core' || ctx.isEnabled(owned.pluginID)) await owned.job.handle(ctx);
      }),
    );
  };

  const runTick = async ({ name }: { name: string }, tick: string): Promise<void> => {
    const task = tasks.find((each) => each.name === name);
    if (task) return traced({ name: `task ${name}`, kind: 'consumer' }, () => task.run());
    const owned = deps.scheduled.find(({ job }) => job.name === name);
    if (!owned) throw new HopelessDelivery(`No installed plugin has the scheduled job "${name}"`);
    const accounts = await deps.accountsWith(owned.pluginID);
    for (let start = 0; start < accounts.length; start += 1000) {
      const jobs = accounts
        .slice(start, start + 1000)
        .map((accountID) => ({ id: jobID(tick, accountID), data: { accountID, name }, group: { id: accountID } }));
      await boss.insert(queues.accountJob, jobs, { returnId: false });
    }
    wakeWorkers(queues.accountJob);
  };

  const deliver = async (data: EventJob): Promise<void> => {
    await handleEvent(registry, deps.runInAccount, data);
  };
  runners.set(queues.event, deliver);
  runners.set(queues.changeSet, deliver);
  runners.set(queues.accountJob, runAccountJob);
  runners.set(queues.personMail, ({ mailID }: { mailID: string }) => deps.sendPersonMail(mailID));
  runners.set(queues.timetable, (data: { name: string }, job) => runTick(data, job.id));

  const startWorkers = async (): Promise<void> => {
    await boss.start();
    // What a dead process left is noticed now, not after the first quarter of a minute.
    await boss.supervise();
    const width = Math.max(1, Math.ceil((deps.concurrency ?? 4) / 2));
    // Two of them: a slow handler holds up the rest of its batch, not every other account.
    for (let count = 0; count < 2; count += 1)
      await attendTo(queues.event, { width, batch: width * 5, group: perAccount });
    // One job at a time: it takes seconds, and sets of several accounts take turns.
    await attendTo(queues.changeSet, { width: 1, batch: 1, group: 1 });
    await attendTo(queues.accountJob, { width: 1, batch: 5, group: 1 });
    await attendTo(queues.personMail, { width: 2, batch: 10 });
    await attendTo(queues.timetable, { width: 1, batch: 1 });
    await attendTo(queues.alone, { width: 1, batch: 1 });
    await writeTimetable(boss, deps.scheduled, tasks);
  };

  try {
    await startWorkers();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    await pool.end();
    throw error;
  }
  const loop = new DispatchLoop(dispatcher, wakeWorkers, log);
  let stopped: Promise<void> | undefined;

  return {
    stop(timeout = 10_000) {
      stopped ??= (async () => {
        await loop.stop();
        await boss.stop({ graceful: true, timeout });
        await pool.end();
      })();
      return stopped;
    },
    async idle(timeout = 20_000) {
      const end = Date.now() + timeout;
      loop.wake();
      Object.values(queues).forEach(wakeWorkers);
      // Twice in a row: a handler may emit between the two looks.
      for (let quiet = 0; quiet < 2; ) {
        quiet = (await isIdle(pool)) ? quiet + 1 : 0;
        if (Date.now() > end) throw new Error('The jobs did not come to rest');
        await pause(15);
      }
    },
    lag: () => outboxLag(pool, new Date()),
    deadLetters: () => countDeadLetters(pool),
    facts: () => queueFacts(pool),
    async runNow(name) {
      await boss.send(queues.timetable, { name });
      wakeWorkers(queues.timetable);
    },
  };
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** @throws Error where the work takes longer; it is left to the limits of its transactions */
async function inTime(work: Promise<void>, longest: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`It took longer than ${Math.round(longest / 1000)} seconds`)), longest);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The queue doubles delays; ours grow about fourfold, so that eight tries reach across most of a day. */
async function spreadRetries(pool: Pool, queue: QueueName, failed: readonly Job<unknown>[]): Promise<void> {
  await pool.query(
    `update ${queueSchema}.job as job set retry_delay = retry.delay
     from unnest($2::uuid[], $3::int[]) as retry(id, delay)
     where job.name = $1 and job.id = retry.id and job.state = 'active'`,
    [queue, failed.map(({ id }) => id), failed.map(({ retryCount }) => retryDelay(retryCount + 1))],
  );
}

async function isIdle(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ busy: boolean }>(
    `select exists (select from core.event_outbox where dispatched_at is null)
       or exists (select from core.person_mail where dispatched_at is null)
       or exists (select from ${queueSchema}.job where name = any($1) and (state in ('created', 'active') or state = 'retry')
                  and start_after <= now()) as busy`,
    [Object.values(queues)],
  );
  return !rows[0]?.busy;
}

/** Declares the ticks of this version and takes back those of jobs that are gone. */
async function writeTimetable(
  boss: PgBoss,
  scheduled: readonly OwnedScheduledJob[],
  tasks: readonly SystemTask[],
): Promise<void> {
  const wanted = [...scheduled.map(({ job }) => job), ...tasks];
  for (const { key } of await boss.getSchedules(queues.timetable))
    if (!wanted.some(({ name }) => name === key)) await boss.unschedule(queues.timetable, key);
  for (const { name, cron } of wanted) await boss.schedule(queues.timetable, cron, { name }, { key: name, tz: 'UTC' });
}
