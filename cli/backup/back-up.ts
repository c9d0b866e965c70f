import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OperatorContext } from '@millwright/core/cli';
import { newID } from '@millwright/core/contracts';
import { version } from '../installation/version.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { connectAsAdministrator } from './database-tables.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

/** Writes a backup while the person sees how far it is. */
export async function backUp(
  ctx: OperatorContext,
  what: Pick<BackupOptions, 'adminUrl' | 'secret' | 'schemas' | 'account' | 'file'>,
): Promise<BackupManifest> {
  const progress = await ctx.progress('Backing up', { unit: 'bytes' });
  const manifest = await writeBackup({ ...what, version, signal: ctx.signal, progress }).finally(() => progress.end());
  // One account is no backup of the installation.
  if (!what.account) await noteBackup(what.adminUrl, what.file, statSync(what.file).size);
  return manifest;
}

/** Lets metrics and `doctor` know that there is a backup; older ones are forgotten after a year. */
export async function noteBackup(adminUrl: string, place: string, bytes: number): Promise<void> {
  const client = await connectAsAdministrator(adminUrl);
  try {
    await client.query(
      `with old as (delete from core.backup_run where finished_at < now() - interval '1 year')
       insert into core.backup_run (id, place, bytes, finished_at) values ($1, $2, $3, now())`,
      [newID('bkp'), resolve(place), bytes],
    );
  } catch (error) {
    // The schema of a version that noted none: the backup is what matters.
    if ((error as { code?: string }).code !== '42P01') throw error;
  } finally {
    await client.end();
  }
}
