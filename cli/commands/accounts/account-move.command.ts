import { defineCommand } from '@millwright/core/cli';
import { found, theAccount } from './account.command.ts';
import { machine } from './account-archive.command.ts';

const counted = (count: number): string => count.toLocaleString('en-US');

/** Moves an account to another installation; the old address leads to the new one. */
export const accountMove = defineCommand({
  name: 'account move',
  summary: 'move an account to another installation, with everything it has',
  description: `One command in place of export, import and open, while both installations work. --to is a file with the
settings of the other installation (its /etc/millwright.env) or the address of its database, which then has the secret
of this one; both are of one version, and the command reaches both databases as a superuser.

From its beginning calls in the account are refused with 503 account_moving, which asks to try again; it takes as long
as the copy does, and 40 seconds at least where servers run. Rows, files, keys, credentials, numbers, queued work and
people go along, who keep password and authenticator app where they are new there. Rows and totals of both sides are
compared before the account here is closed. From then on its calls are answered with 421 account_moved and the new
address, its pages lead there, and the copy opens. Whatever goes wrong before, the account goes on here; run again after
a machine that died, it goes on or begins anew.

Example:
  millwright account move northfield --to /etc/pod2.env`,
  kind: 'operator',
  writes: true,
  arguments: theAccount,
  options: {
    to: { type: 'text', value: 'URL-OR-FILE', required: true, summary: 'settings or database of the other one' },
    address: {
      type: 'text',
      value: 'URL',
      summary: 'where people reach it; MILLWRIGHT_BASE_URL of its settings if absent',
    },
  },
  async run(ctx, { account: wanted, to, address }) {
    const [{ connectAsAdministrator }, { connectionsOfOthers }, { openOther }, moving, own] = await Promise.all([
      import('../../data/backup/database-tables.ts'),
      import('../../installation/others-at-work.ts'),
      import('../../data/move/other-installation.ts'),
      import('../../data/move/move-account.ts'),
      machine(ctx),
    ]);
    const { urls } = await ctx.openDatabase();
    // Before this command has connections of its own.
    const hasServers = (await connectionsOfOthers(urls)) > 0;
    const other = await openOther(ctx, { to, secret: own.secret, address });
    const { account } = await found(ctx, wanted);
    // The schema has to be there, and of this version.
    await other.ctx.openKernel();
    const connect = async (url: string) => {
      const client = await connectAsAdministrator(url);
      ctx.onEnd(() => client.end().catch(() => {}));
      return client;
    };
    const ends = {
      account,
      here: { ...own, hasServers, client: await connect(own.adminUrl) },
      there: { ...other, client: await connect(other.adminUrl) },
    };
    await moving.requireMovable(ends);
    const { id, slug, name } = account;
    const facts = { id, slug, address: other.address };
    if (account.movedTo) {
      const { address: _, ...rest } = facts;
      const moved = { ...rest, address: account.movedTo };
      if (!ctx.isDryRun) await moving.finishMove(ends);
      await ctx.result(ctx.isDryRun ? { ...moved, dryRun: true } : moved, () =>
        ctx.say(`${slug} has moved to ${account.movedTo}${ctx.isDryRun ? '.' : ' and is open there.'}`),
      );
      return;
    }
    if (ctx.isDryRun) {
      const totals = await moving.totalsHere(ends);
      const rows = [...totals.values()].reduce((sum, table) => sum + table.rows, 0);
      await ctx.result({ ...facts, rows, dryRun: true }, () =>
        ctx.say(`Would move ${slug} with ${counted(rows)} rows to ${other.address}. Nothing was changed.`),
      );
      return;
    }
    await ctx.confirm(`Move the account "${name}" (${slug}) to ${other.address}?`);
    const done = await moving.moveAccount(ctx, ends);
    await ctx.result({ ...facts, ...done }, () => {
      ctx.say(`Moved ${counted(done.rows)} rows of ${slug} to ${other.address}: rows and totals of both sides agree.`);
      ctx.say(`Nobody could work in it for ${counted(done.seconds)} seconds. What is here is closed, and leads there.`);
    });
  },
});
