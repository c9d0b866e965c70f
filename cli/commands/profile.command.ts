import { defineCommand, usageFailure } from '@millwright/core/cli';

/** Signs in to a server and stores the credentials in a profile. */
export const login = defineCommand({
  name: 'login',
  summary: 'sign in to a server, here or elsewhere',
  description:
    'Asks for what is missing. ' +
    `Without a terminal the password, or the secret of the API key, is read from standard input.
Credentials are kept in $XDG_CONFIG_HOME/millwright/profiles.json, readable by you alone.

Examples:
  millwright login
  millwright login --url https://erp.northfield.example --profile work
  millwright login --api-key ak_... --profile ci < secret.txt`,
  kind: 'local',
  options: {
    url: { type: 'text', value: 'URL', summary: 'address of the server; the one that runs here if absent' },
    user: { type: 'text', value: 'NAME', short: 'u', summary: 'email or username' },
    apiKey: { type: 'text', value: 'KEY', summary: 'id of an API key (ak_...) instead of a person' },
    account: { type: 'text', value: 'SLUG', summary: 'account to work in' },
    profile: { type: 'text', value: 'NAME', default: 'default', summary: 'profile to keep it in' },
  },
  async run(ctx, input) {
    const { signInToProfile } = await import('../operations/profile/sign-in.ts');
    const { profile, name } = await signInToProfile(ctx, input);
    await ctx.result({ profile: name, url: profile.url, actor: profile.actor, account: profile.account }, () => {
      ctx.say(`Signed in to ${profile.url} as ${profile.actor}.`);
      if (profile.account) ctx.say(`Working in ${profile.account.name} (${profile.account.slug}).`);
      else ctx.say('This sign-in has no account to work in.');
      if (name !== 'default') ctx.say(`Kept as the profile "${name}", which is the current one now.`);
    });
  },
});

/** Ends the session on the server and deletes the profile. */
export const logout = defineCommand({
  name: 'logout',
  summary: 'sign out and forget the credentials of a profile',
  kind: 'local',
  writes: true,
  options: {
    profile: { type: 'text', value: 'NAME', summary: 'profile to forget; the current one if absent' },
    all: { type: 'flag', summary: 'every profile' },
  },
  async run(ctx, { profile, all }) {
    const [{ signOutOfProfile }, { readProfiles }] = await Promise.all([
      import('../operations/profile/sign-in.ts'),
      import('../operations/profile/profile-store.ts'),
    ]);
    const stored = readProfiles(ctx.env);
    const names = all ? Object.keys(stored.profiles) : [profile ?? stored.current].filter((name) => name !== null);
    const unknown = names.find((name) => !stored.profiles[name]);
    if (unknown !== undefined)
      throw usageFailure(`There is no profile "${unknown}"`, 'See them with: millwright profiles');
    if (!ctx.isDryRun) for (const name of names) await signOutOfProfile(ctx, name);
    await ctx.result({ profiles: names, dryRun: ctx.isDryRun }, () => {
      if (!names.length) ctx.say('Nobody is signed in.');
      for (const name of names) ctx.say(`${ctx.isDryRun ? 'Would sign out of' : 'Signed out of'} "${name}".`);
    });
  },
});

/** Lists the profiles and marks the current one. */
export const profiles = defineCommand({
  name: 'profiles',
  summary: 'list the profiles, or choose the current one',
  kind: 'local',
  options: { use: { type: 'text', value: 'NAME', summary: 'make this the current profile' } },
  async run(ctx, { use }) {
    const { changeProfiles, readProfiles } = await import('../operations/profile/profile-store.ts');
    if (use !== undefined && !readProfiles(ctx.env).profiles[use])
      throw usageFailure(`There is no profile "${use}"`, 'Make it with: millwright login --profile NAME');
    const stored =
      use === undefined
        ? readProfiles(ctx.env)
        : changeProfiles(ctx.env, (file) => {
            file.current = use;
          });
    const rows = Object.entries(stored.profiles).map(([name, { url, actor, account, credentials }]) => ({
      name,
      isCurrent: name === stored.current,
      url,
      actor,
      account: account?.slug ?? null,
      type: credentials.type,
    }));
    await ctx.result({ items: rows, count: rows.length }, () => {
      if (!rows.length) return ctx.say('There are no profiles. Sign in with: millwright login');
      ctx.table(
        [
          { title: ' ', value: ({ isCurrent }) => (isCurrent ? '*' : ''), minimum: 1 },
          { title: 'Profile', value: ({ name }) => name },
          { title: 'Server', value: ({ url }) => url },
          { title: 'Signed in as', value: ({ actor }) => actor },
          { title: 'Account', value: ({ account }) => account },
        ],
        rows,
      );
    });
  },
});

/** Shows the signed-in person, the server, and the permissions. */
export const me = defineCommand({
  name: 'me',
  summary: 'say who is signed in, in which account, with which rights',
  kind: 'administrator',
  async run(ctx) {
    const { profile, url, actor, account, plugins, permissions } = ctx;
    await ctx.result({ profile, url, actor, account, plugins, permissions }, () => {
      ctx.say(`${actor} at ${url} (profile "${profile}")`);
      ctx.say(`works in ${account.name} (${account.slug})`);
      ctx.say(`plugins: ${plugins.map(({ id }) => id).join(', ')}`);
      const byDomain = Map.groupBy(permissions, (code) => code.split(':')[0]);
      ctx.say('');
      ctx.table(
        [
          { title: 'Rights on', value: ([domain]) => domain, minimum: 12 },
          {
            title: 'May',
            value: ([, codes]) =>
              codes.length === 4 ? 'everything' : codes.map((code) => code.split(':')[1]).join(', '),
          },
        ],
        [...byDomain],
      );
    });
  },
});
