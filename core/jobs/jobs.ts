import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { parseDatabaseUrl } from '../database/roles.ts';
import { EventRegistry, type OwnedSubscription } from '../events/event-registry.ts';
import { type EventJob, HopelessDelivery, handleEvent, type RunInAccount } from '../events/handle-event.ts';
import { traced } from '../tracing/tracing.ts';
import { countDeadLetters, type DeadLetters } from './dead-letters.ts';
import { DispatchLoop } from './dispatch-loop.ts';
import { type JobWatch, JobWorkers, type KillerJob } from './job-workers.ts';
import { OutboxDispatcher, type OutboxLag, outboxLag } from './outbox-dispatcher.ts';
import { pruneEvents } from './prune-events.ts';
import { jobID, queueSchema, queues } from './queue.ts';
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

const usualLongest = 5 * 60_000;
/** Milliseconds after which jobs that do not come to rest hang. */
const longestUnrest = 600_000;

/** The running dispatcher, workers and timetable of one process. */
export interface Jobs {
  /**
   * Stops taking work, waits for what is running, hands the rest back to other processes or the next start. May be
   * called again.
   */
  stop(timeout?: number): Promise<void>;
  /**
   * Resolves once nothing waits or runs that is due, failed tries that wait for their next turn aside; throws where
   * they hang.
   */
  idle(): Promise<void>;
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
  const { watch, onKiller } = deps;
  const workers = new JobWorkers({ boss, pool, log, longest: deps.longestJob ?? usualLongest, watch, onKiller });

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
    workers.wake(queues.accountJob);
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
    // What a dead process left is noticed now, not after the first quarter of a minute.
    await boss.supervise();
    const width = Math.max(1, Math.ceil((deps.concurrency ?? 4) / 2));
    // Two of them: a slow handler holds up the rest of its batch, not every other account.
    for (let count = 0; count < 2; count += 1)
      await workers.attendTo(queues.event, { width, batch: width * 5, group: perAccount });
    // One job at a time: it takes seconds, and sets of several accounts take turns.
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
        await boss.stop({ graceful: true, timeout });
        await pool.end();
      })();
      return stopped;
    },
    async idle() {
      const end = Date.now() + longestUnrest;
      loop.wake();
      Object.values(queues).forEach(workers.wake);
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
      workers.wake(queues.timetable);
    },
  };
}

async function isIdle(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ busy: boolean }>(
    `select exists (select from core.event_outbox where dispatched_at is null)
       or exists (select from core.person_mail where dispatched_at is null)
       or exists (select from ${queueSchema}.job where name = any($1)
                  and (state in ('created', 'active') or state = 'retry') and start_after <= now()) as busy`,
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
