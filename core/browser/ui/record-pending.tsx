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
  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <PageHeader title={query.error ? `No ${what}` : 'Loading…'} {...(back ? { back } : {})} />
      </div>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} what={what} />
      ) : (
        <LoadingState lines={10} />
      )}
    </div>
  );
}
