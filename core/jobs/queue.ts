import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss';
import { underInstallationLock } from '../database/installation-lock.ts';
import { parseDatabaseUrl } from '../database/roles.ts';
import { groupRoles } from '../database/tenant-entity.ts';

/** Schema of pg-boss. */
export const queueSchema = 'queue';

/** Queues by what they carry; each has a dead-letter queue named `<queue>-dead`. */
export const queues = {
  /** One event for one subscriber. */
  event: 'event',
  /** One scheduled job in one account. */
  accountJob: 'account-job',
  /** Some seconds of work on one change set. */
  changeSet: 'change-set',
  /** One mail to a person, outside any account. */
  personMail: 'person-mail',
  /** The ticks of the timetable. */
  timetable: 'timetable',
  /** What was running when its process died, to be tried alone. */
  alone: 'alone',
} as const;
export type QueueName = (typeof queues)[keyof typeof queues];

/** Name of the queue that keeps what failed for good. */
export const deadQueue = (queue: QueueName): string => `${queue}-dead`;

/** Tries before a job is a dead letter. */
export const tries = 8;
const firstDelay = 5;
const longestDelay = 6 * 3600;

/** Seconds to wait after so many failed tries: 5 s, then about four times as long each time, 6 h before the last. */
export const retryDelay = (failedTries: number): number =>
  Math.round(Math.min(longestDelay, firstDelay * (longestDelay / firstDelay) ** ((failedTries - 1) / (tries - 2))));

const days = 24 * 3600;

const policy: Omit<Queue, 'name'> = {
  retryLimit: tries - 1,
  retryDelay: firstDelay,
  retryBackoff: false,
  expireInSeconds: 900,
  // A process that was killed is noticed by its silence, not after the quarter of an hour above.
  heartbeatSeconds: 15,
  // Deterministic ids refuse a second hand-over only while the first job is still there.
  deleteAfterSeconds: 2 * days,
  retentionSeconds: 30 * days,
};
/**
 * Of change sets, whose work is short transactions that may be repeated: a process that was killed is missed after
 * seconds, so that another goes on while somebody watches. Less than pg-boss takes as an option.
 */
const changeSetPolicy = { retryDelay: 1 };
const changeSetSilence = 4;
const deadPolicy: Omit<Queue, 'name'> = { retryLimit: 0, retentionSeconds: 90 * days, deleteAfterSeconds: 90 * days };

/** UUID of version 5: the same for the same two names, so that a job handed over twice is one job. */
export function jobID(namespace: string, name: string): string {
  const bytes = createHash('sha1').update(namespace).update('\0').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Runs work with a queue that is opened for it alone and works nothing off. Throws what the queue reported meanwhile.
 */
export async function withBoss<T>(options: ConstructorOptions, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({ ...options, schema: queueSchema, supervise: false, schedule: false, reindex: false });
  let failure: unknown;
  boss.on('error', (error) => {
    failure ??= error;
  });
  await boss.start();
  try {
    const result = await work(boss);
    if (failure) throw failure;
    return result;
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Installs or upgrades pg-boss with the migrating role, declares the queues and lets the job role use, but not change,
 * the schema. Part of every migration run; run again it changes nothing.
 */
export const installQueue = (migrateUrl: string): Promise<void> =>
  underInstallationLock(migrateUrl, 'queue', () => installAlone(migrateUrl));

async function installAlone(migrateUrl: string): Promise<void> {
  const connectionString = parseDatabaseUrl(migrateUrl).toString();
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await withBoss({ connectionString, max: 2 }, async (boss) => {
      for (const queue of Object.values(queues)) {
        await declare(boss, deadQueue(queue), deadPolicy);
        const own = queue === queues.changeSet ? changeSetPolicy : {};
        await declare(boss, queue, { ...policy, ...own, deadLetter: deadQueue(queue) });
      }
    });
    await client.query(`update ${queueSchema}.queue set heartbeat_seconds = $2 where name = $1`, [
      queues.changeSet,
      changeSetSilence,
    ]);
    // Finished jobs are kept for days: what is looked for every 2 s (processes that fell silent) and for the metrics
    // must not read them. pg-boss also counts the whole table as often, which nobody here asks for: the time until
    // which it may leave that out never comes.
    await client.query(`
      create index if not exists job_common_unfinished on ${queueSchema}.job_common (name, state)
        where state <> 'completed';
      update ${queueSchema}.version set monitor_backoff_on = 'infinity'
        where monitor_backoff_on is distinct from 'infinity';`);
    await client.query(`
      grant usage on schema ${queueSchema} to ${groupRoles.job};
      grant select, insert, update, delete on all tables in schema ${queueSchema} to ${groupRoles.job};
      grant usage on all sequences in schema ${queueSchema} to ${groupRoles.job};
      grant execute on all functions in schema ${queueSchema} to ${groupRoles.job};`);
  } finally {
    await client.end();
  }
}

async function declare(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}
