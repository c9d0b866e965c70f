import { FormRow, FormSection, NoteField, RecordForm, RecordSelect, TextField } from '@millwright/core/browser';
import { machines } from '../../../contracts/index.ts';
import { itemDepartmentSource } from '../../catalogue/item/item-sources.ts';

export function MachineFormScreen() {
  return (
    <RecordForm record={machines} blank={{ name: '' }}>
      {(found) => (
        <FormSection title="Machine">
          <FormRow>
            <TextField name="name" label="Name" required autoFocus={!found} />
            <TextField name="serialNumber" label="Serial number" />
          </FormRow>
          <RecordSelect name="departmentID" label="Department" source={itemDepartmentSource} clearable />
          <NoteField name="notes" label="Notes" />
        </FormSection>
      )}
    </RecordForm>
  );
}
