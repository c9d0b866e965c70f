import { lazy, Suspense } from 'react';
import { LoadingState } from '../states.tsx';
import type { Line } from './line-cell.tsx';
import type { LineTableProps } from './line-table.tsx';

// Only the forms of documents have lines; everybody else's first load does without them.
const Loaded = lazy(async () => ({ default: (await import('./line-table.tsx')).LoadedLineTable }));

/** The editable lines of a document, loaded with the first form that has them. */
export function LineTable<L extends Line>(props: LineTableProps<L>) {
  return (
    <Suspense fallback={<LoadingState />}>
      <Loaded {...(props as unknown as LineTableProps<Line>)} />
    </Suspense>
  );
}
