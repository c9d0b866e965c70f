import { createHash } from 'node:crypto';
import type { ProgressLine } from '@millwright/core/cli';
import { appliedMigrations, queueSchema, secretFingerprint } from '@millwright/core/kernel';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ArchiveWriter, createArchive } from '../archive/archive.ts';
import { type BackedUpTable, type BackupManifest, backupFormat, manifestName, pieceName } from './backup-manifest.ts';
import {
  columnList,
  connectAsAdministrator,
  type DatabaseTable,
  qualified,
  queueVersionOf,
  requirePlatform,
  tablesOf,
  tablesOfAccount,
} from './database-tables.ts';

export interface BackupOptions {
  adminUrl: string;
  secret: string;
  version: string;
  /** Schemas of the core and the installed plugins. */
  schemas: readonly string[];
  /** Only the account's rows and people, without queued jobs; absent: everything. */
  account?: BackupManifest['account'];
  file: string;
  signal: AbortSignal;
  progress: ProgressLine;
}

/** Rows are compressed in pieces of this size, which limits the memory. */
const pieceSize = 4 * 1024 * 1024;

/**
 * Writes all tables, or all rows of one account, as of one moment into one tar.gz: a single REPEATABLE READ
 * transaction, COPY per table, and a manifest with counts and checksums at the end. The file gets its final name when
 * it is complete.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupManifest> {
  const client = await connectAsAdministrator(options.adminUrl);
  const archive = createArchive(options.file);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { account, schemas } = options;
    const tables = account ? await tablesOfAccount(client, schemas) : await tablesOf(client, [...schemas, queueSchema]);
    if (!account) requirePlatform(tables);
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
      account,
    };
    let bytes = 0;
    for (const table of tables)
      manifest.tables.push(
        await copyTable(client, archive, { table, account, signal: options.signal }, (more) => {
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
    await archive.discard();
    await client.end().catch(() => {});
  }
}

/** Columns that an account's archive leaves out: private data of people, and data of this installation. */
const withheld: Readonly<Record<string, string>> = {
  password_hash: 'null',
  is_operator: 'false',
  is_password_of_team: 'false',
  current_account_id: 'null',
};

/** Source of COPY for a table: the whole table, or the account's rows. */
function sourceOf(table: DatabaseTable, account: BackupManifest['account']): string {
  if (!account) return `${qualified(table)} ${columnList(table.columns)}`;
  const id = escapeLiteral(account.id);
  const of = (columns: readonly string[], condition: string): string =>
    `(select ${columns.join(', ')} from ${qualified(table)} where ${condition})`;
  const columns = table.columns.map((name) => escapeIdentifier(name));
  if (table.columns.includes('account_id')) return of(columns, `account_id = ${id}`);
  if (table.table === 'account') return of(columns, `id = ${id}`);
  const shown = table.columns.map((name) => withheld[name] ?? escapeIdentifier(name));
  return of(shown, `id in (select user_id from core.member where account_id = ${id})`);
}

async function copyTable(
  client: Client,
  archive: ArchiveWriter,
  { table, account, signal }: { table: DatabaseTable; account: BackupManifest['account']; signal: AbortSignal },
  onBytes: (more: number) => void,
): Promise<BackedUpTable> {
  const stream = client.query(copyTo(`copy ${sourceOf(table, account)} to stdout`));
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
