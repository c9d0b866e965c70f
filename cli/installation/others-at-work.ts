import { type DatabaseUrls, parseDatabaseUrl } from '@millwright/core/kernel';
import { Client } from 'pg';

/** Connections of a killed process disappear from PostgreSQL's list after a short time. */
const patienceMilliseconds = 3_000;

/**
 * Number of database connections of the installation's other processes, after those of dead processes have disappeared.
 */
export async function connectionsOfOthers(urls: DatabaseUrls): Promise<number> {
  const roles = [urls.tenant, urls.auth, urls.job].map((url) => decodeURIComponent(new URL(url).username));
  const client = new Client({ connectionString: parseDatabaseUrl(urls.migrate).toString() });
  await client.connect();
  try {
    for (const until = Date.now() + patienceMilliseconds; ; ) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and usename = any($1) and pid <> pg_backend_pid()`,
        [roles],
      );
      const count = rows[0]?.count ?? 0;
      if (count === 0 || Date.now() > until) return count;
      await new Promise((done) => setTimeout(done, 100));
    }
  } finally {
    await client.end();
  }
}
