import { FormRow, FormSection, RecordFields, RecordSelect, SwitchField, TextField } from '@millwright/core/browser';
import { supplierFields } from '../../../contracts/index.ts';
import { paymentTermSource } from '../../record-sources.ts';
import { AddressSection } from '../customer/address-section.tsx';

/** Every field of a supplier, for creating and editing. */
export function SupplierFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <FormSection title="Supplier" description="How it appears on purchase orders">
        <TextField name="name" label="Name" required autoFocus={isNew} />
        <FormRow>
          <TextField
            name="number"
            label="Number"
            required={!isNew}
            {...(isNew ? { description: 'Left empty, the next number is taken' } : {})}
          />
          <RecordSelect name="defaultPaymentTermID" label="Payment term" source={paymentTermSource} clearable />
        </FormRow>
        <SwitchField name="isActive" label="Active" description="Nobody buys from a supplier that is not" />
      </FormSection>
      <FormSection title="Contact">
        <RecordFields table={supplierFields} section="contact" />
      </FormSection>
      <AddressSection name="address" title="Main" heading="Main address" />
    </>
  );
}
