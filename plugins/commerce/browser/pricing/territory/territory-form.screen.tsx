import {
  FormRow,
  FormSection,
  NumberField,
  RecordForm,
  RecordSelect,
  StateField,
  useSession,
} from '@millwright/core/browser';
import { useMemo } from 'react';
import { leastZipcode, mostZipcode, territories } from '../../../contracts/index.ts';
import { productLineSource, salesRepSource } from '../../sources/record-sources.ts';

const zip = { min: leastZipcode, max: mostZipcode, decimals: 0, digits: 5 };

export function TerritoryFormScreen() {
  const { account } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  return (
    <RecordForm record={territories} hasPage={false} blank={{ salesRepID: '' }}>
      {(found) => (
        <FormSection title="Territory" description="Empty fields let everything in; ZIP codes come before states">
          <RecordSelect name="salesRepID" label="Sales rep" source={reps} required autoFocus={!found} />
          <FormRow>
            <NumberField name="startZipcode" label="First ZIP code" {...zip} />
            <NumberField name="endZipcode" label="Last ZIP code" {...zip} />
          </FormRow>
          <FormRow>
            <StateField name="state" label="State" />
            <RecordSelect name="productLineID" label="Product line" source={productLineSource} clearable />
          </FormRow>
        </FormSection>
      )}
    </RecordForm>
  );
}
