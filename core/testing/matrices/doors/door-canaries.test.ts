import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contracts/endpoints/endpoint.ts';
import { problems } from '../../../contracts/endpoints/problem.ts';
import type { AccountContext } from '../../../kernel/context/context.ts';
import { definePlugin } from '../../../kernel/plugin/define-plugin.ts';
import type { ForbiddenState } from '../../../kernel/plugin/forbidden-state.ts';
import { route } from '../../../kernel/route.ts';
import { createEntry, getEntry, listEntries } from '../../kernel/ledger/ledger.contract.ts';
import { LedgerEntry } from '../../kernel/ledger/ledger.entity.ts';
import { ledgerPlugin } from '../../kernel/ledger/ledger.plugin.ts';
import { lookedInto, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { sharedKernel } from '../../kernel/shared-kernel.ts';
import { doorTrial } from './door-trial.ts';

const action = (name: string) =>
  endpoint({
    name,
    method: 'POST',
    path: `/v1/x/ledger/entries/{entryID}/actions/${name}`,
    permission: 'ledger_entries:update',
    summary: 'Sends an entry.',
    body: z.strictObject({}),
    reply: z.object({ title: z.string() }),
  });

const send = async (ctx: AccountContext, entryID: string) => {
  const entry = await ctx.em.getForUpdate(LedgerEntry, entryID);
  ctx.em.assign(entry, { title: `${entry.title} (sent)` });
  await ctx.em.flush();
  return { title: entry.title };
};

/** Applies the rule. */
const sendEntry = action('sendEntry');
/** An endpoint added later that does not apply the rule. */
const pushEntry = action('pushEntry');

const letters = definePlugin({
  ...ledgerPlugin,
  routes: (services) => [
    ...(ledgerPlugin.routes?.(services) ?? []),
    route(sendEntry, async (ctx, { params }) => {
      const entry = await ctx.em.getForUpdate(LedgerEntry, params.entryID);
      if (entry.title.startsWith('Held')) throw problems.forbidden();
      return send(ctx, params.entryID);
    }),
    route(pushEntry, (ctx, { params }) => send(ctx, params.entryID)),
  ],
});

const held = async (ctx: AccountContext) => {
  const entry = await ctx.em.findOne(LedgerEntry, { accountID: ctx.account.id, title: 'Held back' });
  return { ids: { 'ledger.entry': [entry?.id ?? ''] }, hidden: ['Held back'] };
};
const isSent: ForbiddenState = {
  name: 'what is held is sent',
  as: ['admin', 'user'],
  prepare: held,
  meets: { forbidden: sendEntry.name },
  measure: () => `select count(*) as value from ledger.entry
    where account_id = current_setting('app.account_id') and title like 'Held% (sent)'`,
};
const isShown: ForbiddenState = { name: 'what is held is shown', as: ['admin'], prepare: held, meets: {} };

let kernel: PopulatedKernel;
beforeAll(async () => {
  const shared = await sharedKernel([letters]);
  const admin = await shared.a.as('admin');
  for (const title of ['Held back', 'Free']) await admin.call(createEntry, { body: { title } });
  kernel = await lookedInto(shared);
});
afterAll(async () => {
  await kernel?.admin.end();
});

describe('the doors of a state', () => {
  it('are found open where one forgets the rule, and nothing of the trial stays', async () => {
    const trial = await doorTrial(kernel, isSent);
    expect(await trial.faultsOf(sendEntry)).toEqual([]);
    expect(await trial.faultsOf(pushEntry)).toEqual([
      expect.stringMatching(/^admin at POST .*pushEntry.*: what is held is sent$/),
      expect.stringMatching(/^user at POST .*pushEntry.*: what is held is sent$/),
    ]);
    trial.end();
    const { items } = await (await kernel.a.as('admin')).call(listEntries, {});
    expect(items.map(({ title }) => title).sort()).toEqual(['Free', 'Held back']);
  });

  it('are found open where an answer shows what is hidden, in a list or alone', async () => {
    const trial = await doorTrial(kernel, isShown);
    for (const shown of [listEntries, getEntry])
      expect(await trial.faultsOf(shown)).toEqual([expect.stringContaining('what is held is shown: Held back in')]);
    trial.end();
  });
});
