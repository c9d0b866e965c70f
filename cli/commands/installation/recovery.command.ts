import { defineCommand, type OperatorContext, refusal, usageFailure } from '@millwright/core/cli';
import { readServerState } from '../../installation/server-state.ts';
import { momentOf } from '../../operations/moment-of.ts';

/**
 * Folder of the archived log.
 * @throws CommandFailure without such a folder, or for an external database
 */
async function archiveOf(ctx: OperatorContext) {
  const { installationConfig } = await import('../../installation/installation-config.ts');
  const { walArchive, databaseUrl, dataDir } = installationConfig(ctx.env);
  if (databaseUrl)
    throw refusal('external_database', 'The database of DATABASE_URL is not run from here', {
      hint: 'Recovery to a moment is for its own tools: pgBackRest, or the database service',
    });
  if (!walArchive)
    throw refusal('no_archive', 'No log of the database is kept', {
      hint: 'Set MILLWRIGHT_WAL_ARCHIVE to a folder, best on another disk, and start the server again',
    });
  return { archive: walArchive, dataDir };
}

const size = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`;

/** Writes a base backup for restoring to a moment. */
export const recoveryBase = defineCommand({
  name: 'recovery base',
  summary: 'copy the embedded database into the archive, to restore to any later moment',
  description:
    'The server may run. The log of every minute is in MILLWRIGHT_WAL_ARCHIVE by itself; restoring plays it over the ' +
    'newest copy of before, so a copy a day keeps that short.\n\nExample:\n  millwright recovery base --keep 7',
  kind: 'operator',
  writes: true,
  options: { keep: { type: 'number', value: 'COUNT', summary: 'how many copies stay, with the log that they need' } },
  async run(ctx, { keep }) {
    if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) throw usageFailure('--keep is 1 or more');
    const { archive } = await archiveOf(ctx);
    if (ctx.isDryRun) {
      await ctx.result({ archive, dryRun: true }, () => ctx.say(`Would copy the database to ${archive}.`));
      return;
    }
    const [{ copyBase }, { openMachine }, { noteBackup }] = await Promise.all([
      import('@millwright/core/kernel'),
      import('../../installation/operator-context.ts'),
      import('../../data/backup/back-up.ts'),
    ]);
    const { adminUrl, cluster } = await openMachine(ctx);
    if (!cluster) throw refusal('external_database', 'The database of DATABASE_URL is not run from here');
    const copy = await copyBase({ url: adminUrl, pgdata: cluster, archive, keep }, ctx.signal);
    await noteBackup(adminUrl, archive, copy.bytes);
    await ctx.result({ archive, ...copy }, () => {
      ctx.say(`Copied ${size(copy.bytes)}; every moment from ${copy.finishedAt} on can be restored.`);
      for (const name of copy.removed) ctx.say(`Removed ${name}.`);
    });
  },
});

/** Lists the period of moments that can be restored. */
export const recoveryList = defineCommand({
  name: 'recovery list',
  summary: 'list the copies that a moment can be restored from',
  kind: 'operator',
  async run(ctx) {
    const { archive } = await archiveOf(ctx);
    const { baseCopies } = await import('@millwright/core/kernel');
    const items = baseCopies(archive);
    await ctx.result({ archive, items, count: items.length }, () =>
      ctx.table(
        [
          { title: 'Every moment from', value: ({ finishedAt }) => finishedAt, minimum: 24 },
          { title: 'Size', value: ({ bytes }) => size(bytes) },
          { title: 'Log from', value: ({ firstSegment }) => firstSegment },
        ],
        items,
      ),
    );
  },
});

/** Restores the database to a moment. */
export const recoveryRestore = defineCommand({
  name: 'recovery restore',
  summary: 'put the embedded database back to a moment',
  description:
    'The server has to be stopped. The database that is there is set aside beside the restored one, and is back in ' +
    'its place if anything goes wrong. On a new machine: the same MILLWRIGHT_SECRET, an empty data folder, and the ' +
    'archive.\n\nExample:\n  millwright recovery restore --to 2026-11-23T14:05:00Z',
  kind: 'operator',
  writes: true,
  options: {
    to: { type: 'text', value: 'MOMENT', required: true, summary: 'ISO 8601 with its zone, or latest' },
  },
  async run(ctx, { to }) {
    const moment = to === 'latest' ? to : momentOf(to, { needsTime: true, others: ', or latest' });
    const { archive, dataDir } = await archiveOf(ctx);
    const running = readServerState(dataDir);
    if (running)
      throw refusal('server_running', `A server runs at ${running.url}`, { hint: 'Stop it first: millwright stop' });
    const { EmbeddedPostgresError, restoreMoment } = await import('@millwright/core/kernel');
    const when = moment === 'latest' ? 'the end of the archive' : moment.toISOString();
    if (ctx.isDryRun) {
      await ctx.result({ archive, to, dryRun: true }, () => ctx.say(`Would restore ${when} from ${archive}.`));
      return;
    }
    await ctx.confirm(`Put the database back to ${when}?`);
    const done = await restoreMoment({ archive, dataDir, log: ctx.note }, moment).catch((error: Error) => {
      throw error instanceof EmbeddedPostgresError ? refusal(error.code, error.message) : error;
    });
    await ctx.result({ archive, to, base: done.base, aside: done.aside ?? null, dryRun: false }, () => {
      ctx.say(`The database is as it was at ${when}; it was copied at ${done.base}.`);
      if (done.aside) ctx.say(`What was there before is in ${done.aside}: remove it when all is well.`);
    });
  },
});
