import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { ConstructorOptions, PgBoss, Queue } from 'pg-boss';
import { underInstallationLock } from '../../database/connections/installation-lock.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { groupRoles } from '../../database/tenant-entity.ts';

/** Schema of pg-boss. */
export const queueSchema = 'queue';

/** Queues by content; each has a dead-letter queue named `<queue>-dead`. */
export const queues = {
  /** One event for one subscriber. */
  event: 'event',
  /** One scheduled job in one account. */
  accountJob: 'account-job',
  /** A few seconds of work on one change set. */
  changeSet: 'change-set',
  /** One mail to a person, outside any account. */
  personMail: 'person-mail',
  /** Ticks of the scheduler. */
  timetable: 'timetable',
  /** Jobs whose process died while they were running, to be tried alone. */
  alone: 'alone',
} as const;
export type QueueName = (typeof queues)[keyof typeof queues];

/** Name of the queue for jobs that failed for good. */
export const deadQueue = (queue: QueueName): string => `${queue}-dead`;

/** Tries before a job becomes a dead letter. */
export const tries = 8;
const firstDelay = 5;
const longestDelay = 6 * 3600;

/**
 * Seconds to wait after this number of failed tries: 5 s, then about four times as long each time, 6 h before the last.
 */
export const retryDelay = (failedTries: number): number =>
  Math.round(Math.min(longestDelay, firstDelay * (longestDelay / firstDelay) ** ((failedTries - 1) / (tries - 2))));

const days = 24 * 3600;

const policy: Omit<Queue, 'name'> = {
  retryLimit: tries - 1,
  retryDelay: firstDelay,
  retryBackoff: false,
  expireInSeconds: 900,
  // A killed process is noticed by its missing heartbeat, long before the expiry above.
  heartbeatSeconds: 15,
  // A second hand-over with the same id is refused only while the first job still exists.
  deleteAfterSeconds: 2 * days,
  retentionSeconds: 30 * days,
};
/**
 * Policy of change sets. Their work is short, repeatable transactions, so a killed process is noticed within seconds
 * and another one continues while a person is waiting. pg-boss does not accept such a short heartbeat as an option.
 */
const changeSetPolicy = { retryDelay: 1 };
const changeSetSilence = 4;
const deadPolicy: Omit<Queue, 'name'> = { retryLimit: 0, retentionSeconds: 90 * days, deleteAfterSeconds: 90 * days };

/** UUID version 5, equal for equal arguments, so that a job that is handed over twice exists once. */
export function jobID(namespace: string, name: string): string {
  const bytes = createHash('sha1').update(namespace).update('\0').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Loads pg-boss only when a queue is opened: the server's main thread opens none. */
export const newBoss = async (options: ConstructorOptions): Promise<PgBoss> =>
  new (await import('pg-boss')).PgBoss({ ...options, schema: queueSchema });

/**
 * Opens a queue without workers, runs `work` with it and closes it. Throws errors that the queue reported meanwhile.
 */
export async function withBoss<T>(options: ConstructorOptions, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = await newBoss({ ...options, supervise: false, schedule: false, reindex: false });
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
 * Additions to pg-boss's own schema. Finished jobs are kept for an hour. The queries every 2 s (for processes without
 * heartbeats, and for metrics) must not read them, hence the index. pg-boss would also count the whole table as often,
 * for numbers that nothing here uses; a back-off until infinity prevents it.
 */
const additions = `
  update ${queueSchema}.queue set heartbeat_seconds = ${changeSetSilence} where name = '${queues.changeSet}';
  create index if not exists job_common_unfinished on ${queueSchema}.job_common (name, state)
    where state <> 'completed';
  create index if not exists job_common_finished on ${queueSchema}.job_common (completed_on)
    where state = 'completed';
  update ${queueSchema}.version set monitor_backoff_on = 'infinity'
    where monitor_backoff_on is distinct from 'infinity';
  grant usage on schema ${queueSchema} to ${groupRoles.job};
  grant select, insert, update, delete on all tables in schema ${queueSchema} to ${groupRoles.job};
  grant usage on all sequences in schema ${queueSchema} to ${groupRoles.job};
  grant execute on all functions in schema ${queueSchema} to ${groupRoles.job};`;

/** The queues with their options. */
const declaredQueues = (): [name: string, options: Omit<Queue, 'name'>][] =>
  Object.values(queues).flatMap((queue) => {
    const queuePolicy = queue === queues.changeSet ? changeSetPolicy : {};
    return [
      [deadQueue(queue), deadPolicy],
      [queue, { ...policy, ...queuePolicy, deadLetter: deadQueue(queue) }],
    ];
  });

/** Identifies the version and options of an installed queue, without loading pg-boss. */
function installedForm(): string {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve('pg-boss')));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const whole = JSON.stringify([version, declaredQueues(), additions]);
  return `pg-boss ${version}, ${createHash('sha256').update(whole).digest('hex').slice(0, 32)}`;
}

/**
 * Installs or upgrades pg-boss as the migrating role, declares the queues, and lets the job role use the schema but not
 * change it. Part of every migration run; does nothing if the comment of the schema names the same version and options.
 */
export const installQueue = (migrateUrl: string): Promise<void> =>
  underInstallationLock(migrateUrl, 'queue', () => installAlone(migrateUrl));

async function installAlone(migrateUrl: string): Promise<void> {
  const connectionString = parseDatabaseUrl(migrateUrl).toString();
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const form = installedForm();
    const { rows } = await client.query<{ form: string | null }>(
      `select obj_description(to_regnamespace($1), 'pg_namespace') as form`,
      [queueSchema],
    );
    if (rows[0]?.form === form) return;
    await withBoss({ connectionString, max: 2 }, async (boss) => {
      for (const [name, options] of declaredQueues()) await declare(boss, name, options);
    });
    await client.query(`${additions} comment on schema ${queueSchema} is '${form}';`);
  } finally {
    await client.end();
  }
}

async function declare(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}
