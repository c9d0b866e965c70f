import type { Client } from 'pg';

/** Work on the installation itself that one process does at a time. */
export type InstallationWork = 'roles' | 'migrate' | 'queue' | 'demo' | 'secret';

/** Longer than the longest migration that was measured takes on a slow machine. */
const patience = '10min';

/**
 * Begins a transaction on this connection that holds the lock of this work, and does nothing else: so it works through
 * a pooler of transactions too, and ends with its process.
 * @throws Error if another process is at it for longer than ten minutes
 */
export async function holdLock(client: Client, name: InstallationWork): Promise<void> {
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
}
