import { FormRow, FormSection, MoneyField, RecordForm, SwitchField, TextField } from '@millwright/core/browser';
import { shippingTerms } from '../../../contracts/index.ts';

export function ShippingTermFormScreen() {
  return (
    <RecordForm
      record={shippingTerms}
      hasPage={false}
      blank={{ name: '', isFreightExempt: false, isCarrierRate: false, flatRate: null, minimumOrderValue: null }}
    >
      {(found) => (
        <>
          <FormSection title="Shipping term">
            <TextField name="name" label="Name" required autoFocus={!found} description="As it stands on documents" />
          </FormSection>
          <FormSection title="Freight">
            <SwitchField name="isFreightExempt" label="Freight exempt" description="The customer pays you no freight" />
            <SwitchField name="isCarrierRate" label="Carrier rate" description="Freight is what the carrier charges" />
            <FormRow>
              <MoneyField name="flatRate" label="Flat rate" min={0} description="Whatever the order weighs" />
              <MoneyField
                name="minimumOrderValue"
                label="Free from order value"
                min={0}
                description="From this value no freight is charged"
              />
            </FormRow>
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
