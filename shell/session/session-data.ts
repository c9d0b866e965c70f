import { accountTab, type Client, endpointKey, type SessionState } from '@millwright/core/browser';
import type { QueryClient } from '@tanstack/react-query';
import { getCurrentUser, getMyTenancy } from '../../core/contracts/accounts/me.contract.ts';
import type { AnyEndpoint, EndpointAnswer } from '../../core/contracts/endpoints/endpoint.ts';
import { coreScreens } from '../../core/contracts/plugins/core-screens.ts';
import { listMyPlugins, type ManifestPlugin } from '../../core/contracts/plugins/manifest.contract.ts';
import type { Screen } from '../../core/contracts/plugins/screen.ts';

/** Milliseconds for which person, account and permissions are cached (spec commerce section 9). */
export const sessionKeptFor = 3_600_000;

export type CurrentUser = EndpointAnswer<typeof getCurrentUser>;
type Tenancy = EndpointAnswer<typeof getMyTenancy>;
export type Manifest = EndpointAnswer<typeof listMyPlugins>;

/** Person, account and plugins of the session. */
export interface SessionData {
  state: SessionState;
  user: CurrentUser;
  /** Core first, then the enabled plugins in dependency order. */
  plugins: readonly ManifestPlugin[];
}

/**
 * Loads person, account and manifest, from the cache if they are fresh. Rejects with the ApiError of the first refusal.
 */
export async function loadSession(client: Client, queries: QueryClient): Promise<SessionData> {
  const read = <E extends AnyEndpoint>(endpoint: E): Promise<EndpointAnswer<E>> =>
    queries.query({
      queryKey: endpointKey(endpoint, {}),
      queryFn: async () => ((await client.call<AnyEndpoint>(endpoint, {})) ?? null) as EndpointAnswer<E>,
      staleTime: sessionKeptFor,
      gcTime: sessionKeptFor,
    });
  const [user, tenancy] = await Promise.all([read(getCurrentUser), read(getMyTenancy)]);
  const account = tenancy?.currentAccount;
  const linked = linkedAccount(tenancy);
  if (linked && linked !== account?.id) {
    accountTab.set(linked);
    forget(queries);
    return loadSession(client, queries);
  }
  if (account && accountTab.get() !== account.id) accountTab.set(account.id);
  return sessionData(user, tenancy, account ? await read(listMyPlugins) : undefined);
}

/** The account in `?account=<slug>` of the address, if the person belongs to it. */
function linkedAccount(tenancy: Tenancy): string | undefined {
  const slug = new URLSearchParams(globalThis.location?.search).get('account');
  return slug ? tenancy?.availableAccounts.find((each) => each.slug === slug)?.id : undefined;
}

const forget = (queries: QueryClient): void => queries.removeQueries({ queryKey: endpointKey(getMyTenancy) });

/** Combines the three answers. Without an account there is no manifest. */
export function sessionData(user: CurrentUser, tenancy: Tenancy, manifest: Manifest | undefined): SessionData {
  const items = manifest?.items ?? [];
  const plugins = user.isOperator ? withOperatorScreens(items) : items.length ? items : [coreWithoutAccount];
  return {
    user,
    plugins,
    state: {
      user,
      account: tenancy?.currentAccount ?? null,
      availableAccounts: tenancy?.availableAccounts ?? [],
      permissions: manifest?.permissions ?? [],
      screens: plugins.flatMap(({ screens }) => screens),
      imports: manifest?.imports ?? [],
    },
  };
}

const shown = ({ name, path, title, nav }: Screen): ManifestPlugin['screens'][number] => ({
  name,
  path,
  title,
  needs: [],
  isAllowed: true,
  ...(nav ? { nav } : {}),
});

const screensOfCore: readonly Screen[] = coreScreens;

const coreWithoutAccount: ManifestPlugin = {
  id: 'core',
  name: 'core',
  title: 'Millwright',
  entry: null,
  integrity: null,
  screens: screensOfCore.filter(({ name }) => name === 'dashboard' || name === 'profile').map(shown),
  slots: [],
  fills: [],
};

/** The operator's screens belong to the installation, so they are in no account's manifest. */
function withOperatorScreens(plugins: readonly ManifestPlugin[]): ManifestPlugin[] {
  const core = plugins.find(({ id }) => id === 'core') ?? coreWithoutAccount;
  const known = new Set(core.screens.map(({ name }) => name));
  const missing = screensOfCore.filter(({ name, operator }) => operator && !known.has(name)).map(shown);
  return [{ ...core, screens: [...core.screens, ...missing] }, ...plugins.filter(({ id }) => id !== 'core')];
}

/**
 * Clears person, account and permissions from the cache after a refusal; switching accounts reloads the page instead.
 */
export function forgetRights(queries: QueryClient): void {
  for (const endpoint of [getCurrentUser, getMyTenancy, listMyPlugins])
    void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
}
