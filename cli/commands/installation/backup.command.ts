import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand, refusal, usageFailure } from '@millwright/core/cli';
import { nameOfBackup, removeOldBackups } from '../../data/backup/kept-backups.ts';
import { readServerState } from '../../installation/server-state.ts';

/** Writes everything in the database, as of one moment, into one file. */
export const backup = defineCommand({
  name: 'backup',
  summary: 'write everything in the database into one file',
  description:
    'One tar.gz with all accounts, people, documents, files and queued jobs as they were at one moment; ' +
    `the server may run.
It does not hold the secret of the installation (MILLWRIGHT_SECRET, or the file "secret" in the data folder): keep that
apart, for without it stored credentials of integrations cannot be opened. The file is readable by you alone.
With --keep FILE is a folder: the backup is named by its moment, and of all in the folder the newest so many stay.`,
  kind: 'operator',
  writes: true,
  arguments: { file: { summary: 'the file to write: millwright.tar.gz; with --keep the folder' } },
  options: {
    force: { type: 'flag', summary: 'replace a file that is there' },
    keep: { type: 'number', value: 'COUNT', summary: 'how many backups stay in the folder' },
  },
  async run(ctx, { file: named, force, keep }) {
    if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) throw usageFailure('--keep is 1 or more');
    const folder = ctx.pathOf(named);
    if (keep !== undefined && !ctx.isDryRun) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = keep === undefined ? named : join(named, nameOfBackup(new Date()));
    const path = ctx.pathOf(file);
    if (!force && statSync(path, { throwIfNoEntry: false }))
      throw refusal('file_exists', `There is a file ${file} already`, { hint: 'Choose another name, or add --force' });
    const [{ backUp }, { registryOf }, { loadPlugins }, { openMachine }] = await Promise.all([
      import('../../data/backup/back-up.ts'),
      import('@millwright/core/kernel'),
      import('../../installation/load-plugins.ts'),
      import('../../installation/operator-context.ts'),
    ]);
    const { adminUrl, secret } = await openMachine(ctx);
    const schemas = registryOf(await loadPlugins())
      .schemaOwners()
      .map(({ schema }) => schema);
    if (ctx.isDryRun) {
      const { describeDatabase } = await import('../../data/backup/describe-database.ts');
      const { tables, bytes } = await describeDatabase(adminUrl, schemas);
      await ctx.result({ file, tables, bytes, dryRun: true }, () =>
        ctx.say(`Would write ${tables} tables, ${bytes.toLocaleString('en-US')} bytes in the database, to ${file}.`),
      );
      return;
    }
    const manifest = await backUp(ctx, { adminUrl, secret, schemas, file: path });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const size = statSync(path).size;
    // After the new backup is complete, so that a full disk does not cost an old one.
    const removed = keep === undefined ? [] : removeOldBackups(folder, keep);
    const { length: tables } = manifest.tables;
    await ctx.result({ file, size, tables, rows, createdAt: manifest.createdAt, removed }, () => {
      const [wrote, bytes] = [rows, size].map((count) => count.toLocaleString('en-US'));
      ctx.say(`Wrote ${wrote} rows of ${tables} tables to ${file} (${bytes} bytes).`);
      for (const name of removed) ctx.say(`Removed ${name}.`);
    });
  },
});

/** Restores a backup into an empty database, or over the present data. */
export const restore = defineCommand({
  name: 'restore',
  summary: 'bring a backup back, into an empty database',
  description:
    'Reads the whole file and compares its checksums first, loads it in one transaction, compares the counts, ' +
    `and then brings the
schema to this version. A backup of an older version is fine. No server may run meanwhile.
With --force what is in the database is replaced; a failure leaves it as it was.`,
  kind: 'operator',
  writes: true,
  arguments: { file: { summary: 'a file that backup has written' } },
  options: { force: { type: 'flag', summary: 'replace what is in the database, after a question' } },
  async run(ctx, { file, force }) {
    const path = ctx.pathOf(file);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw usageFailure(`There is no file ${file}`);
    const [
      { verifyBackup },
      { examineTarget, requireReadable, restoreBackup },
      { queueSchema, secretFingerprint },
      { loadPlugins },
      { openMachine, openMachineIfMade },
      { installationConfig },
    ] = await Promise.all([
      import('../../data/backup/verify-backup.ts'),
      import('../../data/backup/restore-backup.ts'),
      import('@millwright/core/kernel'),
      import('../../installation/load-plugins.ts'),
      import('../../installation/operator-context.ts'),
      import('../../installation/installation-config.ts'),
    ]);
    const running = readServerState(installationConfig(ctx.env).dataDir);
    if (running)
      throw refusal('server_running', `A server runs at ${running.url}`, { hint: 'Stop it first: millwright stop' });
    const checking = await ctx.progress('Checking the file', { total: size, unit: 'bytes' });
    const manifest = await verifyBackup(path, ctx.signal, (bytes) => checking.update(bytes)).finally(() =>
      checking.end(),
    );
    const plugins = await loadPlugins();
    requireReadable(plugins, manifest);
    const installation = ctx.isDryRun ? await openMachineIfMade(ctx) : await openMachine(ctx, { makes: true });
    const target = installation ? await examineTarget(installation, plugins, manifest) : { isBlank: true, filled: [] };
    const there = target.filled.reduce((sum, { rows }) => sum + rows, 0);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    if (there && !force)
      throw refusal('database_not_empty', `The database holds ${there.toLocaleString('en-US')} rows`, {
        hint: 'Restore into an empty one (another MILLWRIGHT_DATA_DIR or DATABASE_URL), or add --force to replace them',
      });
    if (installation && manifest.secretFingerprint !== secretFingerprint(installation.secret))
      ctx.note(
        'warning: this installation has another secret than the one backed up: ' +
          'people sign in anew, and stored credentials of integrations open only with the old MILLWRIGHT_SECRET',
      );
    const facts = { file, createdAt: manifest.createdAt, version: manifest.version, rows, replaced: there };
    if (ctx.isDryRun || !installation) {
      await ctx.result({ ...facts, dryRun: true }, () =>
        ctx.say(
          `The file is sound: ${rows.toLocaleString('en-US')} rows of ${manifest.createdAt}. ` +
            `Would replace ${there.toLocaleString('en-US')} rows. Nothing was changed.`,
        ),
      );
      return;
    }
    const brought = manifest.tables.reduce((sum, table) => sum + (table.schema === queueSchema ? 0 : table.rows), 0);
    if (there)
      await ctx.confirm(
        `Replace ${there.toLocaleString('en-US')} rows by the ${brought.toLocaleString('en-US')} of ` +
          `${manifest.createdAt}?`,
      );
    const progress = await ctx.progress('Restoring', { total: size, unit: 'bytes' });
    const done = await restoreBackup({
      installation,
      plugins,
      manifest,
      target,
      file: path,
      signal: ctx.signal,
      progress,
    }).finally(() => progress.end());
    await ctx.result({ ...facts, rows: done.rows, applied: done.applied }, () => {
      ctx.say(`Restored ${done.rows.toLocaleString('en-US')} rows of ${manifest.createdAt}.`);
      for (const name of done.applied) ctx.say(`Migrated ${name}.`);
    });
  },
});
