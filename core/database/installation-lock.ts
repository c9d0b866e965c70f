import { Client } from 'pg';
import { holdLock, type InstallationWork } from './hold-lock.ts';
import { parseDatabaseUrl } from './roles.ts';

/**
 * Does the work while no other process does work of that name in this database.
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
    await holdLock(client, name);
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}
