import { RecordListScreen, StatusBadge } from '@millwright/core/browser';
import { sampleRecords } from '../../contracts/sample-record.contract.ts';

export function SampleRecordListScreen() {
  return (
    <RecordListScreen
      record={sampleRecords}
      columns={[
        {
          id: 'isDone',
          header: 'State',
          cell: ({ isDone }) => (
            <StatusBadge tone={isDone ? 'success' : 'info'}>{isDone ? 'Done' : 'Open'}</StatusBadge>
          ),
          width: 120,
        },
      ]}
      filters={[{ kind: 'boolean', name: 'isDone', label: 'State', yes: 'Done', no: 'Open' }]}
      views={[{ id: 'open', name: 'Open', query: 'isDone=false' }]}
      icon="document"
      emptyText="What you add appears here."
    />
  );
}
