import {
  FormRow,
  FormSection,
  RecordFields,
  RecordSelect,
  SelectField,
  TextField,
  useEndpoint,
} from '@millwright/core/browser';
import { useFormContext, useWatch } from 'react-hook-form';
import { customerFields, customerReferences, getCarrier } from '../../../contracts/index.ts';
import { carrierSource, customerSource, priceGroupSource } from '../../sources/record-sources.ts';
import { useReferenceSources } from '../../sources/reference-sources.ts';
import { AddressSection } from './address-section.tsx';

const { defaultCarrier, defaultCarrierOption } = customerReferences.fields;

/** Carrier and service. Choosing another carrier clears the service. */
function CarrierFields() {
  const { setValue } = useFormContext();
  const carrierID: unknown = useWatch({ name: 'defaultCarrierID' });
  const known = typeof carrierID === 'string' && carrierID !== '';
  const carrier = useEndpoint(getCarrier, { params: { carrierID: known ? carrierID : '' } }, { enabled: known });
  const options = known ? (carrier.data?.options ?? []) : [];
  return (
    <FormRow>
      <RecordSelect
        name="defaultCarrierID"
        label={defaultCarrier.label}
        source={carrierSource}
        clearable
        onPick={() => setValue('defaultCarrierOptionID', null, { shouldDirty: true })}
      />
      <SelectField
        name="defaultCarrierOptionID"
        label={defaultCarrierOption.label}
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={options.length === 0}
        clearable
      />
    </FormRow>
  );
}

/** All fields of a customer, for creating and editing. */
export function CustomerFields({ isNew }: { isNew: boolean }) {
  const sources = useReferenceSources();
  return (
    <>
      <FormSection title="Customer" description="How it appears on documents">
        <TextField name="name" label="Name" required autoFocus={isNew} />
        <FormRow>
          <TextField
            name="number"
            label="Number"
            required={!isNew}
            {...(isNew ? { description: 'Left empty, the next number is taken' } : {})}
          />
          <RecordFields table={customerFields.only('status')} />
        </FormRow>
        <RecordFields table={customerFields} section="contact" />
      </FormSection>
      <FormSection title="Groups and hierarchy">
        <RecordFields table={customerFields} section="groups" sources={sources} />
        <RecordSelect name="customerPriceGroupIDs" label="Price groups" source={priceGroupSource} multiple />
        <RecordSelect name="parentID" label="Parent account" source={customerSource} clearable />
        <RecordFields table={customerFields} section="hierarchy" />
      </FormSection>
      <FormSection title="Defaults" description="What its orders begin with">
        <RecordFields table={customerFields} section="defaults" sources={sources} />
        <CarrierFields />
      </FormSection>
      <FormSection title="Exemptions and documents">
        <RecordFields table={customerFields} section="documents" />
        <TextField
          name="cardProviderCustomerID"
          label="Card provider customer"
          description="The customer's id at the card payment provider"
        />
      </FormSection>
      <AddressSection name="billToAddress" title="Bill to" />
      <AddressSection
        name="shipToAddress"
        title="Ship to"
        copyFrom={{ name: 'billToAddress', label: 'Same as bill to' }}
      />
    </>
  );
}
