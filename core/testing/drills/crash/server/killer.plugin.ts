import { definePlugin } from '../../../../kernel/plugin/define-plugin.ts';
import { on } from '../../../../kernel/plugin/plugin.ts';
import { entryCreated } from '../../../kernel/ledger/ledger.contract.ts';
import { LedgerEntry } from '../../../kernel/ledger/ledger.entity.ts';

/** Title of an entry whose event handler ends its process, as unlimited work would. */
export const deadlyTitle = 'kill -9';

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
