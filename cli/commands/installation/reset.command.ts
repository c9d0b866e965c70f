import { defineCommand, refusal } from '@millwright/core/cli';
import { readServerState } from '../../installation/server-state.ts';

/** Deletes the data of an installation, so that the next start is like the first. */
export const reset = defineCommand({
  name: 'reset',
  summary: 'remove the data of this installation, database and secret included',
  description: [
    'What root had to keep outside the data folder goes as well; a database of your own (DATABASE_URL) is not touched.',
    'What was installed and built goes with the folder of the clone. Cannot be undone: make a backup first.',
  ].join(' '),
  kind: 'operator',
  writes: true,
  async run(ctx) {
    const [{ installationFolders, removeEmbeddedPostgres }, { installationConfig }] = await Promise.all([
      import('@millwright/core/kernel'),
      import('../../installation/installation-config.ts'),
    ]);
    const { dataDir } = installationConfig(ctx.env);
    const running = readServerState(dataDir);
    if (running)
      throw refusal('server_running', `A server runs at ${running.url}`, { hint: 'Stop it first: millwright stop' });
    const folders = installationFolders(dataDir);
    const done = folders.length > 0 && !ctx.isDryRun;
    if (done) {
      await ctx.confirm(`Remove ${folders.join(' and ')} with everything in them?`);
      await removeEmbeddedPostgres(dataDir);
    }
    await ctx.result({ folders, dryRun: ctx.isDryRun }, () => {
      if (!folders.length) return ctx.say('There is nothing to remove.');
      for (const folder of folders) ctx.say(`${done ? 'Removed' : 'Would remove'} ${folder}`);
    });
  },
});
