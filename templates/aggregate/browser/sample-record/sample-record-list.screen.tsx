import { DateText, ListScreen, StatusBadge } from '@millwright/core/browser';
import { listSampleRecords } from '../../contracts/sample-record.contract.ts';

export function SampleRecordListScreen() {
  return (
    <ListScreen
      name="sample-records"
      title="Sample records"
      endpoint={listSampleRecords}
      columns={[
        { id: 'name', header: 'Name', cell: (record) => record.name, sortable: true },
        {
          id: 'isDone',
          header: 'State',
          cell: (record) =>
            record.isDone ? (
              <StatusBadge tone="success">Done</StatusBadge>
            ) : (
              <StatusBadge tone="info">Open</StatusBadge>
            ),
          width: 120,
        },
        {
          id: 'dueOn',
          header: 'Due',
          cell: (record) => <DateText value={record.dueOn} />,
          sortable: true,
          width: 140,
        },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (record) => <DateText value={record.createdAt} />,
          sortable: true,
          width: 140,
        },
      ]}
      filters={[{ kind: 'boolean', name: 'isDone', label: 'State', yes: 'Done', no: 'Open' }]}
      views={[{ id: 'open', name: 'Open', query: 'isDone=false' }]}
      rowHref={(record) => `/dashboard/x/sample-plugin/sample-records/${record.id}`}
      rowLabel={(record) => record.name}
      primaryAction={{
        label: 'New sample record',
        href: '/dashboard/x/sample-plugin/sample-records/create',
        needs: 'sample_records:create',
      }}
      empty={{
        title: 'No sample records yet',
        text: 'What you add appears here.',
        icon: 'document',
        action: { label: 'New sample record', href: '/dashboard/x/sample-plugin/sample-records/create' },
      }}
    />
  );
}
