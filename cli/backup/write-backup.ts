import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { ProgressLine } from '@millwright/core/cli';
import { appliedMigrations, secretFingerprint } from '@millwright/core/kernel';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { type BackedUpTable, type BackupManifest, backupFormat, manifestName, pieceName } from './backup-manifest.ts';
import {
  columnList,
  connectAsAdministrator,
  type DatabaseTable,
  qualified,
  queueSchema,
  queueVersionOf,
  tablesOf,
} from './database-tables.ts';

export interface BackupOptions {
  adminUrl: string;
  secret: string;
  version: string;
  /** Schemas of the installed plugins, core included. */
  schemas: readonly string[];
  file: string;
  signal: AbortSignal;
  progress: ProgressLine;
}

/** Rows are packed in pieces of this size: all that is held in memory. */
const pieceSize = 4 * 1024 * 1024;

/**
 * Writes all tables as they were at one moment into one tar.gz: a single REPEATABLE READ transaction, COPY per table,
 * and a
 * manifest with counts and checksums at the end. The file gets its name when it is complete.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupManifest> {
  const client = await connectAsAdministrator(options.adminUrl);
  const archive = createArchive(resolve(options.file));
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const schemas = [...options.schemas, queueSchema];
    const tables = await tablesOf(client, schemas);
    const { rows: server } = await client.query<{ server_version: string }>('show server_version');
    const manifest: BackupManifest = {
      format: backupFormat,
      version: options.version,
      createdAt: new Date().toISOString(),
      server: server[0]?.server_version ?? '',
      migrations: await appliedMigrations(client, options.schemas),
      queueVersion: await queueVersionOf(client),
      secretFingerprint: secretFingerprint(options.secret),
      tables: [],
    };
    let bytes = 0;
    for (const table of tables)
      manifest.tables.push(
        await copyTable(client, archive, table, options.signal, (more) => {
          bytes += more;
          options.progress.update(bytes);
        }),
      );
    await client.query('commit');
    await archive.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    options.signal.throwIfAborted();
    await archive.finish();
    return manifest;
  } finally {
    archive.discard();
    await client.end().catch(() => {});
  }
}

async function copyTable(
  client: Client,
  archive: ArchiveWriter,
  table: DatabaseTable,
  signal: AbortSignal,
  onBytes: (more: number) => void,
): Promise<BackedUpTable> {
  const stream = client.query(copyTo(`copy ${qualified(table)} ${columnList(table.columns)} to stdout`));
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let pieces = 0;
  let bytes = 0;
  const flush = async (): Promise<void> => {
    await archive.add(pieceName(table, pieces), Buffer.concat(waiting, waitingBytes));
    pieces += 1;
    waiting = [];
    waitingBytes = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    hash.update(chunk);
    waiting.push(chunk);
    waitingBytes += chunk.length;
    bytes += chunk.length;
    onBytes(chunk.length);
    if (waitingBytes >= pieceSize) await flush();
  }
  if (waitingBytes) await flush();
  return { ...table, rows: stream.rowCount, bytes, sha256: hash.digest('hex') };
}
