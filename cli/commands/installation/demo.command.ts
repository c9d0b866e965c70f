import { defineCommand, refusal } from '@millwright/core/cli';
import { readServerState } from '../../installation/server-state.ts';

const nothing = 'There is no demo in this installation.';

/** Turns a demo installation into a real one. */
export const demoKeep = defineCommand({
  name: 'demo keep',
  summary: 'turn the demo accounts into real ones and invite their administrator',
  description:
    'Records stay. The demo people, whose password everybody knows, open nothing any more; ' +
    'keys and open invitations end. The administrator gets an invitation by mail.',
  kind: 'operator',
  writes: true,
  options: {
    admin: { type: 'text', value: 'EMAIL', required: true, summary: 'who is to administrate the accounts' },
    adminName: { type: 'text', value: 'NAME', summary: 'how they are called; the address if absent' },
  },
  async run(ctx, { admin, adminName }) {
    const { emailAddress } = await import('@millwright/core/contracts');
    if (!emailAddress.safeParse(admin).success) throw refusal('invalid_input', `"${admin}" is no email address`);
    const { findDemoData, hasDemoData, keepDemoAccounts } = await import('@millwright/core/kernel');
    const kernel = await ctx.openKernel();
    const found = await findDemoData(kernel);
    const slugs = found.accounts.map(({ slug }) => slug);
    const done = hasDemoData(found) && !ctx.isDryRun;
    if (done) {
      await ctx.confirm(`Make ${slugs.join(' and ') || 'this'} a real installation?`);
      await keepDemoAccounts(kernel, { email: admin.toLowerCase(), name: adminName ?? admin });
    }
    await ctx.result({ accounts: slugs, people: found.people, dryRun: ctx.isDryRun }, () => {
      if (!hasDemoData(found)) return ctx.say(nothing);
      ctx.say(`${done ? 'Kept' : 'Would keep'}: ${slugs.join(', ') || 'no account'}.`);
      ctx.say(`${done ? 'Locked out' : 'Would lock out'}: ${found.people.join(', ') || 'nobody'}.`);
      if (done && slugs.length) ctx.say(`${admin} gets an invitation as soon as a server runs.`);
    });
  },
});

/** Removes the demo. */
export const demoRemove = defineCommand({
  name: 'demo remove',
  summary: 'delete the demo accounts and people with everything in them',
  description:
    'Other accounts stay as they are. Cannot be undone: make a backup first if anything in them is of worth.',
  kind: 'operator',
  writes: true,
  async run(ctx) {
    const [{ findDemoData, hasDemoData, removeDemoData }, { connectAsAdministrator }, { openMachine }, config] =
      await Promise.all([
        import('@millwright/core/kernel'),
        import('../../data/backup/database-tables.ts'),
        import('../../installation/operator-context.ts'),
        import('../../installation/installation-config.ts'),
      ]);
    const running = readServerState(config.installationConfig(ctx.env).dataDir);
    if (running)
      throw refusal('server_running', `A server runs at ${running.url}`, { hint: 'Stop it first: millwright stop' });
    const kernel = await ctx.openKernel();
    const found = await findDemoData(kernel);
    const slugs = found.accounts.map(({ slug }) => slug);
    let rows = 0;
    const done = hasDemoData(found) && !ctx.isDryRun;
    if (done) {
      await ctx.confirm(`Delete ${slugs.join(' and ') || 'the demo people'} with everything in them?`);
      const client = await connectAsAdministrator((await openMachine(ctx)).adminUrl);
      ({ rows } = await removeDemoData(kernel, client).finally(() => client.end()));
    }
    await ctx.result({ accounts: slugs, people: found.people, rows, dryRun: ctx.isDryRun }, () => {
      if (!hasDemoData(found)) return ctx.say(nothing);
      const what = [...slugs, ...found.people].join(', ');
      ctx.say(done ? `Deleted ${what}: ${rows.toLocaleString('en-US')} rows.` : `Would delete ${what}.`);
    });
  },
});
