import { useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { useParams } from 'react-router';
import { deleteAccountGroupAccess, getAccountGroupAccess, updateAccountGroupAccess } from '../../../contracts/index.ts';
import { ProductLineLimitForm } from './product-line-limit-form.tsx';

export function RelevantProductsCustomerGroupScreen() {
  const { accountGroupID = '' } = useParams();
  const params = { accountGroupID };
  const access = useEndpoint(getAccountGroupAccess, { params });
  const update = useEndpointMutation(updateAccountGroupAccess);
  const remove = useEndpointMutation(deleteAccountGroupAccess);
  return (
    <ProductLineLimitForm
      list={{ href: '/dashboard/relevant-products/customer-groups', label: 'customer groups' }}
      query={access}
      nameOf={({ accountGroup }) => accountGroup.name}
      update={(body) => update.mutateAsync({ params, body })}
      remove={() => remove.mutateAsync({ params })}
    />
  );
}
