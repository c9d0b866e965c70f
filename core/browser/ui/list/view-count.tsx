import type { AnyEndpoint, EndpointInput } from '../../../contracts/endpoint.ts';
import { formats } from '../../format.ts';
import { useEndpoint } from '../../use-endpoint.ts';
import classes from './list-screen.module.css';

/** How many records a tab leads to, looked up when the list itself is there. */
export function ViewCount<E extends AnyEndpoint>({
  endpoint,
  params,
  query,
}: {
  endpoint: E;
  params: Record<string, string> | undefined;
  query: Record<string, unknown>;
}) {
  const input = { params, query: { ...query, take: 1, skip: 0 } } as unknown as EndpointInput<E>;
  const { data } = useEndpoint(endpoint, input, { staleTime: 30_000 });
  const count = (data as { count?: number } | undefined)?.count;
  // The tab is called by its name alone.
  return count ? (
    <span className={classes['viewCount']} aria-hidden="true">
      {formats().number(count)}
    </span>
  ) : null;
}
