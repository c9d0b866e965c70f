import { DateTimeText, formats, ListScreen } from '@millwright/core/browser';
import { listChangeSets } from '../../../core/contracts/change-set.contract.ts';
import { ChangeSetStatus, statusOptions } from './change-set-badges.tsx';

export function ChangeSetListScreen() {
  return (
    <ListScreen
      name="change-sets"
      title="Imports and bulk changes"
      endpoint={listChangeSets}
      searchPlaceholder="Search titles"
      columns={[
        { id: 'title', header: 'What', cell: (set) => set.title },
        { id: 'status', header: 'Status', cell: (set) => <ChangeSetStatus status={set.status} />, width: 140 },
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
      ]}
      filters={[{ kind: 'multi', name: 'statuses', label: 'Status', options: statusOptions }]}
      views={[{ id: 'stopped', name: 'Stopped', query: 'statuses=failed' }]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(set) => `/dashboard/change-sets/${set.id}`}
      rowLabel={(set) => set.title}
      empty={{
        title: 'Nothing yet',
        text: 'Imports, and bulk actions over more than 2,000 records, appear here with what they did.',
        icon: 'layers',
      }}
    />
  );
}
