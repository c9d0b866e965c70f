import { defineCommand, refusal } from '@millwright/core/cli';

/** A new account with its plugins enabled, and an administrator where one is named. */
export const accountCreate = defineCommand({
  name: 'account create',
  summary: 'create an account, with its plugins and its administrator',
  description:
    'The administrator gets an invitation by mail; its link is printed as well, for installations without a mail server. Hand it over in person: whoever has it can accept.\n\nExample:\n  millwright account create "Northfield Knitting" --slug northfield --admin ada@northfield.example',
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
    checkLocal({ slug, currency, timeZone, locale });
    const { createAccount, inviteMember, listAccounts } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    const taken = (await listAccounts(tenancy)).find((each) => each.slug === slug);
    if (taken) throw refusal('duplicate', `The slug "${slug}" is taken by ${taken.name}`);
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
    const link = person ? (await inviteMember(tenancy, account.id, person)).link : null;
    await ctx.result({ id: account.id, slug: account.slug, name, admin: how, link }, () => {
      ctx.note(`Created the account ${account.slug} (${account.id}).`);
      if (link)
        ctx.note(`${admin} becomes its administrator with the mail that a running server sends, or with this link:`);
      ctx.say(link ?? `Invite its administrator: millwright user invite EMAIL --account ${account.slug} --role admin`);
    });
  },
});

/** Faults that the database would refuse with less clear words. */
function checkLocal(input: { slug?: string; currency: string; timeZone: string; locale: string }): void {
  const errors: { path: string; message: string }[] = [];
  const isKnown = (check: () => unknown): boolean => {
    try {
      check();
      return true;
    } catch {
      return false;
    }
  };
  if (input.slug !== undefined && !/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(input.slug))
    errors.push({ path: '--slug', message: 'has 3 to 63 lower-case letters, digits and dashes' });
  if (!/^[A-Z]{3}$/.test(input.currency)) errors.push({ path: '--currency', message: 'is three capital letters: USD' });
  if (!isKnown(() => new Intl.DateTimeFormat('en', { timeZone: input.timeZone })))
    errors.push({ path: '--time-zone', message: 'is no time zone; try America/Chicago' });
  if (!isKnown(() => new Intl.Locale(input.locale)))
    errors.push({ path: '--locale', message: 'is no language tag; try en-US' });
  if (errors.length) throw refusal('invalid_input', 'The account cannot be created like this', { errors });
}

/** All accounts of the installation. */
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
          { title: 'Plugins', value: ({ plugins }) => plugins.join(', ') },
          { title: 'Id', value: ({ id }) => id, minimum: 30 },
        ],
        accounts,
      ),
    );
  },
});
