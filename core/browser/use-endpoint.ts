import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ApiError } from '../contracts/client.ts';
import type { AnyEndpoint, EndpointAnswer, EndpointInput } from '../contracts/endpoint.ts';
import { getCurrentUser, getMyTenancy } from '../contracts/me.contract.ts';
import { getTimeline } from '../contracts/timeline.contract.ts';
import { useClient } from './api-provider.tsx';

const hour = 3_600_000;
/**
 * Current user and tenancy are cached for an hour (spec commerce section 9); the shell drops them on 403 and on
 * switching.
 */
const cachedForAnHour: ReadonlySet<string> = new Set([getCurrentUser.path, getMyTenancy.path]);

export interface UseEndpointOptions {
  /** False keeps the call back until it is known what to ask for. */
  enabled?: boolean;
  /** Milliseconds for which an answer counts as fresh; 15 s by default. */
  staleTime?: number;
  /** Milliseconds between automatic refreshes; none by default. */
  refetchInterval?: number | false;
  /** Shows the previous answer while a changed input loads; false by default. */
  keepPrevious?: boolean;
}

/** Cache key of a call: the endpoint's name, then its input. `[name]` alone names every cached call of the endpoint. */
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
    enabled: options.enabled ?? true,
    staleTime: options.staleTime ?? (cachedForAnHour.has(endpoint.path) ? hour : 15_000),
    gcTime: cachedForAnHour.has(endpoint.path) ? hour : 300_000,
    refetchInterval: options.refetchInterval ?? false,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  });
}

export interface UseEndpointMutationOptions<E extends AnyEndpoint> {
  /** Endpoints whose cached answers are out of date afterwards, all their inputs. */
  invalidates?: readonly AnyEndpoint[];
  onSuccess?(answer: EndpointAnswer<E>, input: EndpointInput<E>): void;
  onError?(error: ApiError, input: EndpointInput<E>): void;
}

/**
 * Calls an unsafe endpoint: `const save = useEndpointMutation(updateCustomer, { invalidates: [listCustomers,
 * getCustomer] })`.
 */
export function useEndpointMutation<E extends AnyEndpoint>(
  endpoint: E,
  options: UseEndpointMutationOptions<E> = {},
): UseMutationResult<EndpointAnswer<E>, ApiError, EndpointInput<E>> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<EndpointAnswer<E>, ApiError, EndpointInput<E>>({
    mutationKey: [endpoint.name],
    mutationFn: (input) => client.call(endpoint, input),
    onSuccess: async (answer, input) => {
      await Promise.all(
        // Whatever was changed has a new entry in its history; what was deleted has none to read any more.
        [...(endpoint.method === 'DELETE' ? [] : [getTimeline]), ...(options.invalidates ?? [])].map((stale) =>
          queries.invalidateQueries({ queryKey: endpointKey(stale) }),
        ),
      );
      options.onSuccess?.(answer, input);
    },
    onError: (error, input) => options.onError?.(error, input),
  });
}
