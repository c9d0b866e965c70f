import { FormRow, SelectField, TextField } from '@millwright/core/browser';
import { useWatch } from 'react-hook-form';

const options = [
  { value: 'any', label: 'Any lot, the oldest first' },
  { value: 'none', label: 'Stock without lot' },
  { value: 'one', label: 'One lot' },
];

/** Which lot is meant, by name; the number is asked for where it is one. Bound to `lotChoice` and the given field. */
export function LotField({ name }: { name: string }) {
  const choice: unknown = useWatch({ name: 'lotChoice' });
  return (
    <FormRow>
      <SelectField name="lotChoice" label="Lot" options={options} required />
      {choice === 'one' && <TextField name={name} label="Lot number" required />}
    </FormRow>
  );
}
