import { DateField, FormSection, NoteField, RecordForm, SwitchField, TextField } from '@millwright/core/browser';
import { sampleRecords } from '../../contracts/sample-record.contract.ts';

export function SampleRecordFormScreen() {
  return (
    <RecordForm record={sampleRecords} blank={{ name: '' }}>
      {(found) => (
        <FormSection title="Sample record">
          <TextField name="name" label="Name" required autoFocus={!found} />
          <DateField name="dueOn" label="Due" />
          {found && <SwitchField name="isDone" label="Done" />}
          <NoteField name="note" label="Note" />
        </FormSection>
      )}
    </RecordForm>
  );
}
