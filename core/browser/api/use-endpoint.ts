import {
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getCurrentUser, getMyTenancy } from '../../contracts/accounts/me.contract.ts';
import type { ApiError } from '../../contracts/client.ts';
import type { AnyEndpoint, EndpointAnswer, EndpointInput } from '../../contracts/endpoints/endpoint.ts';
import { isTouched } from '../../contracts/endpoints/touched.ts';
import { getTimeline } from '../../contracts/records/timeline.contract.ts';
import { useClient } from './api-provider.tsx';

const hour = 3_600_000;
/**
 * Current user and tenancy are cached for an hour (spec commerce section 9). The shell drops them on 403 and when the
 * account changes.
 */
const cachedForAnHour: ReadonlySet<string> = new Set([getCurrentUser.path, getMyTenancy.path]);

export interface UseEndpointOptions {
  /** False delays the call until its input is known. */
  enabled?: boolean;
  /** Milliseconds for which a reply counts as fresh; 15 s by default. */
  staleTime?: number;
  /** Milliseconds between automatic refreshes; none by default. */
  refetchInterval?: number | false;
  /** Shows the previous reply while a changed input loads; false by default. */
  keepPrevious?: boolean;
}

/** Cache key of a call: the endpoint's name and its input. `[name]` alone matches all calls of the endpoint. */
export const endpointKey = (endpoint: AnyEndpoint, input?: unknown): QueryKey =>
  input === undefined ? [endpoint.name] : [endpoint.name, input];

type InputArguments<E extends AnyEndpoint> =
  Record<string, never> extends EndpointInput<E>
    ? [input?: EndpointInput<E>, options?: UseEndpointOptions]
    : [input: EndpointInput<E>, options?: UseEndpointOptions];

/**
 * Reads a GET endpoint: `const order = useEndpoint(getSalesOrder, { params: { orderID } })`. The input must be plain
 * data.
 */
export function useEndpoint<E extends AnyEndpoint>(
  endpoint: E,
  ...[input, options = {}]: InputArguments<E>
): UseQueryResult<EndpointAnswer<E>, ApiError> {
  const client = useClient();
  const sent = (input ?? {}) as EndpointInput<E>;
  return useQuery<EndpointAnswer<E>, ApiError>({
    queryKey: endpointKey(endpoint, sent),
    queryFn: async ({ signal }) => ((await client.call(endpoint, sent, { signal })) ?? null) as EndpointAnswer<E>,
    meta: { path: endpoint.path, params: (sent as { params?: unknown }).params },
    enabled: options.enabled ?? true,
    staleTime: options.staleTime ?? (cachedForAnHour.has(endpoint.path) ? hour : 15_000),
    gcTime: cachedForAnHour.has(endpoint.path) ? hour : 300_000,
    refetchInterval: options.refetchInterval ?? false,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

export interface UseEndpointMutationOptions<E extends AnyEndpoint> {
  /** Endpoints whose cached replies are out of date afterwards, besides those that the server's reply names. */
  invalidates?: readonly AnyEndpoint[];
  onSuccess?(answer: EndpointAnswer<E>, input: EndpointInput<E>): void;
  onError?(error: ApiError, input: EndpointInput<E>): void;
}

interface CachedMeta {
  path?: string;
  params?: Record<string, string>;
}

/**
 * Whether a cached reply is about the record that a call has deleted, so that reading it again would fail. A deletion
 * without an id, as of a cart, only empties it.
 */
const isGone = (deletion: AnyEndpoint, params: Record<string, string>, cached: CachedMeta): boolean =>
  Object.keys(params).length > 0 &&
  isTouched(cached.path ?? '', [deletion.path]) &&
  Object.entries(params).every(([name, value]) => cached.params?.[name] === value);

/**
 * Marks cached replies at or below the touched paths as out of date and reads those again that a screen shows, except
 * replies about a deleted record.
 */
export async function forgetTouched(
  queries: QueryClient,
  touched: readonly string[],
  deleted?: { endpoint: AnyEndpoint; params: Record<string, string> },
): Promise<void> {
  const metaOf = ({ meta }: Query): CachedMeta => (meta ?? {}) as CachedMeta;
  const gone = (query: Query): boolean =>
    deleted !== undefined && isGone(deleted.endpoint, deleted.params, metaOf(query));
  const old = (query: Query): boolean => isTouched(metaOf(query).path ?? '', touched);
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => old(query) && gone(query), refetchType: 'none' }),
    queries.invalidateQueries({ predicate: (query) => old(query) && !gone(query) }),
  ]);
}

/**
 * Calls an unsafe endpoint: `const save = useEndpointMutation(updateCustomer)`. The server replies with the touched
 * paths; cached replies at or below them are read again.
 */
export function useEndpointMutation<E extends AnyEndpoint>(
  endpoint: E,
  options: UseEndpointMutationOptions<E> = {},
): UseMutationResult<EndpointAnswer<E>, ApiError, EndpointInput<E>> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<EndpointAnswer<E>, ApiError, EndpointInput<E>>({
    mutationKey: [endpoint.name],
    mutationFn: async (input) => {
      let touched: readonly string[] = [];
      const onTouched = (paths: readonly string[]): void => {
        touched = paths;
      };
      const answer = await client.call(endpoint, input, { onTouched });
      const isDeletion = endpoint.method === 'DELETE';
      const { params = {} } = (input ?? {}) as { params?: Record<string, string> };
      await forgetTouched(queries, touched, isDeletion ? { endpoint, params } : undefined);
      // A changed record has a new history entry; a deleted record has no readable history.
      const others = [...(isDeletion ? [] : [getTimeline]), ...(options.invalidates ?? [])];
      await Promise.all(others.map((stale) => queries.invalidateQueries({ queryKey: endpointKey(stale) })));
      return answer;
    },
    onSuccess: (answer, input) => options.onSuccess?.(answer, input),
    onError: (error, input) => options.onError?.(error, input),
  });
}
