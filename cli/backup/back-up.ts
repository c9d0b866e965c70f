import type { OperatorContext } from '@millwright/core/cli';
import { version } from '../version.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

/** Writes a backup while the person sees how far it is. */
export async function backUp(
  ctx: OperatorContext,
  what: Pick<BackupOptions, 'adminUrl' | 'secret' | 'schemas' | 'account' | 'file'>,
): Promise<BackupManifest> {
  const progress = await ctx.progress('Backing up', { unit: 'bytes' });
  return writeBackup({ ...what, version, signal: ctx.signal, progress }).finally(() => progress.end());
}
