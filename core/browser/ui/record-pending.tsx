import type { ApiError } from '../../contracts/client.ts';
import classes from './detail/detail.module.css';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { ErrorState, LoadingState } from './states.tsx';

/** What a screen shows in place of a record that is not there: still loading, unknown, not allowed or failed. */
export function RecordPending({
  query,
  what,
  back,
}: {
  query: { error: ApiError | null; refetch(): Promise<unknown> };
  /** In words: 'order'. */
  what: string;
  back?: PageHeaderProps['back'];
}) {
  const { error } = query;
  const title = error?.status === 404 ? `No ${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <PageHeader title={error ? title : 'Loading…'} {...(back ? { back } : {})} />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} what={what} />
      ) : (
        <LoadingState lines={10} />
      )}
    </div>
  );
}
