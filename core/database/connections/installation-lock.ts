import { Client } from 'pg';
import { holdLock, type InstallationWork } from '../rows/hold-lock.ts';
import { parseDatabaseUrl } from '../schema/roles.ts';

/**
 * Runs the work while no other process does work of that name in this database.
 * @throws Error if another process holds the lock for longer than ten minutes
 */
export async function underInstallationLock<T>(
  url: string,
  name: InstallationWork,
  work: () => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  // If the connection breaks, the lock is lost; the end of the work reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await holdLock(client, name);
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}
