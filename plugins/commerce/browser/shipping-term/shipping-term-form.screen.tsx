import { Button } from '@mantine/core';
import {
  ErrorState,
  FormRow,
  FormScreen,
  FormSection,
  LoadingState,
  MoneyField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createShippingTerm,
  createShippingTermBody,
  deleteShippingTerm,
  getCustomer,
  getShippingTerm,
  listCustomers,
  listShippingTerms,
  updateShippingTerm,
  updateShippingTermBody,
} from '../../contracts/index.ts';
import { useDelete } from '../use-delete.ts';

const list = '/dashboard/shipping-terms';

export function ShippingTermFormScreen() {
  const { shippingTermID } = useParams();
  const { can } = useSession();
  const term = useEndpoint(
    getShippingTerm,
    { params: { shippingTermID: shippingTermID ?? '' } },
    { enabled: Boolean(shippingTermID) },
  );
  const invalidates = [listShippingTerms, getShippingTerm, listCustomers, getCustomer];
  const create = useEndpointMutation(createShippingTerm, { invalidates });
  const update = useEndpointMutation(updateShippingTerm, { invalidates });
  const remove = useEndpointMutation(deleteShippingTerm, { invalidates: [listShippingTerms] });
  const askAndDelete = useDelete('shipping term', list);
  const { data } = term;
  if (shippingTermID && !data)
    return term.error ? (
      <ErrorState error={term.error} onRetry={() => void term.refetch()} what="shipping term" />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      title={data?.name ?? 'New shipping term'}
      back={{ href: list, label: 'shipping terms' }}
      schema={data ? updateShippingTermBody : createShippingTermBody}
      values={
        data
          ? {
              name: data.name,
              isFreightExempt: data.isFreightExempt,
              isCarrierRate: data.isCarrierRate,
              flatRate: data.flatRate,
              minimumOrderValue: data.minimumOrderValue,
              version: data.version,
            }
          : { name: '', isFreightExempt: false, isCarrierRate: false, flatRate: null, minimumOrderValue: null }
      }
      canSave={can(data ? 'shipping_terms:update' : 'shipping_terms:create')}
      actions={
        data &&
        can('shipping_terms:delete') && (
          <Button
            variant="default"
            onClick={() =>
              void askAndDelete(data.name, () => remove.mutateAsync({ params: { shippingTermID: data.id } }))
            }
          >
            Delete
          </Button>
        )
      }
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { shippingTermID: data.id }, body: values })
          : await create.mutateAsync({ body: createShippingTermBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return list;
      }}
    >
      <FormSection title="Shipping term">
        <TextField name="name" label="Name" required autoFocus={!data} description="As it stands on documents" />
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
    </FormScreen>
  );
}
