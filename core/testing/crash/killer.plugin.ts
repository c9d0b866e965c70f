import { definePlugin, on } from '../../kernel/plugin.ts';
import { entryCreated } from '../ledger/ledger.contract.ts';
import { LedgerEntry } from '../ledger/ledger.entity.ts';

/** Title of an entry whose event ends the process that handles it, as work without bounds does. */
export const deadlyTitle = 'kill -9';

/** A plugin with a job that kills the server. */
export const killerPlugin = definePlugin({
  id: 'killer',
  title: 'Killer',
  description: 'What background work without bounds does to a server.',
  subscriptions: () => [
    on(entryCreated, 'killer.follow-entry', async (ctx, { entryID }) => {
      const { title } = await ctx.em.get(LedgerEntry, entryID);
      if (title === deadlyTitle) process.kill(process.pid, 'SIGKILL');
    }),
  ],
});
