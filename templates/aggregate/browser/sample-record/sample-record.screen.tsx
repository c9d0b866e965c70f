import { Text } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  DetailScreen,
  Slot,
  StatusBadge,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useNavigate, useParams } from 'react-router';
import {
  deleteSampleRecord,
  getSampleRecord,
  listSampleRecords,
  type SampleRecord,
} from '../../contracts/sample-record.contract.ts';
import { sampleRecordPanels } from './sample-record-panels.ts';

const home = '/dashboard/x/sample-plugin/sample-records';

export function SampleRecordScreen() {
  const { sampleRecordID = '' } = useParams();
  const session = useSession();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const record = useEndpoint(getSampleRecord, { params: { sampleRecordID } });
  const remove = useEndpointMutation(deleteSampleRecord, { invalidates: [listSampleRecords] });

  const askAndDelete = async ({ id, name }: SampleRecord) => {
    if (!(await confirm({ title: `Delete ${name}?`, confirmLabel: 'Delete', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { sampleRecordID: id } });
      toast.success(`${name} deleted`);
      await navigate(home);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <DetailScreen
      query={record}
      what="sample record"
      list={{ name: 'sample-records', href: home, label: 'sample records' }}
      record={{ type: 'sample_record', id: sampleRecordID }}
      title={({ name }) => name}
      status={({ isDone }) => (isDone ? <StatusBadge tone="success">Done</StatusBadge> : null)}
      editHref={({ id }) => (session.can('sample_records:update') ? `${home}/${id}/edit` : undefined)}
      menu={(data) => [
        session.can('sample_records:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(data),
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
