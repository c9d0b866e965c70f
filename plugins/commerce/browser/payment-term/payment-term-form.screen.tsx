import { Button } from '@mantine/core';
import {
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  SelectField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
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
} from '../../contracts/index.ts';
import { useDelete } from '../use-delete.ts';

const list = '/dashboard/payment-terms';
const codes = paymentTermCodes.map((value) => ({ value, label: paymentTermNames[value] }));

export function PaymentTermFormScreen() {
  const { paymentTermID } = useParams();
  const { can } = useSession();
  const term = useEndpoint(
    getPaymentTerm,
    { params: { paymentTermID: paymentTermID ?? '' } },
    { enabled: Boolean(paymentTermID) },
  );
  const invalidates = [listPaymentTerms, getPaymentTerm, listCustomers, getCustomer];
  const create = useEndpointMutation(createPaymentTerm, { invalidates });
  const update = useEndpointMutation(updatePaymentTerm, { invalidates });
  const remove = useEndpointMutation(deletePaymentTerm, { invalidates: [listPaymentTerms] });
  const askAndDelete = useDelete('payment term', list);
  const { data } = term;
  if (paymentTermID && !data)
    return term.error ? (
      <ErrorState error={term.error} onRetry={() => void term.refetch()} what="payment term" />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      title={data?.name ?? 'New payment term'}
      back={{ href: list, label: 'payment terms' }}
      schema={data ? updatePaymentTermBody : createPaymentTermBody}
      values={data ? { name: data.name, code: data.code, version: data.version } : { name: '', code: 'net_30' }}
      canSave={can(data ? 'payment_terms:update' : 'payment_terms:create')}
      actions={
        data &&
        can('payment_terms:delete') && (
          <Button
            variant="default"
            onClick={() =>
              void askAndDelete(data.name, () => remove.mutateAsync({ params: { paymentTermID: data.id } }))
            }
          >
            Delete
          </Button>
        )
      }
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { paymentTermID: data.id }, body: values })
          : await create.mutateAsync({ body: createPaymentTermBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return list;
      }}
    >
      <FormSection title="Payment term">
        <TextField name="name" label="Name" required autoFocus={!data} description="As it stands on documents" />
        <SelectField
          name="code"
          label="Code"
          options={codes}
          required
          description="Decides when invoices are due, and what EDI partners are told"
        />
      </FormSection>
    </FormScreen>
  );
}
