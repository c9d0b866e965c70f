import { type ListedColumn, StatusBadge } from '@millwright/core/browser';
import type { EdiRun } from '../../contracts/index.ts';

/** Result of a run. */
export function RunState({ completedAt, hasSucceeded }: Pick<EdiRun, 'completedAt' | 'hasSucceeded'>) {
  if (!completedAt) return <StatusBadge tone="progress">Running</StatusBadge>;
  return hasSucceeded ? (
    <StatusBadge tone="success">Succeeded</StatusBadge>
  ) : (
    <StatusBadge tone="danger">Failed</StatusBadge>
  );
}

export const runColumns: readonly ListedColumn<EdiRun>[] = [
  { id: 'createdAt', header: 'Started', instant: 'exact', width: undefined },
  { id: 'kind', header: 'What', width: 130 },
  { id: 'hasSucceeded', header: 'Result', cell: (run) => <RunState {...run} />, width: 120 },
  'fileCount',
  { id: 'importedCount', header: 'Taken over' },
  { id: 'heldCount', header: 'Held' },
  { id: 'sentCount', header: 'Sent' },
  { id: 'personName', header: 'By', width: 150 },
];
