import type { ListQuery } from '../../contracts/endpoints/list-query.ts';
import { connected } from '../../database/connections/connected.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { killedReason } from '../looks/cut-off.ts';
import { deadQueue, type QueueName, queueSchema, queues, withBoss } from './queue.ts';

/** Dead letters of a queue: jobs that failed for good until somebody releases them. */
export interface DeadLetters {
  queue: QueueName;
  count: number;
  /** Time of the oldest dead letter; null without any. */
  oldest: Date | null;
  /** Reason of the newest dead letter. */
  reason: string | null;
}

/** A client or a pool. */
interface Queryable {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** Dead letters by queue, including queues without any. */
export async function countDeadLetters(db: Queryable): Promise<DeadLetters[]> {
  const { rows } = await db.query<{ name: string; count: number; oldest: Date; reason: string | null }>(
    `select name, count(*)::int as count, min(created_on) as oldest,
       (array_agg(coalesce(source_output ->> 'message', source_output #>> '{}')
         order by created_on desc, id desc))[1] as reason
     from ${queueSchema}.job where name = any($1) and state = 'created' group by name`,
    [Object.values(queues).map(deadQueue)],
  );
  return Object.values(queues).map((queue) => {
    const found = rows.find(({ name }) => name === deadQueue(queue));
    return { queue, count: found?.count ?? 0, oldest: found?.oldest ?? null, reason: found?.reason ?? null };
  });
}

/** Dead letters of an installation; `jobUrl` is the address of the job role. */
export const listDeadLetters = (jobUrl: string): Promise<DeadLetters[]> => connected(jobUrl, countDeadLetters);

/** A job that failed for good. */
export interface DeadLetter {
  id: string;
  queue: QueueName;
  /** Subscriber and event, or the name of the job. */
  what: string;
  accountID: string | null;
  /** Whether its process died on every run. */
  isKiller: boolean;
  reason: string;
  failedAt: Date;
}

/** Description of a job from its data in the queue. */
export function describeJob(queue: QueueName, data: Readonly<Record<string, unknown>>): string {
  if (queue === queues.alone) {
    const { queue: own, data: held } = data as { queue?: QueueName; data?: Record<string, unknown> };
    return own && held ? describeJob(own, held) : (own ?? '');
  }
  return [data['subscriber'] ?? data['name'] ?? data['mailID'], data['eventID'], data['accountID']]
    .filter((part) => typeof part === 'string')
    .join(' ');
}

interface LetterRow {
  id: string;
  name: string;
  data: Record<string, unknown>;
  created_on: Date;
  source_output: { code?: string; message?: string } | null;
}

function letterOf({ id, name, data, created_on: failedAt, source_output: output }: LetterRow): DeadLetter {
  const queue = Object.values(queues).find((each) => deadQueue(each) === name) ?? queues.event;
  const accountID = data['accountID'] ?? (data['data'] as Record<string, unknown> | undefined)?.['accountID'];
  return {
    id,
    queue,
    what: describeJob(queue, data),
    accountID: typeof accountID === 'string' ? accountID : null,
    isKiller: output?.code === killedReason.code,
    reason: output?.message ?? '',
    failedAt,
  };
}

const letterColumns = 'id, name, data, created_on, source_output';
const allDead = Object.values(queues).map(deadQueue);

/** A page of dead letters, newest first. */
export function pageDeadLetters(
  jobUrl: string,
  page: ListQuery & { queue?: string | undefined },
): Promise<{ items: DeadLetter[]; count: number }> {
  const order = page.sortBy ? page.sortOrder : 'desc';
  const from = `from ${queueSchema}.job where name = any($1) and state = 'created'
    and strpos(lower(data::text), lower($2)) > 0`;
  const wanted = [
    allDead.filter((name) => page.queue === undefined || name === deadQueue(page.queue as QueueName)),
    page.query ?? '',
  ];
  return connected(jobUrl, async (client) => {
    const { rows } = await client.query<LetterRow>(
      `select ${letterColumns} ${from} order by created_on ${order}, id ${order} limit $3 offset $4`,
      [...wanted, page.take, page.skip],
    );
    const counted = await client.query<{ count: number }>(`select count(*)::int as count ${from}`, wanted);
    return { items: rows.map(letterOf), count: counted.rows[0]?.count ?? 0 };
  });
}

/** A dead letter by id; undefined if there is none. */
export const findDeadLetter = (jobUrl: string, id: string): Promise<DeadLetter | undefined> =>
  connected(jobUrl, async (client) => {
    const { rows } = await client.query<LetterRow>(
      `select ${letterColumns} from ${queueSchema}.job where name = any($1) and state = 'created' and id = $2`,
      [allDead, id],
    );
    return rows[0] && letterOf(rows[0]);
  });

const retryOptions = (jobUrl: string) => ({
  connectionString: parseDatabaseUrl(jobUrl).toString(),
  max: 1,
  application_name: 'millwright-retry',
  migrate: false,
  createSchema: false,
});

/** Moves dead letters by id back to their queues as new jobs. Returns the number of moved jobs. */
export const releaseDeadLetters = (jobUrl: string, ids: readonly string[]): Promise<number> =>
  withBoss(retryOptions(jobUrl), async (boss) => {
    let released = 0;
    for (const queue of Object.values(queues)) released += await boss.redrive(deadQueue(queue), { ids: [...ids] });
    return released;
  });

/**
 * Moves all present dead letters of these queues back for another eight tries; jobs that fail again during the call
 * stay. A running server takes them within seconds. Returns the numbers by queue.
 */
export async function retryDeadLetters(
  jobUrl: string,
  names: readonly QueueName[],
): Promise<{ queue: QueueName; moved: number }[]> {
  return withBoss(retryOptions(jobUrl), async (boss) => {
    const answers: { queue: QueueName; moved: number }[] = [];
    for (const queue of names) {
      const { total } = await boss.previewRedrive(deadQueue(queue));
      let moved = 0;
      // The total limits the loop: a job that can never succeed becomes a dead letter again as soon as a server has run
      // it.
      for (let some = 1; some > 0 && moved < total; moved += some)
        some = await boss.redrive(deadQueue(queue), { limit: Math.min(1_000, total - moved) });
      answers.push({ queue, moved });
    }
    return answers;
  });
}
