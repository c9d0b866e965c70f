import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { keepingStatements } from '../database/connections/keeping-client.ts';
import { parseDatabaseUrl } from '../database/schema/roles.ts';
import type { StatementForms } from '../database/statements/pipelined/pipelined-transaction.ts';
import { analyzeOutgrown } from '../database/statistics/analyze-outgrown.ts';
import { EventRegistry, type OwnedSubscription } from '../events/event-registry.ts';
import { type EventJob, HopelessDelivery, handleEvent, type RunInAccount } from '../events/handle-event.ts';
import { todayOf } from '../kernel/context/today.ts';
import { traced } from '../tracing/tracing.ts';
import { DispatchLoop } from './events/dispatch-loop.ts';
import { DueDeliveries, type SendDeliveries } from './events/due-deliveries.ts';
import { OutboxDispatcher, type OutboxLag, outboxLag } from './events/outbox-dispatcher.ts';
import { pruneEvents } from './events/prune-events.ts';
import { type AccountJob, AccountLooks } from './looks/account-looks.ts';
import { checkNames, type OwnedScheduledJob, type SystemTask } from './looks/scheduled-job.ts';
import { countDeadLetters, type DeadLetters } from './queue/dead-letters.ts';
import { pruneJobs } from './queue/prune-jobs.ts';
import { newBoss, queueSchema, queues } from './queue/queue.ts';
import { type QueueFacts, queueFacts } from './queue/queue-facts.ts';
import { type JobWatch, JobWorkers, type KillerJob } from './workers/job-workers.ts';

/** Jobs of one account that may run at the same time in all processes, so that no account occupies every worker. */
const perAccount = 5;

export interface JobDependencies {
  /** Address of the job role. */
  jobUrl: string;
  /** Whether the connections keep prepared statements. */
  forms?: StatementForms | undefined;
  subscriptions: readonly OwnedSubscription[];
  scheduled: readonly OwnedScheduledJob[];
  tasks: readonly SystemTask[];
  runInAccount: RunInAccount;
  /** Current time for the due work of scheduled jobs. */
  now(): Date;
  /** Events handed over before this time are deleted, with the records of their handling. */
  forgetEventsBefore(): Date;
  /** Sends due webhooks; without it nobody does. */
  sendDeliveries?: SendDeliveries;
  /** Sends one `core.person_mail`; an error means another try. */
  sendPersonMail(mailID: string): Promise<void>;
  log: Logger;
  /** Deliveries at the same time in this process, 4 by default; each uses a connection of the tenant role. */
  concurrency?: number;
  /** Milliseconds after which a job has failed; 5 minutes by default. */
  longestJob?: number;
  /** Called when a job begins and ends, so that the main thread can end a job that blocks this thread. */
  watch?: JobWatch;
  /** Called when a job became a dead letter because it killed its process on every run; alerts the operator. */
  onKiller(job: KillerJob): Promise<void>;
}

const usualLongest = 5 * 60_000;
/** Milliseconds until `idle` throws because jobs hang. */
const longestUnrest = 600_000;

/** The running dispatcher, workers and scheduler of one process. */
export interface Jobs {
  /**
   * Stops fetching jobs, waits for running ones, and leaves the rest to other processes or the next start. Can be
   * called repeatedly.
   */
  stop(timeout?: number): Promise<void>;
  /**
   * Resolves when no due job is waiting or running. Failed jobs that wait for their next try do not count. Throws if
   * jobs hang.
   */
  idle(): Promise<void>;
  lag(): Promise<OutboxLag>;
  deadLetters(): Promise<DeadLetters[]>;
  facts(): Promise<QueueFacts>;
  /** Runs a scheduled job or task now, independently of its schedule. */
  runNow(name: string): Promise<void>;
}

/** Starts the dispatcher, the workers and the scheduler. The queue's schema must exist (`installQueue`). */
export async function startJobs(deps: JobDependencies): Promise<Jobs> {
  const connectionString = parseDatabaseUrl(deps.jobUrl).toString();
  const { log } = deps;
  const keeping = keepingStatements(deps.forms);
  const pool = new Pool({ connectionString, max: 2, application_name: 'millwright-dispatcher', ...keeping });
  const onBroken = (error: Error): void => log.warn({ reason: error.message }, 'a connection of the dispatcher broke');
  pool.on('error', onBroken);
  // The pool does not listen to errors of connections in use, and an unhandled error event would end the process.
  pool.on('connect', (client) => void client.on('error', onBroken));
  const boss = await newBoss({
    ...keeping,
    connectionString,
    max: 4,
    application_name: 'millwright-jobs',
    migrate: false,
    createSchema: false,
    // The job role owns no indexes, and vacuuming is the server's task.
    reindex: false,
    monitorVacuum: false,
    // Short intervals, so that processes without heartbeats are noticed soon.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  // Only message and stack are logged, because errors of connections contain the whole client.
  boss.on('error', (error) => log.error({ reason: error.message, stack: error.stack }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  const tasks: SystemTask[] = [
    ...deps.tasks,
    {
      name: 'core.prune-events',
      cron: '31 4 * * *',
      run: async () => void (await pruneEvents(pool, deps.forgetEventsBefore())),
    },
    { name: 'core.prune-jobs', cron: '*/10 * * * *', run: async () => void (await pruneJobs(pool)) },
    {
      name: 'core.analyze-outgrown',
      cron: '* * * * *',
      run: async () => {
        const tables = await analyzeOutgrown(pool);
        if (tables.length) log.info({ tables }, 'tables that have grown tenfold were looked at');
      },
    },
  ];
  checkNames(deps.scheduled, tasks);
  const registry = new EventRegistry(deps.subscriptions);
  const deliveries = deps.sendDeliveries && new DueDeliveries(deps.sendDeliveries, deps.now, log);
  const dispatcher = new OutboxDispatcher({ pool, boss, registry, deliveries });
  const { watch, onKiller } = deps;
  const workers = new JobWorkers({ boss, pool, log, longest: deps.longestJob ?? usualLongest, watch, onKiller });

  const looks = new AccountLooks({ pool, boss });

  const runAccountJob = async ({ accountID, name, day }: AccountJob): Promise<void> => {
    const owned = deps.scheduled.find(({ job }) => job.name === name);
    if (!owned) throw new HopelessDelivery(`No installed plugin has the scheduled job "${name}"`);
    await traced({ name: `job ${name}`, kind: 'consumer' }, () =>
      deps.runInAccount(
        accountID,
        async (ctx) => {
          if (owned.pluginID === 'core' || ctx.isEnabled(owned.pluginID))
            await owned.job.handle(ctx, day || todayOf(ctx));
        },
        // These jobs search whole tables for due records, so their statements are planned with the actual values.
        { planning: 'values' },
      ),
    );
  };

  const runTick = async ({ name }: { name: string }, tick: string): Promise<void> => {
    const task = tasks.find((each) => each.name === name);
    if (task) return traced({ name: `task ${name}`, kind: 'consumer' }, () => task.run());
    const owned = deps.scheduled.find(({ job }) => job.name === name);
    if (!owned) throw new HopelessDelivery(`No installed plugin has the scheduled job "${name}"`);
    const found = await traced({ name: `look ${name}`, kind: 'consumer' }, () => looks.look(owned, tick, deps.now()));
    if (found) workers.wake(queues.accountJob);
  };

  const deliver = async (data: EventJob): Promise<void> => {
    await handleEvent(registry, deps.runInAccount, data);
  };
  workers.run(queues.event, deliver);
  workers.run(queues.changeSet, deliver);
  workers.run(queues.accountJob, runAccountJob);
  workers.run(queues.personMail, ({ mailID }: { mailID: string }) => deps.sendPersonMail(mailID));
  workers.run(queues.timetable, (data: { name: string }, job) => runTick(data, job.id));

  const startWorkers = async (): Promise<void> => {
    await boss.start();
    // Without this call, jobs of dead processes would be noticed only after about 15 seconds.
    await boss.supervise();
    const width = Math.max(1, Math.ceil((deps.concurrency ?? 4) / 2));
    // With two workers, a slow handler delays only the rest of its own batch.
    for (let count = 0; count < 2; count += 1)
      await workers.attendTo(queues.event, { width, batch: width * 5, group: perAccount });
    // One job at a time, because each takes seconds and change sets of several accounts take turns.
    await workers.attendTo(queues.changeSet, { width: 1, batch: 1, group: 1 });
    await workers.attendTo(queues.accountJob, { width: 1, batch: 5, group: 1 });
    await workers.attendTo(queues.personMail, { width: 2, batch: 10 });
    await workers.attendTo(queues.timetable, { width: 1, batch: 1 });
    await workers.attendTo(queues.alone, { width: 1, batch: 1 });
    await writeTimetable(boss, deps.scheduled, tasks);
  };

  try {
    await startWorkers();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    await pool.end();
    throw error;
  }
  const loop = new DispatchLoop(dispatcher, workers.wake, log);
  let stopped: Promise<void> | undefined;

  return {
    stop(timeout = 10_000) {
      stopped ??= (async () => {
        await loop.stop();
        await deliveries?.stop();
        await boss.stop({ graceful: true, timeout });
        await pool.end();
      })();
      return stopped;
    },
    async idle() {
      const end = Date.now() + longestUnrest;
      loop.wake();
      Object.values(queues).forEach(workers.wake);
      // Two idle checks in a row, because a handler may emit an event between them.
      for (let quiet = 0; quiet < 2; ) {
        quiet = (await isIdle(pool, deliveries && deps.now())) && !deliveries?.isBusy ? quiet + 1 : 0;
        if (Date.now() > end) throw new Error('The jobs did not come to rest');
        await pause(15);
      }
    },
    lag: () => outboxLag(pool, new Date()),
    deadLetters: () => countDeadLetters(pool),
    facts: () => queueFacts(pool),
    async runNow(name) {
      await boss.send(queues.timetable, { name });
      workers.wake(queues.timetable);
    },
  };
}

/** `now`: the time by which webhooks are due; undefined where nobody sends them. */
async function isIdle(pool: Pool, now: Date | undefined): Promise<boolean> {
  const { rows } = await pool.query<{ busy: boolean }>(
    `select exists (select from core.event_outbox where dispatched_at is null)
       or exists (select from core.person_mail where dispatched_at is null)
       or exists (select from core.webhook_delivery where due_at <= $2::timestamptz)
       or exists (select from ${queueSchema}.job where name = any($1)
                  and (state in ('created', 'active') or state = 'retry') and start_after <= now()) as busy`,
    [Object.values(queues), now ?? null],
  );
  return !rows[0]?.busy;
}

/** Writes the schedules of this version and removes those of jobs that no longer exist. */
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
