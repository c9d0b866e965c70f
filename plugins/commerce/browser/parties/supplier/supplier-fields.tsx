import { FormRow, FormSection, RecordFields, TextField } from '@millwright/core/browser';
import { supplierFields } from '../../../contracts/index.ts';
import { useReferenceSources } from '../../sources/reference-sources.ts';
import { AddressSection } from '../customer/address-section.tsx';

/** All fields of a supplier, for creating and editing. */
export function SupplierFields({ isNew }: { isNew: boolean }) {
  const sources = useReferenceSources();
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
          <RecordFields table={supplierFields} section="defaults" sources={sources} />
        </FormRow>
        <RecordFields table={supplierFields} section="supplier" />
      </FormSection>
      <FormSection title="Contact">
        <RecordFields table={supplierFields} section="contact" />
      </FormSection>
      <AddressSection name="address" title="Main" heading="Main address" />
    </>
  );
}
