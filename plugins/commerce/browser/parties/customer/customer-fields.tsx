import {
  FormRow,
  FormSection,
  RecordFields,
  RecordSelect,
  SelectField,
  TextField,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { customerFields, customerStatuses, customerStatusNames, getCarrier } from '../../../contracts/index.ts';
import {
  carrierSource,
  customerSource,
  customerTypeSource,
  paymentTermSource,
  priceGroupSource,
  prioritySource,
  salesRepSource,
  shippingTermSource,
} from '../../record-sources.ts';
import { AddressSection } from './address-section.tsx';

const statuses = customerStatuses.map((value) => ({ value, label: customerStatusNames[value] }));

/** Carrier and its service: the service goes when the carrier changes. */
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
        label="Carrier"
        source={carrierSource}
        clearable
        onPick={() => setValue('defaultCarrierOptionID', null, { shouldDirty: true })}
      />
      <SelectField
        name="defaultCarrierOptionID"
        label="Carrier option"
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={options.length === 0}
        clearable
      />
    </FormRow>
  );
}

/** Every field of a customer, for creating and editing. */
export function CustomerFields({ isNew }: { isNew: boolean }) {
  const { account } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
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
          <SelectField name="status" label="Status" options={statuses} required />
        </FormRow>
        <RecordFields table={customerFields} section="contact" />
      </FormSection>
      <FormSection title="Groups and hierarchy">
        <RecordSelect name="customerTypeGroupID" label="Customer type" source={customerTypeSource} clearable />
        <RecordSelect name="customerPriceGroupIDs" label="Price groups" source={priceGroupSource} multiple />
        <RecordSelect name="parentID" label="Parent account" source={customerSource} clearable />
        <RecordFields table={customerFields} section="hierarchy" />
      </FormSection>
      <FormSection title="Defaults" description="What its orders begin with">
        <RecordSelect name="defaultSalesRepID" label="Sales rep" source={reps} clearable />
        <FormRow>
          <RecordSelect name="defaultPaymentTermID" label="Payment term" source={paymentTermSource} clearable />
          <RecordSelect name="defaultShippingTermID" label="Shipping term" source={shippingTermSource} clearable />
        </FormRow>
        <CarrierFields />
        <RecordSelect name="defaultPriorityID" label="Priority" source={prioritySource} clearable />
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
