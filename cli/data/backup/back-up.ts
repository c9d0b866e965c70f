import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OperatorContext } from '@millwright/core/cli';
import { newID } from '@millwright/core/contracts';
import { version } from '../../installation/version.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { connectAsAdministrator } from './database-tables.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

/** Writes a backup and shows the progress. */
export async function backUp(
  ctx: OperatorContext,
  what: Pick<BackupOptions, 'adminUrl' | 'secret' | 'schemas' | 'account' | 'file'>,
): Promise<BackupManifest> {
  const progress = await ctx.progress('Backing up', { unit: 'bytes' });
  const manifest = await writeBackup({ ...what, version, signal: ctx.signal, progress }).finally(() => progress.end());
  // An archive of one account is not a backup of the installation.
  if (!what.account) await noteBackup(what.adminUrl, what.file, statSync(what.file).size);
  return manifest;
}

/** Records a backup for metrics and `doctor`; records older than a year are deleted. */
export async function noteBackup(adminUrl: string, place: string, bytes: number): Promise<void> {
  const client = await connectAsAdministrator(adminUrl);
  try {
    await client.query(
      `with old as (delete from core.backup_run where finished_at < now() - interval '1 year')
       insert into core.backup_run (id, place, bytes, finished_at) values ($1, $2, $3, now())`,
      [newID('bkp'), resolve(place), bytes],
    );
  } catch (error) {
    // The schema of an older version has no table for backups; the backup itself is complete.
    if ((error as { code?: string }).code !== '42P01') throw error;
  } finally {
    await client.end();
  }
}
