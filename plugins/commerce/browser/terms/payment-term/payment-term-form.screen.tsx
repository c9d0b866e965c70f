import { FormSection, SelectField, TextField, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createPaymentTerm,
  createPaymentTermBody,
  deletePaymentTerm,
  getCustomer,
  getPaymentTerm,
  listCustomers,
  listPaymentTerms,
  paymentTermCodes,
  paymentTermNames,
  updatePaymentTerm,
  updatePaymentTermBody,
} from '../../../contracts/index.ts';
import { ReferenceForm } from '../../reference-form.tsx';

const codes = paymentTermCodes.map((value) => ({ value, label: paymentTermNames[value] }));
const invalidates = [listPaymentTerms, getPaymentTerm, listCustomers, getCustomer];

export function PaymentTermFormScreen() {
  const { paymentTermID = '' } = useParams();
  const params = { paymentTermID };
  const term = useEndpoint(getPaymentTerm, { params }, { enabled: paymentTermID !== '' });
  const create = useEndpointMutation(createPaymentTerm, { invalidates });
  const update = useEndpointMutation(updatePaymentTerm, { invalidates });
  const remove = useEndpointMutation(deletePaymentTerm, { invalidates: [listPaymentTerms] });
  return (
    <ReferenceForm
      what="payment term"
      list="/dashboard/payment-terms"
      domain="payment_terms"
      recordType="payment_term"
      id={paymentTermID}
      query={term}
      createSchema={createPaymentTermBody}
      updateSchema={updatePaymentTermBody}
      blank={{ name: '', code: 'net_30' }}
      values={({ name, code, version }) => ({ name, code, version })}
      create={(body) => create.mutateAsync({ body })}
      update={(body) => update.mutateAsync({ params, body })}
      remove={() => remove.mutateAsync({ params })}
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
    </ReferenceForm>
  );
}
