import { FormRow, RecordSelect, SelectField, useEndpoint } from '@millwright/core/browser';
import { useFormContext, useWatch } from 'react-hook-form';
import { getCarrier } from '../../../contracts/index.ts';
import { carrierSource } from '../../sources/record-sources.ts';

/** Carrier and service. Choosing another carrier clears the service. */
export function CarrierChoice({ required = false }: { required?: boolean }) {
  const { setValue } = useFormContext();
  const carrierID: unknown = useWatch({ name: 'carrierID' });
  const id = typeof carrierID === 'string' ? carrierID : '';
  const carrier = useEndpoint(getCarrier, { params: { carrierID: id } }, { enabled: id !== '' });
  const options = id ? (carrier.data?.options ?? []) : [];
  return (
    <FormRow>
      <RecordSelect
        name="carrierID"
        label="Carrier"
        source={carrierSource}
        required={required}
        clearable={!required}
        onPick={() => setValue('carrierOptionID', null, { shouldDirty: true })}
      />
      <SelectField
        name="carrierOptionID"
        label="Carrier option"
        options={options.map(({ id: value, name: label }) => ({ value, label }))}
        disabled={options.length === 0}
        clearable
      />
    </FormRow>
  );
}
