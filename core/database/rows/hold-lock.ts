import type { Client } from 'pg';

/** Work on the installation that only one process may do at a time. */
export type InstallationWork = 'roles' | 'migrate' | 'queue' | 'demo' | 'secret';

/** Longer than the longest measured migration on a slow machine. */
const patience = '10min';

/**
 * Begins a transaction on this connection that holds the lock of this work and does nothing else. The lock therefore
 * also works through a transaction pooler, and ends with the process.
 * @throws Error if another process holds the lock for longer than ten minutes
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
