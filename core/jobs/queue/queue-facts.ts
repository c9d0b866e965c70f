import { gauge, gauges, type Metric } from '../../metrics/metric.ts';
import { deadQueue, type QueueName, queueSchema, queues } from './queue.ts';

/** State of the installation as the job role sees it: waiting jobs, and the database. */
export interface QueueFacts {
  queues: { queue: QueueName; waiting: number; retrying: number; running: number; dead: number; oldest: number }[];
  mails: { retrying: number; dead: number };
  database: { bytes: number; connections: number; mostConnections: number; isArchiveFailing: boolean };
  /** Seconds since the last successful `millwright backup`; undefined without one. */
  backupAge: number | undefined;
}

interface Queryable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Deliveries with mails: those to the subscription that sends account mails, and the whole queue of person mails. */
const mailSubscription = 'core.send-email';
const ofMail: readonly QueueName[] = [queues.event, queues.personMail];

/** Jobs by queue and state. `oldest` is the number of seconds that the longest due job has been waiting. */
export async function queueCounts(db: Queryable): Promise<QueueFacts['queues']> {
  const { rows } = await db.query<Omit<QueueFacts['queues'][number], 'dead'> & { queue: string }>(
    `select name as queue, count(*) filter (where state = 'created')::int as waiting,
       count(*) filter (where state = 'retry')::int as retrying,
       count(*) filter (where state = 'active')::int as running,
       coalesce(extract(epoch from now() - min(greatest(start_after, created_on))
         filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest
     from ${queueSchema}.job where state in ('created', 'retry', 'active') group by name`,
  );
  const of = (name: string) => rows.find(({ queue }) => queue === name);
  return Object.values(queues).map((queue) => ({
    queue,
    waiting: of(queue)?.waiting ?? 0,
    retrying: of(queue)?.retrying ?? 0,
    running: of(queue)?.running ?? 0,
    dead: of(deadQueue(queue))?.waiting ?? 0,
    oldest: of(queue)?.oldest ?? 0,
  }));
}

export async function queueFacts(db: Queryable): Promise<QueueFacts> {
  const counts = await queueCounts(db);
  const mails = await db.query<QueueFacts['mails']>(
    `select count(*) filter (where state = 'retry')::int as retrying,
       count(*) filter (where state = 'created')::int as dead
     from ${queueSchema}.job
     where (name = any($1) and state = 'retry' or name = any($2) and state = 'created')
       and (data ->> 'subscriber' = $3 or data ? 'mailID')`,
    [ofMail, ofMail.map(deadQueue), mailSubscription],
  );
  const database = await db.query<QueueFacts['database']>(
    `select pg_database_size(current_database())::float8 as bytes,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       current_setting('max_connections')::int as "mostConnections",
       (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver)
         as "isArchiveFailing"`,
  );
  const backups = await db.query<{ age: number | null }>(
    'select extract(epoch from now() - max(finished_at))::float8 as age from core.backup_run',
  );
  return {
    queues: counts,
    mails: mails.rows[0] ?? { retrying: 0, dead: 0 },
    database: database.rows[0] ?? { bytes: 0, connections: 0, mostConnections: 0, isArchiveFailing: false },
    backupAge: backups.rows[0]?.age ?? undefined,
  };
}

export function queueMetrics({ queues: counts, mails, database, backupAge }: QueueFacts): Metric[] {
  const states = ['waiting', 'retrying', 'running', 'dead'] as const;
  return [
    gauges(
      'jobs',
      'Background jobs by queue and state; dead ones failed for good',
      counts.flatMap((each) => states.map((state) => ({ labels: { queue: each.queue, state }, value: each[state] }))),
    ),
    gauges(
      'jobs_oldest_seconds',
      'How long the job waits that has been due longest',
      counts.map(({ queue, oldest }) => ({ labels: { queue }, value: oldest })),
    ),
    gauges('mails_failed', 'Mails that could not be sent yet and are tried again, or failed for good', [
      { labels: { state: 'retrying' }, value: mails.retrying },
      { labels: { state: 'dead' }, value: mails.dead },
    ]),
    gauge('database_size_bytes', 'Size of the database', database.bytes),
    gauge('database_server_connections', 'Connections that the database server has', database.connections),
    gauge('database_server_connections_most', 'Connections that it may have', database.mostConnections),
    gauge(
      'wal_archive_failing',
      '1 while the log of the database cannot be archived',
      Number(database.isArchiveFailing),
    ),
    ...(backupAge === undefined
      ? []
      : [gauge('backup_age_seconds', 'Seconds since millwright backup finished', backupAge)]),
  ];
}
