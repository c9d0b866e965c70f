import { DateTimeText, type ListColumn, StatusBadge } from '@millwright/core/browser';
import { type EdiRun, ediRunKindNames } from '../../contracts/index.ts';

/** Result of a run. */
export function RunState({ completedAt, hasSucceeded }: Pick<EdiRun, 'completedAt' | 'hasSucceeded'>) {
  if (!completedAt) return <StatusBadge tone="progress">Running</StatusBadge>;
  return hasSucceeded ? (
    <StatusBadge tone="success">Succeeded</StatusBadge>
  ) : (
    <StatusBadge tone="danger">Failed</StatusBadge>
  );
}

const count = (id: 'fileCount' | 'importedCount' | 'heldCount' | 'sentCount', header: string): ListColumn<EdiRun> => ({
  id,
  header,
  cell: (run) => run[id],
  align: 'end',
  width: 100,
});

export const runColumns: ListColumn<EdiRun>[] = [
  { id: 'createdAt', header: 'Started', cell: ({ createdAt }) => <DateTimeText value={createdAt} />, sortable: true },
  { id: 'kind', header: 'What', cell: ({ kind }) => ediRunKindNames[kind], sortable: true, width: 130 },
  { id: 'hasSucceeded', header: 'Result', cell: (run) => <RunState {...run} />, width: 120 },
  count('fileCount', 'Files'),
  count('importedCount', 'Taken over'),
  count('heldCount', 'Held'),
  count('sentCount', 'Sent'),
  { id: 'personName', header: 'By', cell: ({ personName }) => personName, width: 150 },
];
