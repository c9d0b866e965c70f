import {
  CountryField,
  FormRow,
  FormSection,
  NoteField,
  RecordSelect,
  SelectField,
  StateField,
  SwitchField,
  TextField,
} from '@millwright/core/browser';
import { locationQualifierNames, locationQualifiers } from '../../contracts/index.ts';
import { customerSource } from '../record-sources.ts';

const qualifierOptions = locationQualifiers.map((value) => ({ value, label: locationQualifierNames[value] }));

/** Fields of a location; `at` maps field names if they are part of a larger form. */
export function DcLocationFields({ at = (name) => name, isPart }: { at?(name: string): string; isPart?: boolean }) {
  return (
    <>
      <FormSection title="Location">
        {!isPart && <RecordSelect name={at('customerID')} label="Customer" source={customerSource} required />}
        <FormRow>
          <TextField
            name={at('code')}
            label="Code"
            required
            description="As the customer writes it, with leading zeros"
          />
          <SelectField name={at('qualifier')} label="Qualifier" options={qualifierOptions} />
        </FormRow>
        <TextField name={at('name')} label="Name" required />
      </FormSection>
      <FormSection title="Address">
        <FormRow>
          <TextField name={at('line1')} label="Address" />
          <TextField name={at('line2')} label="Address 2" />
        </FormRow>
        <FormRow>
          <TextField name={at('city')} label="City" />
          <StateField name={at('state')} label="State" country={at('country')} />
          <TextField name={at('postalCode')} label="Postal code" />
          <CountryField name={at('country')} label="Country" />
        </FormRow>
      </FormSection>
      {!isPart && (
        <FormSection title="Receiving">
          <TextField name={at('receivingHours')} label="Receiving hours" />
          <NoteField name={at('notes')} label="Notes" />
          <SwitchField name={at('isActive')} label="Active" description="Orders may name it as their destination" />
        </FormSection>
      )}
    </>
  );
}
