import type { AnyEndpoint } from '../../../../contracts/endpoints/endpoint.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { formats } from '../../../format/format.ts';
import classes from '../list-screen.module.css';

/** Number of records in a tab, loaded after the list itself. */
export function ViewCount({
  endpoint,
  params,
  query,
}: {
  endpoint: AnyEndpoint;
  params: Record<string, string> | undefined;
  query: Record<string, unknown>;
}) {
  const input = { params, query: { ...query, take: 1, skip: 0 } };
  const { data } = useEndpoint<AnyEndpoint>(endpoint, input, { staleTime: 30_000 });
  const count = (data as { count?: number } | undefined)?.count;
  // Hidden from screen readers, so that the tab is called by its name alone.
  return count ? (
    <span className={classes['viewCount']} aria-hidden="true">
      {formats().number(count)}
    </span>
  ) : null;
}
