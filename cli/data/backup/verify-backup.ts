import { createHash, type Hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { refusal } from '@millwright/core/cli';
import { readArchive } from '../archive/archive.ts';
import { type BackupManifest, backupManifest, manifestName, tableOfPiece } from './backup-manifest.ts';

const largestManifest = 16 * 1024 * 1024;

/**
 * Reads a whole backup and compares every table with the manifest, before anything is written.
 * @throws CommandFailure `backup_unreadable` or `backup_damaged`
 */
export async function verifyBackup(
  path: string,
  signal: AbortSignal,
  onProgress?: (bytes: number) => void,
): Promise<BackupManifest> {
  const found = new Map<string, { hash: Hash; bytes: number }>();
  let manifest: BackupManifest | undefined;
  for await (const { name, size, content } of readArchive(path, onProgress)) {
    signal.throwIfAborted();
    if (name === manifestName) {
      if (size > largestManifest) throw refusal('backup_unreadable', `The manifest of ${path} is too large to be one`);
      manifest = parseManifest(path, (await buffer(content)).toString());
      continue;
    }
    const table = tableOfPiece(name);
    if (table === undefined) throw refusal('backup_unreadable', `${path} holds ${name}, which belongs to no backup`);
    const known = found.get(table) ?? { hash: createHash('sha256'), bytes: 0 };
    found.set(table, known);
    for await (const piece of content) {
      known.hash.update(piece);
      known.bytes += piece.length;
    }
  }
  if (!manifest) throw refusal('backup_unreadable', `${path} has no manifest: it is no backup, or was cut off`);
  const errors = manifest.tables.flatMap(({ schema, table, bytes, sha256 }) => {
    const there = found.get(`${schema}.${table}`);
    found.delete(`${schema}.${table}`);
    const hash = there?.hash.digest('hex') ?? createHash('sha256').digest('hex');
    return hash === sha256 && (there?.bytes ?? 0) === bytes
      ? []
      : [{ path: `${schema}.${table}`, message: 'is not what was written: the checksum differs' }];
  });
  for (const table of found.keys()) errors.push({ path: table, message: 'is in the file, but not in its manifest' });
  if (errors.length) throw refusal('backup_damaged', `${path} is damaged`, { errors });
  return manifest;
}

function parseManifest(path: string, text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal('backup_unreadable', `The manifest of ${path} is damaged`);
  }
  const format = (value as { format?: unknown } | null)?.format;
  const parsed = backupManifest.safeParse(value);
  if (!parsed.success)
    throw refusal('backup_unreadable', `This version cannot read ${path}: its format is ${String(format)}`, {
      errors: parsed.error.issues.slice(0, 5).map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    });
  return parsed.data;
}
