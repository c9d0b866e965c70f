import {
  FormRow,
  FormSection,
  NoteField,
  RecordForm,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
} from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { batchLabelSizes, batchLabelTypeNames, scanningStations, stationTypeNames } from '../../contracts/index.ts';
import { departmentSource, stepSource } from '../record-sources.ts';

export function ScanningStationFormScreen() {
  return (
    <RecordForm
      record={scanningStations}
      blank={{
        name: '',
        type: 'single_part',
        batchLabelTagSize: '1x3',
        batchLabelType: 'qr_code',
        productionStepIDs: [],
      }}
    >
      {(found) => (
        <>
          <FormSection title="Scanning station">
            <FormRow>
              <TextField name="name" label="Name" required autoFocus={!found} />
              <SelectField name="type" label="Type" options={codeOptions(stationTypeNames)} />
            </FormRow>
            <RecordSelect name="departmentID" label="Department" source={departmentSource} clearable />
            <RecordSelect name="productionStepIDs" label="Steps that are done here" source={stepSource} multiple />
            <SwitchField name="materialCheckRequired" label="Refuse scans where material is missing" />
          </FormSection>
          <FormSection title="Traveller labels">
            <FormRow>
              <SelectField
                name="batchLabelTagSize"
                label="Size in inches"
                options={batchLabelSizes.map((value) => ({ value, label: value.replace('x', ' x ') }))}
              />
              <SelectField name="batchLabelType" label="Code" options={codeOptions(batchLabelTypeNames)} />
            </FormRow>
          </FormSection>
          <FormSection title="Notes">
            <NoteField name="notes" label="Notes" />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
