import {
  addressValues,
  ErrorState,
  FormScreen,
  LoadingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getTimeline } from '@millwright/core/contracts';
import { useParams } from 'react-router';
import {
  customerFields,
  getCustomer,
  listAccountGroups,
  listCustomers,
  updateCustomer,
  updateCustomerBody,
} from '../../../contracts/index.ts';
import { CustomerFields } from './customer-fields.tsx';

export function CustomerEditScreen() {
  const { customerID = '' } = useParams();
  const session = useSession();
  const customer = useEndpoint(getCustomer, { params: { customerID } });
  const update = useEndpointMutation(updateCustomer, {
    invalidates: [listCustomers, getCustomer, listAccountGroups, getTimeline],
  });
  const { data } = customer;
  if (!data)
    return customer.error ? (
      <ErrorState error={customer.error} onRetry={() => void customer.refetch()} what="customer" />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      title={data.name}
      back={{ href: `/dashboard/customers/${customerID}`, label: data.name }}
      schema={updateCustomerBody}
      values={{
        name: data.name,
        number: data.number,
        status: data.status,
        customerTypeGroupID: data.customerTypeGroup?.id ?? null,
        customerPriceGroupIDs: data.customerPriceGroups.map(({ id }) => id),
        parentID: data.parentID,
        defaultSalesRepID: data.defaultSalesRep?.id ?? null,
        defaultPaymentTermID: data.defaultPaymentTerm?.id ?? null,
        defaultShippingTermID: data.defaultShippingTerm?.id ?? null,
        defaultCarrierID: data.defaultCarrier?.id ?? null,
        defaultCarrierOptionID: data.defaultCarrierOption?.id ?? null,
        defaultPriorityID: data.defaultPriority?.id ?? null,
        ...customerFields.of(data),
        cardProviderCustomerID: data.cardProviderCustomerID,
        billToAddress: addressValues(data.billToAddress),
        shipToAddress: addressValues(data.shipToAddress),
        version: data.version,
      }}
      canSave={session.can('customers:update')}
      onSave={async (_, changes) => {
        const { name } = await update.mutateAsync({
          params: { customerID },
          body: { ...changes, version: data.version },
        });
        toast.success(`${name} saved`);
        return `/dashboard/customers/${customerID}`;
      }}
    >
      <CustomerFields isNew={false} />
    </FormScreen>
  );
}
