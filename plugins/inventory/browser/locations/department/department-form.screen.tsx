import { FormSection, NoteField, RecordForm, TextField } from '@millwright/core/browser';
import { departments, listMachines } from '../../../contracts/index.ts';

export function DepartmentFormScreen() {
  return (
    <RecordForm record={departments} blank={{ name: '' }} invalidates={[listMachines]}>
      {(found) => (
        <FormSection title="Department">
          <TextField name="name" label="Name" required autoFocus={!found} />
          <NoteField name="notes" label="Notes" />
        </FormSection>
      )}
    </RecordForm>
  );
}
