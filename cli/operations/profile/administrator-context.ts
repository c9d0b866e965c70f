import { type AdministratorContext, type CommandContext, CommandFailure, exitCodes } from '@millwright/core/cli';
import { ApiError, type Client, listMyPlugins } from '@millwright/core/contracts';
import { getMyTenancy } from '../../../core/contracts/accounts/me.contract.ts';
import { openApiSession } from './api-session.ts';
import { changeProfiles, type Profile, readProfiles } from './profile-store.ts';

export interface AdministratorOptions {
  /** The command's plugin, which has to be enabled for the account. */
  pluginID: string | undefined;
  needs: string | undefined;
  profile: string | undefined;
  account: string | undefined;
}

export interface AccountChoice {
  id: string;
  slug: string;
  name: string;
}

const notSignedIn = (name: string | null): CommandFailure =>
  new CommandFailure({
    message: name ? `There is no profile "${name}"` : 'Nobody is signed in',
    code: 'not_signed_in',
    exitCode: exitCodes.denied,
    hint: `Sign in first: millwright login${name && name !== 'default' ? ` --profile ${name}` : ''}`,
  });

/** Signs in with a profile, selects the account, and checks the command's plugin and permission. */
export async function administratorContext(
  base: CommandContext,
  options: AdministratorOptions,
): Promise<AdministratorContext> {
  const { env, signal } = base;
  const stored = readProfiles(env);
  const name = options.profile ?? stored.current;
  const profile = name === null ? undefined : stored.profiles[name];
  if (name === null || !profile) throw notSignedIn(name);
  let current = profile.credentials;
  let accountID = profile.account?.id;
  const api = openApiSession({
    url: profile.url,
    credentials: () => current,
    keep(next) {
      current = next;
      changeProfiles(env, (file) => {
        const there = file.profiles[name];
        if (there) there.credentials = next;
      });
    },
    reload: () => readProfiles(env).profiles[name]?.credentials,
    accountID: () => accountID,
    confirm: base.confirm,
    signal,
  });
  const wanted = options.account;
  if (wanted !== undefined && !isAccount(profile.account, wanted))
    accountID = await findAccount(api.client, profile, wanted);
  else if (!accountID) throw chooseAccount('Choose an account', await listOwnAccounts(api.client));
  const { items, permissions, account } = await api.client.call(listMyPlugins, {}, { signal });
  if (options.pluginID !== undefined && !items.some(({ id }) => id === options.pluginID))
    throw new CommandFailure({
      message: `There is no such command for ${account.name}`,
      code: 'not_found',
      exitCode: exitCodes.refused,
      hint: 'The plugin that brings it is not enabled for this account',
    });
  if (options.needs !== undefined && !permissions.includes(options.needs))
    throw new CommandFailure({
      message: `You need the right ${options.needs}`,
      code: 'forbidden',
      exitCode: exitCodes.denied,
    });
  return {
    ...base,
    client: api.client,
    request: api.request,
    account,
    actor: profile.actor,
    url: profile.url,
    profile: name,
    plugins: items.map(({ id, title }) => ({ id, title })),
    permissions,
  };
}

const isAccount = (account: AccountChoice | null, wanted: string): boolean =>
  account !== null && [account.id, account.slug].includes(wanted);

const chooseAccount = (message: string, accounts: readonly AccountChoice[]): CommandFailure =>
  new CommandFailure({
    message,
    code: 'account_required',
    exitCode: exitCodes.denied,
    hint: accounts.length
      ? `You may work in: ${accounts.map(({ slug }) => slug).join(', ')} (--account SLUG)`
      : undefined,
  });

/** Another account than the profile's. An API key belongs to one account and cannot name another. */
async function findAccount(client: Client, profile: Profile, wanted: string): Promise<string> {
  if (profile.credentials.type === 'api_key')
    throw chooseAccount(`This profile's API key belongs to ${profile.account?.slug}`, []);
  const accounts = await listOwnAccounts(client);
  const found = accounts.find((account) => isAccount(account, wanted));
  if (!found) throw chooseAccount(`You are no member of an account "${wanted}"`, accounts);
  return found.id;
}

/** The person's accounts with their slugs, which the server answers only for one account at a time. */
export async function listOwnAccounts(client: Client): Promise<AccountChoice[]> {
  const tenancy = await client.call(getMyTenancy, {});
  const accounts = await Promise.all(
    (tenancy?.availableAccounts ?? []).map(async ({ id }): Promise<AccountChoice[]> => {
      try {
        return [(await client.call(listMyPlugins, {}, { accountID: id })).account];
      } catch (error) {
        // The membership in that account is suspended.
        if (error instanceof ApiError && error.status === 403) return [];
        throw error;
      }
    }),
  );
  return accounts.flat();
}
