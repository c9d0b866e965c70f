import { statSync } from 'node:fs';
import { defineCommand, type OperatorContext, refusal } from '@millwright/core/cli';

/** Creates an account with its plugins enabled, and optionally an administrator. */
export const accountCreate = defineCommand({
  name: 'account create',
  summary: 'create an account, with its plugins and its administrator',
  description:
    'The administrator gets an invitation by mail; its link is printed as well, ' +
    'for installations without a mail server. Hand it over in person: whoever has it can accept.\n\n' +
    'Example:\n  millwright account create "Northfield Knitting" --slug northfield --admin ada@northfield.example',
  kind: 'operator',
  writes: true,
  arguments: { name: { summary: 'name of the business' } },
  options: {
    slug: { type: 'text', value: 'SLUG', summary: 'short name in addresses; made from the name if absent' },
    admin: { type: 'text', value: 'EMAIL', summary: 'its administrator' },
    adminName: { type: 'text', value: 'NAME', summary: "the administrator's name, if they are new" },
    plan: { type: 'text', value: 'PLAN', choices: ['free', 'pro'], default: 'free', summary: 'plan' },
    type: {
      type: 'text',
      value: 'TYPE',
      choices: ['manufacturer', 'distributor', 'both'],
      default: 'manufacturer',
      summary: 'what the business does',
    },
    currency: { type: 'text', value: 'CODE', default: 'USD', summary: 'ISO 4217' },
    timeZone: { type: 'text', value: 'ZONE', default: 'UTC', summary: 'IANA name' },
    locale: { type: 'text', value: 'TAG', default: 'en-US', summary: 'BCP 47' },
  },
  async run(ctx, { name, slug, admin, adminName, plan, type, currency, timeZone, locale }) {
    await checkAccount({ name, slug, currency, timeZone, locale });
    const { createAccount, inviteMember, refuseTakenSlug, taskLeaving } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    if (slug !== undefined) await refuseTakenSlug(tenancy, slug);
    const how = admin === undefined ? 'none' : 'invited';
    if (ctx.isDryRun) {
      await ctx.result({ name, slug: slug ?? null, admin: how, dryRun: true }, () =>
        ctx.say(`Would create the account "${name}"${admin ? ` and invite ${admin}` : ''}.`),
      );
      return;
    }
    const input = { name, slug, plan, type, currency, timeZone, locale, onboardingStatus: 'complete' as const };
    const account = await createAccount(tenancy, { ...input, email: admin });
    const person = admin && { email: admin.toLowerCase(), name: adminName ?? admin, role: 'admin' };
    const team = { tenancy, leaving: taskLeaving };
    const link = person ? (await inviteMember(team, account.id, person)).link : null;
    await ctx.result({ id: account.id, slug: account.slug, name, admin: how, link }, () => {
      ctx.note(`Created the account ${account.slug} (${account.id}).`);
      if (link)
        ctx.note(`${admin} becomes its administrator with the mail that a running server sends, or with this link:`);
      ctx.say(link ?? `Invite its administrator: millwright user invite EMAIL --account ${account.slug} --role admin`);
    });
  },
});

/** Checks values by the rules of the account's profile; each error names its option. */
async function checkAccount(
  input: Record<'name' | 'slug' | 'currency' | 'timeZone' | 'locale', unknown>,
): Promise<void> {
  const { accountPatch } = await import('@millwright/core/contracts');
  const checked = accountPatch.safeParse(input);
  if (checked.success) return;
  const errors = checked.error.issues.map(({ path: [field], message }) => ({
    path: field === 'name' ? 'name' : `--${String(field).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    message,
  }));
  throw refusal('invalid_input', 'The account cannot be created like this', { errors });
}

/** Lists all accounts of the installation. */
export const accountList = defineCommand({
  name: 'account list',
  summary: 'list the accounts',
  kind: 'operator',
  async run(ctx) {
    const { listAccounts } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    const accounts = await listAccounts(tenancy);
    await ctx.result({ items: accounts, count: accounts.length }, () =>
      ctx.table(
        [
          { title: 'Slug', value: ({ slug }) => slug, minimum: 12 },
          { title: 'Name', value: ({ name }) => name },
          { title: 'Plan', value: ({ plan }) => plan },
          { title: 'People', value: ({ members }) => members },
          { title: 'Closed', value: ({ closedAt }) => closedAt?.slice(0, 10) },
          { title: 'Now at', value: ({ movingSince, movedTo }) => movedTo ?? (movingSince ? 'on its way' : '') },
          { title: 'Plugins', value: ({ plugins }) => plugins.join(', ') },
          { title: 'Id', value: ({ id }) => id, minimum: 30 },
        ],
        accounts,
      ),
    );
  },
});

/** Argument that names an account. */
export const theAccount = { account: { summary: 'the account, by slug or id' } } as const;

/**
 * The account of a command.
 * @throws CommandFailure for an unknown account
 */
export async function found(ctx: OperatorContext, account: string) {
  const { findAccount } = await import('@millwright/core/kernel');
  const { tenancy } = await ctx.openKernel();
  return { tenancy, account: await findAccount(tenancy, account) };
}

/** Closes an account: people can no longer work in it, and no data is deleted. */
export const accountClose = defineCommand({
  name: 'account close',
  summary: 'close an account: nobody works in it any more, nothing is lost',
  description:
    'Its people, keys and widgets are refused and its timed work rests, on a running server within 30 seconds. ' +
    'It can be opened again at any time, and deleted after 30 days.',
  kind: 'operator',
  writes: true,
  arguments: theAccount,
  async run(ctx, { account: wanted }) {
    const { closeAccount, graceDays } = await import('@millwright/core/kernel');
    const { tenancy, account } = await found(ctx, wanted);
    const { id, slug, name, members } = account;
    if (ctx.isDryRun) {
      await ctx.result({ id, slug, dryRun: true }, () => ctx.say(`Would close ${slug} with ${members} people.`));
      return;
    }
    await ctx.confirm(`Close the account "${name}" (${slug}) with ${members} people?`);
    const closedAt = (await closeAccount(tenancy, id)).toISOString();
    await ctx.result({ id, slug, closedAt }, () => {
      ctx.say(`${slug} is closed since ${closedAt}; it can be deleted after ${graceDays} days.`);
      ctx.say(`Open it again with: millwright account open ${slug}`);
    });
  },
});

/** Opens a closed account again. */
export const accountOpen = defineCommand({
  name: 'account open',
  summary: 'open a closed account again',
  kind: 'operator',
  writes: true,
  arguments: theAccount,
  async run(ctx, { account: wanted }) {
    const { openAccount } = await import('@millwright/core/kernel');
    const { tenancy, account } = await found(ctx, wanted);
    const { id, slug } = account;
    if (!ctx.isDryRun) await openAccount(tenancy, id);
    await ctx.result({ id, slug, dryRun: ctx.isDryRun }, () =>
      ctx.say(ctx.isDryRun ? `Would open ${slug}.` : `${slug} is open.`),
    );
  },
});

/** Sets the plan of an account, which determines its limits. */
export const accountPlan = defineCommand({
  name: 'account plan',
  summary: 'give an account another plan',
  description:
    'The timeline of the account tells it. What an account has beyond a smaller plan stays; it can make no more.\n\n' +
    'Example:\n  millwright account plan northfield pro',
  kind: 'operator',
  writes: true,
  arguments: { ...theAccount, plan: { summary: 'free or pro' } },
  async run(ctx, { account: wanted, plan }) {
    if (plan !== 'free' && plan !== 'pro')
      throw refusal('invalid_input', `There is no plan "${plan}"`, {
        errors: [{ path: 'plan', message: 'Must be free or pro' }],
      });
    const { changePlan } = await import('@millwright/core/kernel');
    const { tenancy, account } = await found(ctx, wanted);
    const { id, slug, plan: before } = account;
    if (!ctx.isDryRun) await changePlan(tenancy, id, plan);
    const what = before === plan ? `${slug} is on the ${plan} plan already.` : `${slug} is on the ${plan} plan now.`;
    await ctx.result({ id, slug, plan, before, dryRun: ctx.isDryRun }, () =>
      ctx.say(ctx.isDryRun ? `Would put ${slug} from the ${before} plan on the ${plan} plan.` : what),
    );
  },
});

/** Deletes an account for good, after a backup and the grace period. */
export const accountDelete = defineCommand({
  name: 'account delete',
  summary: 'delete an account that has been closed for 30 days, after a backup',
  description:
    'Writes a backup of the whole database first, then removes everything of the account in one transaction. ' +
    'People stay.\n\n' +
    'Example:\n  millwright account delete northfield --backup before-northfield.tar.gz',
  kind: 'operator',
  writes: true,
  arguments: theAccount,
  options: { backup: { type: 'text', value: 'FILE', required: true, summary: 'the backup to write first' } },
  async run(ctx, { account: wanted, backup }) {
    const file = ctx.pathOf(backup);
    if (statSync(file, { throwIfNoEntry: false }))
      throw refusal('file_exists', `There is a file ${backup} already`, { hint: 'Choose another name' });
    const [{ backUp }, { deleteAccount }, { registryOf }, { loadPlugins }, { openMachine }] = await Promise.all([
      import('../../data/backup/back-up.ts'),
      import('../../data/archive/delete-account.ts'),
      import('@millwright/core/kernel'),
      import('../../installation/load-plugins.ts'),
      import('../../installation/operator-context.ts'),
    ]);
    const { account } = await found(ctx, wanted);
    const { id, slug, name } = account;
    const { adminUrl, secret } = await openMachine(ctx);
    const schemas = registryOf(await loadPlugins())
      .schemaOwners()
      .map(({ schema }) => schema);
    const { rows } = await deleteAccount(adminUrl, schemas, id, { isDryRun: true });
    const what = `${rows.toLocaleString('en-US')} rows of ${slug}`;
    if (ctx.isDryRun) {
      await ctx.result({ id, slug, rows, dryRun: true }, () => ctx.say(`Would delete ${what}. Nothing was changed.`));
      return;
    }
    await ctx.confirm(`Delete the account "${name}" with ${what} for good?`);
    await backUp(ctx, { adminUrl, secret, schemas, file });
    const done = await deleteAccount(adminUrl, schemas, id);
    await ctx.result({ id, slug, ...done, backup }, () =>
      ctx.say(`Deleted ${done.rows.toLocaleString('en-US')} rows of ${slug}; the backup of before is ${backup}.`),
    );
  },
});
