import { FormSection, RecordForm, SelectField, TextField } from '@millwright/core/browser';
import {
  createPaymentTerm,
  deletePaymentTerm,
  getCustomer,
  getPaymentTerm,
  listCustomers,
  listPaymentTerms,
  paymentTermCodes,
  paymentTermNames,
  updatePaymentTerm,
} from '../../../contracts/index.ts';

const codes = paymentTermCodes.map((value) => ({ value, label: paymentTermNames[value] }));
const record = {
  words: ['payment term', 'payment terms'],
  list: listPaymentTerms,
  get: getPaymentTerm,
  create: createPaymentTerm,
  update: updatePaymentTerm,
  remove: deletePaymentTerm,
} as const;

export function PaymentTermFormScreen() {
  return (
    <RecordForm
      record={record}
      recordType="payment_term"
      invalidates={[listCustomers, getCustomer]}
      blank={{ name: '', code: 'net_30' }}
    >
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
