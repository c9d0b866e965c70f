import { Client } from 'pg';
import { parseDatabaseUrl } from '../database/roles.ts';
import { deadQueue, type QueueName, queueSchema, queues, withBoss } from './queue.ts';

/** What failed for good and waits for somebody to send it again. */
export interface DeadLetters {
  queue: QueueName;
  count: number;
  /** When the first of them was given up; null where there are none. */
  oldest: Date | null;
  /** Why the last of them failed. */
  reason: string | null;
}

/** Something that runs a statement: a client or a pool. */
interface Queryable {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** The dead letters of every queue, also of those that have none. */
export async function countDeadLetters(db: Queryable): Promise<DeadLetters[]> {
  const { rows } = await db.query<{ name: string; count: number; oldest: Date; reason: string | null }>(
    `select name, count(*)::int as count, min(created_on) as oldest,
       (array_agg(coalesce(source_output ->> 'message', source_output #>> '{}') order by created_on desc, id desc))[1] as reason
     from ${queueSchema}.job where name = any($1) and state = 'created' group by name`,
    [Object.values(queues).map(deadQueue)],
  );
  return Object.values(queues).map((queue) => {
    const found = rows.find(({ name }) => name === deadQueue(queue));
    return { queue, count: found?.count ?? 0, oldest: found?.oldest ?? null, reason: found?.reason ?? null };
  });
}

/** The dead letters of an installation, by the address of the job role. */
export async function listDeadLetters(jobUrl: string): Promise<DeadLetters[]> {
  const client = new Client({ connectionString: parseDatabaseUrl(jobUrl).toString() });
  // An error that nobody hears would end the process; the statement that is under way fails by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    return await countDeadLetters(client);
  } finally {
    await client.end();
  }
}

/**
 * Moves the dead letters of these queues back for another eight tries, those that there are when it begins: what fails again
 * meanwhile stays. A running server takes them up within seconds. Answers how many, by queue.
 */
export async function retryDeadLetters(
  jobUrl: string,
  names: readonly QueueName[],
): Promise<{ queue: QueueName; moved: number }[]> {
  const options = {
    connectionString: parseDatabaseUrl(jobUrl).toString(),
    max: 1,
    application_name: 'millwright-retry',
    migrate: false,
    createSchema: false,
  };
  return withBoss(options, async (boss) => {
    const answers: { queue: QueueName; moved: number }[] = [];
    for (const queue of names) {
      const { total } = await boss.previewRedrive(deadQueue(queue));
      let moved = 0;
      // Not until none is left: one that can never succeed is back as soon as a server has seen it.
      for (let some = 1; some > 0 && moved < total; moved += some)
        some = await boss.redrive(deadQueue(queue), { limit: Math.min(1_000, total - moved) });
      answers.push({ queue, moved });
    }
    return answers;
  });
}
