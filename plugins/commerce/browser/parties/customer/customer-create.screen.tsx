import { emptyAddress, FormScreen, regionOf, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import {
  createCustomer,
  createCustomerBody,
  customerFields,
  listAccountGroups,
  listCustomers,
} from '../../../contracts/index.ts';
import { CustomerFields } from './customer-fields.tsx';

export function CustomerCreateScreen() {
  const { account, can } = useSession();
  const create = useEndpointMutation(createCustomer, { invalidates: [listCustomers, listAccountGroups] });
  return (
    <FormScreen
      title="New customer"
      back={{ href: '/dashboard/customers', label: 'customers' }}
      schema={createCustomerBody}
      values={{
        name: '',
        number: '',
        status: 'normal',
        customerPriceGroupIDs: [],
        ...customerFields.unset,
        billToAddress: emptyAddress(regionOf(account?.locale)),
        shipToAddress: null,
      }}
      canSave={can('customers:create')}
      onSave={async (body) => {
        const { id, name } = await create.mutateAsync({ body });
        toast.success(`${name} saved`);
        return `/dashboard/customers/${id}`;
      }}
    >
      <CustomerFields isNew />
    </FormScreen>
  );
}
