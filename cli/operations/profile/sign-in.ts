import { text } from 'node:stream/consumers';
import { type CommandContext, CommandFailure, exitCodes, refusal, usageFailure } from '@millwright/core/cli';
import { ApiError, type Client, type EndpointAnswer, listMyPlugins } from '@millwright/core/contracts';
import { loginUser, revokeRefreshToken } from '../../../core/contracts/sign-in/auth.contract.ts';
import { confirmSignIn, signInChallenge } from '../../../core/contracts/sign-in/second-factor.contract.ts';
import { installationConfig } from '../../installation/installation-config.ts';
import { readServerState } from '../../installation/server-state.ts';
import { type AccountChoice, listOwnAccounts } from './administrator-context.ts';
import { openApiSession } from './api-session.ts';
import { type Credentials, changeProfiles, type Profile, readProfiles } from './profile-store.ts';

export interface SignInInput {
  url?: string;
  user?: string;
  apiKey?: string;
  account?: string;
  profile: string;
}

/** Signs in with the given and the asked data, and stores the result as the current profile. */
export async function signInToProfile(
  ctx: CommandContext,
  input: SignInInput,
): Promise<{ name: string; profile: Profile }> {
  const name = input.profile;
  if (!/^[\w.@-]{1,60}$/.test(name)) throw usageFailure('A profile is named with letters, digits, dots and dashes');
  const known = readProfiles(ctx.env).profiles[name];
  const given = { url: input.url ?? known?.url ?? runningServer(ctx), user: input.user, secret: undefined };
  const answers = await missingAnswers(ctx, input, given);
  const url = normalURL(answers.url);
  let credentials: Credentials =
    input.apiKey === undefined
      ? { type: 'session', cookies: {} }
      : { type: 'api_key', keyID: input.apiKey, secret: answers.secret };
  let accountID: string | undefined;
  const api = openApiSession({
    url,
    credentials: () => credentials,
    keep: (next) => {
      credentials = next;
    },
    reload: () => undefined,
    accountID: () => accountID,
    signal: ctx.signal,
  });
  let actor = `API key ${input.apiKey}`;
  let account: AccountChoice | null = null;
  try {
    if (input.apiKey === undefined) {
      const { user } = await signedIn(ctx, api.client, answers);
      actor = `${user.name} (${user.email})`;
      account = await chosenAccount(ctx, await listOwnAccounts(api.client), input.account);
    } else account = (await api.client.call(listMyPlugins, {})).account;
  } catch (error) {
    throw explained(error, url);
  }
  accountID = account?.id;
  const profile: Profile = { url, actor, account, credentials };
  changeProfiles(ctx.env, (file) => {
    file.profiles[name] = profile;
    file.current = name;
  });
  return { name, profile };
}

/** Signs in, and asks for the second factor if necessary. */
async function signedIn(
  ctx: CommandContext,
  client: Client,
  { user, secret }: { user: string; secret: string },
): Promise<EndpointAnswer<typeof loginUser>> {
  try {
    const body = { identifier: user, password: secret };
    return await client.call(loginUser, { body }, { refreshes: false });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
    if (!ctx.isInteractive)
      throw new CommandFailure({
        message: `${user} has a second factor, which is asked for on a terminal only`,
        code: error.code,
        exitCode: exitCodes.denied,
        hint: 'Programs sign in with an API key: millwright login --api-key',
        cause: error,
      });
    const { challenge } = signInChallenge.parse(error.details);
    const { askCode } = await import('./sign-in.screen.tsx');
    const body = { challenge, code: await askCode() };
    return client.call(confirmSignIn, { body }, { refreshes: false });
  }
}

function explained(error: unknown, url: string): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'network_error')
    return new CommandFailure({
      message: `The server at ${url} cannot be reached`,
      code: error.code,
      exitCode: exitCodes.unreachable,
      hint: 'Check the address and that the server runs: millwright status',
      cause: error,
    });
  if (error.status === 401)
    return new CommandFailure({ message: error.message, code: error.code, exitCode: exitCodes.denied, cause: error });
  return error;
}

const runningServer = (ctx: CommandContext): string | undefined => {
  try {
    return readServerState(installationConfig(ctx.env).dataDir)?.url;
  } catch {
    // An invalid local configuration does not matter for working with a remote server.
    return undefined;
  }
};

/** Completes an address: `erp.example` gets https, a local address http; path and trailing slash are removed. */
export function normalURL(given: string): string {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(given);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given) && !/^https?:/i.test(given))
    throw usageFailure(`"${given}" is no web address`);
  const address = /^https?:\/\//.test(given) ? given : `${isLocal ? 'http' : 'https'}://${given}`;
  try {
    const url = new URL(address);
    if (url.username || url.password) throw usageFailure('An address holds no password');
    return url.origin + url.pathname.replace(/\/(api\/?)?$/, '');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw usageFailure(`"${given}" is no address of a server`, 'Try http://127.0.0.1:4000');
  }
}

async function missingAnswers(
  ctx: CommandContext,
  input: SignInInput,
  given: { url?: string; user?: string },
): Promise<{ url: string; user: string; secret: string }> {
  if (ctx.isInteractive) {
    const { askSignIn } = await import('./sign-in.screen.tsx');
    return askSignIn({ ...given, isKey: input.apiKey !== undefined, asksURL: input.url === undefined });
  }
  if (given.url === undefined) throw usageFailure('Which server? Nothing runs here.', 'Give --url');
  if (given.user === undefined && input.apiKey === undefined)
    throw usageFailure('Who signs in?', 'Give --user or --api-key');
  const secret = ctx.stdin.isTTY ? '' : (await text(ctx.stdin)).replace(/\r?\n$/, '');
  if (secret === '')
    throw usageFailure(
      `The ${input.apiKey === undefined ? 'password' : 'secret of the API key'} is read from standard input`,
      'Pipe it in, or call it on a terminal without --yes and --json',
    );
  return { url: given.url, user: given.user ?? '', secret };
}

async function chosenAccount(
  ctx: CommandContext,
  accounts: readonly AccountChoice[],
  wanted: string | undefined,
): Promise<AccountChoice | null> {
  if (wanted !== undefined) {
    const found = accounts.find(({ id, slug }) => [id, slug].includes(wanted));
    if (found) return found;
    throw refusal('account_required', `You are no member of an account "${wanted}"`, {
      hint: accounts.length ? `You may work in: ${accounts.map(({ slug }) => slug).join(', ')}` : undefined,
    });
  }
  if (accounts.length < 2 || !ctx.isInteractive) return accounts[0] ?? null;
  const { askAccount } = await import('./sign-in.screen.tsx');
  return askAccount(accounts);
}

/** Ends the session on the server, if it answers, and deletes the profile. */
export async function signOutOfProfile(ctx: CommandContext, name: string): Promise<void> {
  const profile = readProfiles(ctx.env).profiles[name];
  if (profile?.credentials.type === 'session') {
    const { credentials } = profile;
    const api = openApiSession({
      url: profile.url,
      credentials: () => credentials,
      keep: () => {},
      reload: () => undefined,
      signal: AbortSignal.any([ctx.signal, AbortSignal.timeout(5_000)]),
    });
    try {
      await api.client.call(revokeRefreshToken, {}, { refreshes: false });
    } catch (error) {
      ctx.note(`The session at ${profile.url} could not be ended there: ${(error as Error).message}`);
    }
  }
  changeProfiles(ctx.env, (file) => {
    delete file.profiles[name];
    if (file.current === name) file.current = Object.keys(file.profiles)[0] ?? null;
  });
}
