import { FormSection, RecordForm, SelectField, TextField } from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { paymentTermNames, paymentTerms } from '../../../contracts/index.ts';

const codes = codeOptions(paymentTermNames);

export function PaymentTermFormScreen() {
  return (
    <RecordForm record={paymentTerms} hasPage={false} blank={{ name: '', code: 'net_30' }}>
      {(found) => (
        <FormSection title="Payment term">
          <TextField name="name" label="Name" required autoFocus={!found} description="As it stands on documents" />
          <SelectField
            name="code"
            label="Code"
            options={codes}
            required
            description="Decides when invoices are due, and what EDI partners are told"
          />
        </FormSection>
      )}
    </RecordForm>
  );
}
