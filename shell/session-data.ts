import { accountTab, type Client, endpointKey, type SessionState } from '@millwright/core/browser';
import type { QueryClient } from '@tanstack/react-query';
import { coreScreens } from '../core/contracts/core-screens.ts';
import type { AnyEndpoint, EndpointAnswer } from '../core/contracts/endpoint.ts';
import { listMyPlugins, type ManifestPlugin } from '../core/contracts/manifest.contract.ts';
import { getCurrentUser, getMyTenancy } from '../core/contracts/me.contract.ts';

/** Milliseconds for which person, account and rights count as known (spec commerce section 9). */
const keptFor = 3_600_000;

/** Everything that the shell knows about who works here and with what. */
export interface SessionData {
  state: SessionState;
  user: EndpointAnswer<typeof getCurrentUser>;
  /** Core first, then the enabled plugins in the order of their dependencies. */
  plugins: readonly ManifestPlugin[];
}

/** Reads person, account and manifest, from the cache where they are fresh. Rejects with the ApiError of the first refusal. */
export async function loadSession(client: Client, queries: QueryClient): Promise<SessionData> {
  const read = <E extends AnyEndpoint>(endpoint: E): Promise<EndpointAnswer<E>> =>
    queries.query({
      queryKey: endpointKey(endpoint, {}),
      queryFn: async () => ((await client.call(endpoint, {} as never)) ?? null) as EndpointAnswer<E>,
      staleTime: keptFor,
      gcTime: keptFor,
    });
  const [user, tenancy] = await Promise.all([read(getCurrentUser), read(getMyTenancy)]);
  const account = tenancy?.currentAccount ?? null;
  if (account && accountTab.get() !== account.id) accountTab.set(account.id);
  const manifest = account ? await read(listMyPlugins) : { items: [], permissions: [] };
  const state: SessionState = {
    user,
    account,
    availableAccounts: tenancy?.availableAccounts ?? [],
    permissions: manifest.permissions,
  };
  return { user, state, plugins: user.isOperator ? withOperatorScreens(manifest.items) : manifest.items };
}

/** The operator's screens belong to the installation, so no account's manifest has them. */
function withOperatorScreens(plugins: readonly ManifestPlugin[]): ManifestPlugin[] {
  const own = coreScreens.filter((screen) => 'operator' in screen && screen.operator);
  const screens = own.map(({ name, path, title, nav }: (typeof coreScreens)[number] & { nav?: ManifestPlugin['screens'][number]['nav'] }) => ({
    name,
    path,
    title,
    needs: [],
    isAllowed: true,
    ...(nav ? { nav } : {}),
  }));
  const [core, ...others] = plugins[0]?.id === 'core' ? plugins : [emptyCore, ...plugins];
  return [{ ...(core ?? emptyCore), screens: [...(core?.screens ?? []), ...screens] }, ...others];
}

const emptyCore: ManifestPlugin = {
  id: 'core',
  name: 'core',
  title: 'Kernel',
  entry: null,
  integrity: null,
  screens: coreScreens.filter(({ name }) => name === 'dashboard').map((screen) => ({ ...screen, needs: [], isAllowed: true })),
  slots: [],
  fills: [],
};

/** Drops what is known of account and rights: after a refusal and on switching. */
export function forgetRights(queries: QueryClient): void {
  for (const endpoint of [getMyTenancy, listMyPlugins]) void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
}
