import { DateTimeText, formats, type ListColumn } from '@millwright/core/browser';
import type { ChangeSet } from '../../../core/contracts/work/change-set.contract.ts';
import { ChangeSetStatusBadge } from './change-set-badges.tsx';

/** Columns of lists of change sets. */
export const changeSetColumns: readonly ListColumn<ChangeSet>[] = [
  { id: 'title', header: 'What', cell: (set) => set.title },
  { id: 'status', header: 'Status', cell: (set) => <ChangeSetStatusBadge status={set.status} />, width: 140 },
  {
    id: 'rowCount',
    header: 'Rows',
    cell: (set) => formats().number(set.rowCount),
    align: 'end',
    width: 100,
  },
  {
    id: 'appliedCount',
    header: 'Written',
    cell: (set) => formats().number(set.appliedCount),
    align: 'end',
    width: 100,
  },
  {
    id: 'errors',
    csv: 'counts.error',
    header: 'Refused',
    cell: (set) => formats().number(set.counts.error),
    align: 'end',
    width: 100,
  },
  { id: 'createdBy', header: 'By', cell: (set) => set.createdBy.name, csv: 'createdBy.name', width: 160 },
  {
    id: 'createdAt',
    header: 'Started',
    cell: (set) => <DateTimeText value={set.createdAt} />,
    sortable: true,
    width: 180,
  },
];
