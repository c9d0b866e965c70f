import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { ApiError, type Client, type ClientOptions, createClient } from '../../contracts/client.ts';
import { deviceKey, isDevicePage } from '../keys/device-key.ts';
import { accountTab, apiBaseURL } from '../screens/account-tab.ts';

declare const process: { env: { NODE_ENV?: string } };

const ApiContext = createContext<Client | null>(null);

/** The client of a browser tab: uses cookies and this tab's account, and checks replies in development. */
export function createBrowserClient(
  options: Pick<ClientOptions, 'onUnauthorized' | 'onSignedOut' | 'onError' | 'onConfirm'>,
): Client {
  return createClient({
    ...options,
    baseURL: apiBaseURL,
    // The client's request type is a RequestInit, except that its types of Blob and AbortSignal are wider.
    fetch: (url, request) => fetch(url, request as RequestInit),
    headers: (): Record<string, string> => {
      const device = isDevicePage() ? deviceKey.get() : null;
      if (device) return { 'x-api-key': device.keyID, 'x-auth-secret': device.secret, 'account-id': device.accountID };
      const accountID = accountTab.get();
      return accountID ? { 'account-id': accountID } : {};
    },
    checkReplies: process.env.NODE_ENV === 'development',
  });
}

/** The query cache. Requests refused by the server are not retried; lost connections are retried once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}

/** Provides the client and the query cache to screens; the shell mounts it once. */
export function ApiProvider({
  client,
  queryClient,
  children,
}: {
  client: Client;
  queryClient?: QueryClient;
  children: ReactNode;
}) {
  const cache = useMemo(() => queryClient ?? createQueryClient(), [queryClient]);
  return (
    <ApiContext value={client}>
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    </ApiContext>
  );
}

/** The typed client, for calls outside a query or mutation: `const { call } = useClient()`. */
export function useClient(): Client {
  const client = use(ApiContext);
  if (!client) throw new Error('useClient needs an ApiProvider above it');
  return client;
}
