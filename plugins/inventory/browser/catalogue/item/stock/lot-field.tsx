import { FormRow, SelectField, TextField } from '@millwright/core/browser';
import { useWatch } from 'react-hook-form';

const options = [
  { value: 'any', label: 'Any lot, the oldest first' },
  { value: 'none', label: 'Stock without lot' },
  { value: 'one', label: 'One lot' },
];

/** Choice of the lot, and its number if one lot is chosen. Bound to `lotChoice` and the field `name`. */
export function LotField({ name }: { name: string }) {
  const choice: unknown = useWatch({ name: 'lotChoice' });
  return (
    <FormRow>
      <SelectField name="lotChoice" label="Lot" options={options} required />
      {choice === 'one' && <TextField name={name} label="Lot number" required />}
    </FormRow>
  );
}
