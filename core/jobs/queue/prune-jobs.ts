import type { Pool } from 'pg';
import { queueSchema } from './queue.ts';

/** Seconds for which finished jobs are kept. Failed jobs are kept for days. */
export const finishedSeconds = 3600;
/** Rows deleted by one statement. */
const batchSize = 20_000;

/** Deletes jobs that finished more than an hour ago and returns their number. */
export async function pruneJobs(pool: Pool): Promise<number> {
  let removed = 0;
  for (let some = batchSize; some === batchSize; removed += some) {
    const { rowCount } = await pool.query(
      `delete from ${queueSchema}.job where state = 'completed' and (name, id) in (
         select name, id from ${queueSchema}.job
         where state = 'completed' and completed_on < now() - make_interval(secs => $1) limit ${batchSize})`,
      [finishedSeconds],
    );
    some = rowCount ?? 0;
  }
  return removed;
}
