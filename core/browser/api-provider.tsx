import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { ApiError, type Client, type ClientOptions, createClient } from '../contracts/client.ts';
import { accountTab, apiBaseURL } from './account-tab.ts';
import { deviceKey, isDevicePage } from './device-key.ts';

declare const process: { env: { NODE_ENV?: string } };

const ApiContext = createContext<Client | null>(null);

/** The client of a browser tab: cookies, this tab's account, replies checked in development. */
export function createBrowserClient(
  options: Pick<ClientOptions, 'onUnauthorized' | 'onSignedOut' | 'onError' | 'onConfirm'>,
): Client {
  return createClient({
    ...options,
    baseURL: apiBaseURL,
    // The structural request is a RequestInit; only the types of Blob and AbortSignal are wider there.
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

/** Query cache with the rules of the house: no retry of what the server refused, one retry of a lost connection. */
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

/** Gives screens the client and the query cache; the shell mounts it once. */
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

/** The typed client itself, for calls outside a query or mutation: `const { call } = useClient()`. */
export function useClient(): Client {
  const client = use(ApiContext);
  if (!client) throw new Error('useClient needs an ApiProvider above it');
  return client;
}
