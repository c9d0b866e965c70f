import { once } from 'node:events';
import type { Transform, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ProgressLine, refusal } from '@millwright/core/cli';
import { appliedMigrations, migrateInstallation, migrateTo, queueSchema, registryOf } from '@millwright/core/kernel';
import type { AnyPlugin } from '@millwright/core/server';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Installation } from '../../installation/installation.ts';
import { readArchive } from '../archive/archive.ts';
import { type BackupManifest, tableOfPiece } from './backup-manifest.ts';
import {
  columnList,
  connectAsAdministrator,
  type DatabaseTable,
  qualified,
  queueVersionOf,
  tablesOf,
} from './database-tables.ts';

type Plugins = readonly { definition: AnyPlugin; audience?: readonly string[] }[];

/** State of a database before a restore. */
export interface RestoreTarget {
  /** No migration has been applied. */
  isBlank: boolean;
  /** Tables with rows, except for rows that migrations create. */
  filled: { table: string; rows: number }[];
}

/**
 * Checks that this version can read the backup.
 * @throws CommandFailure naming the mismatch and what to do
 */
export function requireReadable(plugins: Plugins, manifest: BackupManifest): void {
  if (manifest.account)
    throw refusal('account_archive', `The file holds the account ${manifest.account.slug} alone`, {
      hint: 'Bring it into this installation beside the others: millwright account import FILE',
    });
  const owners = registryOf(plugins).schemaOwners();
  for (const [schema, names] of Object.entries(manifest.migrations)) {
    const owner = owners.find((each) => each.schema === schema);
    if (!owner && names.length)
      throw refusal('plugin_missing', `The backup holds the schema "${schema}", whose plugin is not installed here`, {
        hint: 'List the plugin in platform.config.ts',
      });
    const unknown = names.filter((name) => !owner?.migrations.some((migration) => migration.name === name));
    if (unknown.length)
      throw refusal('newer_backup', `The backup is of a newer version (${manifest.version}): ${unknown.join(', ')}`, {
        hint: `Restore it with Millwright ${manifest.version} or newer`,
      });
  }
}

/**
 * Checks that this database can take the backup, and answers its state.
 * @throws CommandFailure naming the mismatch and what to do
 */
export async function examineTarget(
  installation: Installation,
  plugins: Plugins,
  manifest: BackupManifest,
): Promise<RestoreTarget> {
  const client = await connectAsAdministrator(installation.adminUrl);
  try {
    checkOthers(await otherSessions(client));
    const schemas = registryOf(plugins)
      .schemaOwners()
      .map(({ schema }) => schema);
    const applied = await appliedMigrations(client, schemas);
    if (schemas.every((schema) => !applied[schema]?.length)) return { isBlank: true, filled: [] };
    const differing = schemas.filter((schema) => differs(applied[schema], manifest.migrations[schema]));
    if (differing.length)
      throw refusal('other_version', `The database has other migrations than the backup in ${differing.join(', ')}`, {
        hint: 'Restore into a new, empty database: another DATABASE_URL or MILLWRIGHT_DATA_DIR',
      });
    const filled: RestoreTarget['filled'] = [];
    for (const table of await tablesOf(client, schemas)) {
      const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${qualified(table)}`);
      if (rows[0]?.rows) filled.push({ table: `${table.schema}.${table.table}`, rows: rows[0].rows });
    }
    return { isBlank: false, filled };
  } finally {
    await client.end();
  }
}

const differs = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length !== b.length || a.some((name) => !b.includes(name));

const otherSessions = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rows[0]?.sessions ?? 0;
};

function checkOthers(sessions: number): void {
  if (sessions)
    throw refusal('database_in_use', `The database is in use by ${sessions} other connections`, {
      hint: 'Stop every server of this installation first: millwright stop',
    });
}

export interface RestoreOptions {
  installation: Installation;
  plugins: Plugins;
  manifest: BackupManifest;
  target: RestoreTarget;
  file: string;
  signal: AbortSignal;
  progress: ProgressLine;
}

/**
 * Loads a verified backup in one transaction, so that a failure changes nothing. Row counts are compared before the
 * commit. Afterwards the schema is migrated to this version.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ rows: number; applied: string[] }> {
  const { installation, plugins, manifest, target } = options;
  if (target.isBlank) await migrateTo(installation.urls, plugins, manifest.migrations);
  const client = await connectAsAdministrator(installation.adminUrl);
  let rows = 0;
  try {
    const version = await queueVersionOf(client);
    if (manifest.queueVersion !== null && version !== manifest.queueVersion)
      throw refusal(
        'other_version',
        `The backup's job queue has version ${manifest.queueVersion}, here it is ${version}`,
        {
          hint: `Restore it with Millwright ${manifest.version}, then start this version`,
        },
      );
    await client.query('begin');
    // Triggers are off: foreign keys hold in the backup as a whole, but not during loading in any order of tables.
    await client.query('set local session_replication_role = replica');
    const there = await tablesOf(client, [...Object.keys(manifest.migrations), queueSchema]);
    checkTables(there, manifest);
    if (there.length) await client.query(`truncate ${there.map(qualified).join(', ')}`);
    rows = await loadTables(client, options);
    await client.query('commit');
  } finally {
    // Ending a connection during a transaction rolls it back.
    await client.end().catch(() => {});
  }
  const done = await migrateInstallation(installation.urls, plugins);
  const fresh = await connectAsAdministrator(installation.adminUrl);
  await fresh.query('analyze').finally(() => fresh.end());
  return { rows, applied: done.flatMap(({ schema, applied }) => applied.map((name) => `${schema}: ${name}`)) };
}

/**
 * Checks that every table and column of the backup exists. Partitions of the queue are created when it is installed.
 */
function checkTables(there: readonly DatabaseTable[], { tables, version }: BackupManifest): void {
  const columns = new Map(there.map((table) => [`${table.schema}.${table.table}`, new Set(table.columns)]));
  const errors = tables.flatMap((table) => {
    const known = columns.get(`${table.schema}.${table.table}`);
    const missing = known ? table.columns.filter((column) => !known.has(column)) : table.columns;
    return missing.length
      ? [
          {
            path: `${table.schema}.${table.table}`,
            message: known ? `has no column ${missing.join(', ')}` : 'is not there',
          },
        ]
      : [];
  });
  if (errors.length)
    throw refusal('other_schema', 'The backup holds tables that no migration makes', {
      errors,
      hint: `Restore it with Millwright ${version}`,
    });
}

/**
 * Waits until the stream accepts more data or is closed; the listeners are removed afterwards, because every piece
 * waits again.
 */
export async function drained(stream: Writable): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
    waiting.abort(),
  );
}

/** Options for rows that are changed during loading. */
export interface LoadOptions extends Pick<RestoreOptions, 'manifest' | 'file' | 'signal' | 'progress'> {
  /** Target of a table's rows; default: the table itself. */
  targetOf?: (table: DatabaseTable) => string;
  /** Changes each piece of a table during loading. */
  changedBy?: () => Transform;
  /** Called when all rows of a table are loaded. */
  onLoaded?: (table: DatabaseTable) => Promise<void>;
}

/** Copies the tables of an archive in order, and compares the number of rows with the manifest. */
export async function loadTables(client: Client, options: LoadOptions): Promise<number> {
  const { manifest, file, signal, progress, targetOf = qualified, changedBy, onLoaded } = options;
  const byName = new Map(manifest.tables.map((table) => [`${table.schema}.${table.table}`, table]));
  let rows = 0;
  let current: { name: string; stream: ReturnType<typeof copyFrom>; input: Writable } | undefined;
  const finish = async (): Promise<void> => {
    if (!current) return;
    const { name, stream, input } = current;
    current = undefined;
    input.end();
    await finished(stream);
    const known = byName.get(name) as DatabaseTable & { rows: number };
    if (stream.rowCount !== known.rows)
      throw refusal('backup_damaged', `${name}: ${known.rows} rows were written, ${stream.rowCount} arrived`);
    byName.delete(name);
    rows += stream.rowCount;
    await onLoaded?.(known);
  };
  for await (const { name, content } of readArchive(file, (bytes) => progress.update(bytes))) {
    const table = tableOfPiece(name);
    if (table === undefined) continue;
    if (current?.name !== table) {
      await finish();
      const known = byName.get(table);
      if (!known) throw refusal('backup_damaged', `${table} is not in the manifest`);
      const stream = client.query(copyFrom(`copy ${targetOf(known)} ${columnList(known.columns)} from stdin`));
      const change = changedBy?.();
      change?.pipe(stream);
      current = { name: table, stream, input: change ?? stream };
      // Errors are reported by the code that waits for the stream.
      stream.on('error', (error) => change?.destroy(error));
      change?.on('error', () => {});
    }
    for await (const piece of content) {
      signal.throwIfAborted();
      if (current.stream.errored) throw current.stream.errored;
      if (!current.input.write(piece)) await drained(current.input);
    }
  }
  await finish();
  const missing = [...byName.values()].filter((table) => table.rows > 0);
  if (missing.length)
    throw refusal('backup_damaged', `Not in the file: ${missing.map(({ table }) => table).join(', ')}`);
  return rows;
}
