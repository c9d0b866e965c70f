import {
  DateField,
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  NoteField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getTimeline } from '@millwright/core/contracts';
import { useParams } from 'react-router';
import {
  createSampleRecord,
  createSampleRecordBody,
  getSampleRecord,
  listSampleRecords,
  updateSampleRecord,
  updateSampleRecordBody,
} from '../../contracts/sample-record.contract.ts';

const home = '/dashboard/x/sample-plugin/sample-records';

export function SampleRecordFormScreen() {
  const { sampleRecordID = '' } = useParams();
  const session = useSession();
  const record = useEndpoint(getSampleRecord, { params: { sampleRecordID } }, { enabled: sampleRecordID !== '' });
  const create = useEndpointMutation(createSampleRecord, { invalidates: [listSampleRecords] });
  const update = useEndpointMutation(updateSampleRecord, {
    invalidates: [listSampleRecords, getSampleRecord, getTimeline],
  });
  const { data } = record;
  if (sampleRecordID && !data)
    return record.error ? (
      <ErrorState error={record.error} onRetry={() => void record.refetch()} what="sample record" />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      title={data?.name ?? 'New sample record'}
      back={data ? { href: `${home}/${data.id}`, label: data.name } : { href: home, label: 'sample records' }}
      schema={data ? updateSampleRecordBody : createSampleRecordBody}
      values={
        data
          ? {
              name: data.name,
              dueOn: data.dueOn,
              isDone: data.isDone,
              note: data.note,
              version: data.version,
            }
          : { name: '' }
      }
      canSave={session.can(data ? 'sample_records:update' : 'sample_records:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { sampleRecordID: data.id }, body: values })
          : await create.mutateAsync({ body: createSampleRecordBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `${home}/${saved.id}`;
      }}
    >
      <FormSection title="Sample record">
        <TextField name="name" label="Name" required autoFocus={!data} />
        <DateField name="dueOn" label="Due" />
        {data && <SwitchField name="isDone" label="Done" />}
        <NoteField name="note" label="Note" />
      </FormSection>
    </FormScreen>
  );
}
