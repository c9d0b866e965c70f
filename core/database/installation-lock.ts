import { Client } from 'pg';
import { parseDatabaseUrl } from './roles.ts';

/** Work on the installation itself that one process does at a time. */
export type InstallationWork = 'migrate' | 'demo' | 'secret';

/** Longer than the longest migration that was measured takes on a slow machine. */
const patience = '10min';

/**
 * Does the work while no other process does work of that name in this database. The lock belongs to a transaction that
 * does nothing else, so that it also works through a pooler of transactions, and ends with its process.
 * @throws Error if another process is at it for longer than ten minutes
 */
export async function underInstallationLock<T>(
  url: string,
  name: InstallationWork,
  work: () => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  // A lock that is lost with its connection is told by the end of the work.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${patience}'`);
    await client
      .query('select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext($1))', [`millwright.${name}`])
      .catch((error: { code?: string }) => {
        if (error.code !== '55P03') throw error;
        throw new Error(
          `Another process has been at the same work (${name}) for ${patience}: ` +
            'see whether it hangs, end it, start again',
        );
      });
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}
