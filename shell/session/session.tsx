import {
  accountTab,
  ErrorState,
  LoadingState,
  SessionProvider,
  type SlotContribution,
  SlotProvider,
  useClient,
  useEndpoint,
} from '@millwright/core/browser';
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react';
import { getCurrentUser, getMyTenancy, setMyTenancy } from '../../core/contracts/accounts/me.contract.ts';
import { listMyPlugins, type ManifestPlugin } from '../../core/contracts/plugins/manifest.contract.ts';
import { loadPlugin, registerManifest } from '../remotes/remotes.ts';
import { endSession } from './api.ts';
import { ColorSchemeOfUser } from './color-scheme.tsx';
import { type SessionData, sessionData, sessionKeptFor } from './session-data.ts';

const SessionDataContext = createContext<SessionData | null>(null);

/** Person, account and manifest of the signed-in part of the shell. */
export function useSessionData(): SessionData {
  const data = use(SessionDataContext);
  if (!data) throw new Error('useSessionData needs a SignedIn above it');
  return data;
}

const contributionsOf = (plugins: readonly ManifestPlugin[]): SlotContribution[] =>
  plugins.flatMap(({ id, fills }) =>
    fills.map((slot) => ({
      slot,
      plugin: id,
      load: async () => {
        const { slots } = await loadPlugin(id);
        const loader = slots[slot];
        if (!loader) throw new Error(`Plugin ${id} fills the slot ${slot} in its manifest but not in its screens`);
        return loader();
      },
    })),
  );

/** Provides the session to everything below. The route's loader has filled the cache, so nothing is loaded twice. */
export function SignedIn({ children }: { children: ReactNode }) {
  const client = useClient();
  const user = useEndpoint(getCurrentUser);
  const tenancy = useEndpoint(getMyTenancy);
  const hasAccount = Boolean(tenancy.data?.currentAccount);
  const manifest = useEndpoint(listMyPlugins, {}, { enabled: hasAccount, staleTime: sessionKeptFor });

  const data = useMemo(
    () =>
      user.data && tenancy.data !== undefined && (!hasAccount || manifest.data)
        ? sessionData(user.data, tenancy.data, manifest.data)
        : null,
    [user.data, tenancy.data, manifest.data, hasAccount],
  );
  // Registered during rendering: effects of the screens below run earlier than an effect here, and would request
  // unregistered plugins.
  useMemo(() => data && registerManifest(data.plugins), [data]);
  const contributions = useMemo(() => contributionsOf(data?.plugins ?? []), [data]);

  const switchAccount = useCallback(
    (accountID: string) => {
      accountTab.set(accountID);
      // Other tabs keep their account; new tabs begin with this one. The page is reloaded so that nothing of the old
      // account stays.
      client
        .call(setMyTenancy, { body: { accountID } })
        .catch((error: unknown) => console.warn('The account was not remembered for new tabs', error))
        .finally(() => location.assign('/dashboard'));
    },
    [client],
  );
  const signOut = useCallback(() => void endSession().then(() => location.assign('/auth/login')), []);

  const error = user.error ?? tenancy.error ?? manifest.error;
  if (!data) {
    if (!error) return <LoadingState />;
    const retry = () => void Promise.all([user.refetch(), tenancy.refetch(), manifest.refetch()]);
    return <ErrorState error={error} onRetry={retry} what="account" />;
  }
  return (
    <SessionDataContext value={data}>
      <SessionProvider state={data.state} onSwitchAccount={switchAccount} onSignOut={signOut}>
        <SlotProvider contributions={contributions}>
          <ColorSchemeOfUser user={data.user} />
          {children}
        </SlotProvider>
      </SessionProvider>
    </SessionDataContext>
  );
}
