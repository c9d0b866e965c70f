import { useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { useParams } from 'react-router';
import { deleteCustomerAccess, getCustomerAccess, updateCustomerAccess } from '../../../contracts/index.ts';
import { ProductLineLimitForm } from './product-line-limit-form.tsx';

export function RelevantProductsCustomerScreen() {
  const { customerID = '' } = useParams();
  const params = { customerID };
  const access = useEndpoint(getCustomerAccess, { params });
  const update = useEndpointMutation(updateCustomerAccess);
  const remove = useEndpointMutation(deleteCustomerAccess);
  return (
    <ProductLineLimitForm
      list={{ href: '/dashboard/relevant-products/customers', label: 'customers' }}
      query={access}
      nameOf={({ customer }) => customer.name}
      update={(body) => update.mutateAsync({ params, body })}
      remove={() => remove.mutateAsync({ params })}
    />
  );
}
