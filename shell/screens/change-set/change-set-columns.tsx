import type { ListedColumn } from '@millwright/core/browser';
import type { ChangeSet } from '../../../core/contracts/work/change-set.contract.ts';

/** Columns of lists of change sets. */
export const changeSetColumns: readonly ListedColumn<ChangeSet>[] = [
  { id: 'title', header: 'What' },
  { id: 'status', width: 140 },
  'rowCount',
  { id: 'appliedCount', header: 'Written' },
  { id: 'errors', csv: 'counts.error', header: 'Refused' },
  { id: 'createdBy', header: 'By', width: 160 },
  { id: 'createdAt', header: 'Started', instant: 'exact' },
];
