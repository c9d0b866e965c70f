import { Text } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  DetailScreen,
  Slot,
  StatusBadge,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteSampleRecord, getSampleRecord, listSampleRecords } from '../../contracts/sample-record.contract.ts';
import { sampleRecordPanels } from './sample-record-panels.ts';

const home = '/dashboard/x/sample-plugin/sample-records';

export function SampleRecordScreen() {
  const session = useSession();
  const { id, params, query: record } = useRecord(getSampleRecord);
  const remove = useEndpointMutation(deleteSampleRecord, { invalidates: [listSampleRecords] });

  const askAndDelete = useDelete('sample record', home);
  return (
    <DetailScreen
      query={record}
      what="sample record"
      list={{ name: 'sample-records', href: home, label: 'sample records' }}
      record={{ type: 'sample_record', id }}
      title={({ name }) => name}
      status={({ isDone }) => (isDone ? <StatusBadge tone="success">Done</StatusBadge> : null)}
      editHref={({ id }) => (session.can('sample_records:update') ? `${home}/${id}/edit` : undefined)}
      menu={({ name }) => [
        session.can('sample_records:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
        },
      ]}
      tabs={[
        {
          id: 'note',
          label: 'Note',
          render: ({ note }) => <Text style={{ whiteSpace: 'pre-wrap' }}>{note ?? 'No note'}</Text>,
        },
      ]}
      facts={(data) => [
        { label: 'Due', value: data.dueOn && <DateText value={data.dueOn} /> },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
      aside={(data) => <Slot name={sampleRecordPanels} props={{ sampleRecord: data }} />}
    />
  );
}
