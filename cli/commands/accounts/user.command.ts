import { defineCommand, refusal } from '@millwright/core/cli';

/** Invites a person to an account by mail. */
export const userInvite = defineCommand({
  name: 'user invite',
  summary: 'invite a person to an account by mail',
  description:
    'The link of the mail is printed as well, for installations without a mail server. Hand it over in person: ' +
    'whoever has it can accept. Somebody who has not answered yet gets a new one, and the old is void.',
  kind: 'operator',
  writes: true,
  arguments: { email: { summary: 'address of the person' } },
  options: {
    account: { type: 'text', value: 'SLUG', required: true, summary: 'the account, by slug or id' },
    role: { type: 'text', value: 'ROLE', default: 'user', summary: 'type, name or id of the role' },
    name: { type: 'text', value: 'NAME', summary: 'how the person is called; the address if absent' },
  },
  async run(ctx, { email, role, name, account: wanted }) {
    if (!isAddress(email)) throw refusal('invalid_input', `"${email}" is no email address`);
    const { findAccount, inviteMember, taskLeaving } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    const account = await findAccount(tenancy, wanted);
    const { role: roleName, link } = await inviteMember(
      { tenancy, leaving: taskLeaving },
      account.id,
      { email: email.toLowerCase(), name: name ?? email, role },
      ctx.isDryRun,
    );
    if (ctx.isDryRun) {
      await ctx.result({ account: account.slug, email, role: roleName, dryRun: true }, () =>
        ctx.say(`${email} can be invited to ${account.slug} as ${roleName}. Nothing was sent.`),
      );
      return;
    }
    await ctx.result({ account: account.slug, email, role: roleName, link, dryRun: false }, () => {
      ctx.note(`${email} is invited to ${account.slug} as ${roleName}; a running server sends the mail. Its link:`);
      ctx.say(link ?? '');
    });
  },
});

/** Creates a sign-in without an account; for installations without registration. */
export const userCreate = defineCommand({
  name: 'user create',
  summary: 'create a person and print the link with which they choose a password',
  description:
    'They are a member of no account until they accept an invitation. ' +
    'Needed where MILLWRIGHT_REGISTRATION is closed.\n\n' +
    'The link works once and for an hour; hand it over in person.',
  kind: 'operator',
  writes: true,
  arguments: { email: { summary: 'address of the person' } },
  options: { name: { type: 'text', value: 'NAME', summary: 'how the person is called; the address if absent' } },
  async run(ctx, { email, name }) {
    if (!isAddress(email)) throw refusal('invalid_input', `"${email}" is no email address`);
    const { createPerson, findPerson, issueResetLink } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    if (await findPerson(tenancy, email)) throw refusal('duplicate', `"${email}" signs in here already`);
    if (ctx.isDryRun) {
      await ctx.result({ email, dryRun: true }, () => ctx.say(`Would create ${email}.`));
      return;
    }
    await createPerson(tenancy, { email, name: name ?? email });
    const { link, expiresAt } = await issueResetLink(tenancy, email);
    await ctx.result({ email, link, expiresAt: expiresAt.toISOString() }, () => {
      ctx.note(`${email} chooses a password here, once, until ${expiresAt.toISOString()}:`);
      ctx.say(link);
    });
  },
});

/** Prints a link for choosing a new password, instead of mailing it. */
export const userResetPassword = defineCommand({
  name: 'user reset-password',
  summary: 'make a link with which a person chooses a new password',
  description: 'The link works once and for an hour; hand it over in person. Sessions end when it is used.',
  kind: 'operator',
  writes: true,
  arguments: { who: { summary: 'email or username' } },
  async run(ctx, { who }) {
    const { findPerson, issueResetLink } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    if (ctx.isDryRun) {
      const person = await findPerson(tenancy, who);
      if (!person) throw refusal('not_found', `Nobody signs in with "${who}"`);
      await ctx.result({ email: person.email, dryRun: true }, () =>
        ctx.say(`Would make a link for ${person.name} (${person.email}).`),
      );
      return;
    }
    const { email, name, link, expiresAt } = await issueResetLink(tenancy, who);
    await ctx.result({ email, name, link, expiresAt: expiresAt.toISOString() }, () => {
      ctx.note(`A new password for ${name} (${email}), once, until ${expiresAt.toISOString()}:`);
      ctx.say(link);
    });
  },
});

/** Removes the second factors of a person who has lost phone and recovery codes. */
export const userResetSecondFactor = defineCommand({
  name: 'user reset-second-factor',
  summary: 'take away the second factor of a person who has lost it',
  description:
    'Make sure first that it is the person who asks. They sign in with the password alone until they set up ' +
    'another one; a mail tells them.',
  kind: 'operator',
  writes: true,
  arguments: { who: { summary: 'email or username' } },
  async run(ctx, { who }) {
    const { findPerson, resetSecondFactor } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    const person = await findPerson(tenancy, who);
    if (!person) throw refusal('not_found', `Nobody signs in with "${who}"`);
    const { email, name } = person;
    if (ctx.isDryRun) {
      await ctx.result({ email, dryRun: true }, () => ctx.say(`Would reset the second factor of ${name} (${email}).`));
      return;
    }
    const isReset = await resetSecondFactor(tenancy, who);
    await ctx.result({ email, isReset, dryRun: false }, () =>
      ctx.say(`${name} (${email}) ${isReset ? 'signs in with the password alone now' : 'had no second factor'}.`),
    );
  },
});

/** Sets the operator flag, which only the command line can set (details.md, Accounts). */
export const userOperator = defineCommand({
  name: 'user operator',
  summary: 'make a person operator of the installation, or take it back',
  description:
    'An operator reads the request log of all accounts. ' +
    'Somebody who does not sign in here yet is created, and a link to choose a password is printed.',
  kind: 'operator',
  writes: true,
  arguments: { who: { summary: 'email or username' } },
  options: {
    off: { type: 'flag', summary: 'take it back' },
    name: { type: 'text', value: 'NAME', summary: 'how a new person is called' },
  },
  async run(ctx, { who, off, name }) {
    const { createPerson, findPerson, issueResetLink, setOperator } = await import('@millwright/core/kernel');
    const { tenancy } = await ctx.openKernel();
    const person = await findPerson(tenancy, who);
    if (!person && (off || !isAddress(who)))
      throw refusal('not_found', `Nobody signs in with "${who}"`, {
        hint: off ? undefined : 'Give an email address to create somebody',
      });
    const doing = off ? 'is no operator' : 'is operator';
    if (ctx.isDryRun) {
      await ctx.result({ who, isNew: !person, isOperator: !off, dryRun: true }, () =>
        ctx.say(`${who} ${person ? 'exists' : 'would be created'} and then ${doing}. Nothing was changed.`),
      );
      return;
    }
    if (person) {
      const isChanged = await setOperator(tenancy, who, !off);
      await ctx.result({ email: person.email, isNew: false, isOperator: !off, isChanged }, () =>
        ctx.say(`${person.name} (${person.email}) ${doing}${isChanged ? ' now' : ' already'}.`),
      );
      return;
    }
    await createPerson(tenancy, { email: who, name: name ?? who, isOperator: true });
    const { link, expiresAt } = await issueResetLink(tenancy, who);
    await ctx.result({ email: who, isNew: true, isOperator: true, link, expiresAt: expiresAt.toISOString() }, () => {
      ctx.note(`${who} is operator now, and chooses a password here, once, until ${expiresAt.toISOString()}:`);
      ctx.say(link);
    });
  },
});

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
