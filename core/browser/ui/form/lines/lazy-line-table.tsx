import { late } from '../../../format/late.tsx';
import { LoadingState } from '../../feedback/states.tsx';
import type { Line } from './line-cell.tsx';
import type { LineTableProps } from './line-table.tsx';

// Only forms of documents have lines, so the first load does not include them.
const Loaded = late<LineTableProps<Line>>(async () => (await import('./line-table.tsx')).LoadedLineTable, {
  name: 'The table of lines',
  waiting: <LoadingState />,
});

/** The editable lines of a document, loaded with the first form that has them. */
export function LineTable<L extends Line>(props: LineTableProps<L>) {
  return <Loaded {...(props as LineTableProps<Line>)} />;
}
