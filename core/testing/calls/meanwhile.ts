import type { Client } from 'pg';
import { until } from './until.ts';

/**
 * Makes a call while a change of another transaction is not committed yet, commits the change once the call waits for
 * it or is over, and answers what the call does.
 */
export async function meanwhile<T>(
  database: Pick<Client, 'query'>,
  change: { text: string; values: unknown[] },
  call: () => Promise<T>,
): Promise<T> {
  await database.query('begin');
  let isOver = false;
  try {
    const { rowCount } = await database.query(change);
    if (rowCount !== 1) throw new Error(`The change writes ${rowCount} rows: ${change.text}`);
    const answer = call().finally(() => {
      isOver = true;
    });
    // Handled below, after the commit.
    answer.catch(() => undefined);
    await until('The wait of the call for the change', async () => {
      if (isOver) return true;
      // pg_stat_activity would stay the same until the end of this transaction.
      const { rows } = await database.query(
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      return rows.length > 0;
    });
    await database.query('commit');
    return await answer;
  } finally {
    // Does nothing after the commit.
    await database.query('rollback');
  }
}
