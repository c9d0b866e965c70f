import { ErrorState, LoadingState } from '@millwright/core/browser';
import type { ReactNode } from 'react';

interface RecordQuery {
  data: unknown;
  error: Error | null;
  refetch(): Promise<unknown>;
}

/** What a form shows until the record that it edits is there; undefined once it is, and for a new one. */
export function untilLoaded(query: RecordQuery, what: string, id: string | undefined): ReactNode {
  if (!id || query.data) return undefined;
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} what={what} />
  ) : (
    <LoadingState />
  );
}
