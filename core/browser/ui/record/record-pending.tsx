import type { ApiError } from '../../../contracts/client.ts';
import classes from '../detail/detail.module.css';
import { ErrorState, LoadingState } from '../feedback/states.tsx';
import { PageHeader, type PageHeaderProps } from '../frame/page-header.tsx';

/** The content of a screen without its record: loading, unknown, forbidden or failed. */
export function RecordPending({
  query,
  what,
  back,
}: {
  query: { error: ApiError | null; refetch(): Promise<unknown> };
  /** The kind of record in words: 'order'. */
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
