import { defineCommand, type OperatorContext } from '@millwright/core/cli';

const accountOption = {
  account: { type: 'text', value: 'SLUG', required: true, summary: 'the account, by slug or id' },
} as const;

/** Lists the plugins of the installation, and the accounts that use them. */
export const pluginList = defineCommand({
  name: 'plugin list',
  summary: 'list the installed plugins, and whether accounts have them enabled',
  kind: 'operator',
  options: { account: { type: 'text', value: 'SLUG', summary: 'one account only, by slug or id' } },
  async run(ctx, { account: wanted }) {
    const { findAccount, listAccounts, pluginStates } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    const accounts = wanted === undefined ? await listAccounts(tenancy) : [await findAccount(tenancy, wanted)];
    const rows = accounts.flatMap((account) =>
      pluginStates(tenancy, account).map((plugin) => ({ account: account.slug, ...plugin })),
    );
    await ctx.result({ items: rows, count: rows.length }, () =>
      ctx.table(
        [
          { title: 'Account', value: ({ account }) => account },
          { title: 'Plugin', value: ({ id }) => id, minimum: 12 },
          {
            title: 'State',
            value: ({ isEnabled, isAvailable }) =>
              isEnabled ? 'enabled' : isAvailable ? 'disabled' : 'not for this account',
            minimum: 8,
          },
          { title: 'Needs', value: ({ requires }) => requires.join(', ') },
          { title: 'Title', value: ({ title }) => title },
        ],
        rows,
      ),
    );
  },
});

async function change(ctx: OperatorContext, slug: string, pluginID: string, isEnabled: boolean): Promise<void> {
  const { findAccount, switchPlugin } = await import('@millwright/core/kernel');
  const { tenancy } = await ctx.openKernel();
  const account = await findAccount(tenancy, slug);
  await switchPlugin(tenancy, account.id, pluginID, isEnabled, ctx.isDryRun);
  const verb = isEnabled ? 'enabled' : 'disabled';
  await ctx.result({ account: account.slug, plugin: pluginID, isEnabled, dryRun: ctx.isDryRun }, () => {
    if (ctx.isDryRun) ctx.say(`"${pluginID}" can be ${verb} for ${account.slug}. Nothing was changed.`);
    else ctx.say(`"${pluginID}" is ${verb} for ${account.slug}; a running server follows within 30 seconds.`);
  });
}

/** Enables a plugin; the plugins that it requires must be enabled. */
export const pluginEnable = defineCommand({
  name: 'plugin enable',
  summary: 'switch a plugin on for an account',
  kind: 'operator',
  writes: true,
  arguments: { plugin: { summary: 'id of the plugin' } },
  options: accountOption,
  run: (ctx, { plugin, account }) => change(ctx, account, plugin, true),
});

/** Disables a plugin; the plugins that require it must be disabled. Its data stays. */
export const pluginDisable = defineCommand({
  name: 'plugin disable',
  summary: 'switch a plugin off for an account; its data stays',
  kind: 'operator',
  writes: true,
  arguments: { plugin: { summary: 'id of the plugin' } },
  options: accountOption,
  run: (ctx, { plugin, account }) => change(ctx, account, plugin, false),
});
