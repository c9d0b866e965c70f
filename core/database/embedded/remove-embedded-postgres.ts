import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installationFolders } from './embedded-postgres-place.ts';
import { isPostgresAlive, pause, readPostmasterFile } from './embedded-postgres-process.ts';

/**
 * Removes an installation's data folder with its database, and the folders outside it that its user could not have
 * reached inside. A running database is killed first, without saving. Returns the folders.
 */
export async function removeEmbeddedPostgres(dataDir: string): Promise<string[]> {
  const folders = installationFolders(dataDir);
  for (const home of folders.flatMap((folder) => [folder, join(folder, 'postgres')])) {
    const pid = readPostmasterFile(join(home, 'pgdata'))?.pid;
    if (!pid || !isPostgresAlive(pid)) continue;
    process.kill(pid, 'SIGQUIT');
    while (isPostgresAlive(pid)) await pause(50);
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  return folders;
}
