import { useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  deleteAccountGroupAccess,
  getAccountGroupAccess,
  getOrderableProductLines,
  updateAccountGroupAccess,
} from '../../../contracts/index.ts';
import { ProductLineLimitForm } from './product-line-limit-form.tsx';

export function RelevantProductsCustomerGroupScreen() {
  const { accountGroupID = '' } = useParams();
  const params = { accountGroupID };
  const access = useEndpoint(getAccountGroupAccess, { params });
  const update = useEndpointMutation(updateAccountGroupAccess, {
    invalidates: [getOrderableProductLines],
  });
  const remove = useEndpointMutation(deleteAccountGroupAccess, {
    invalidates: [getOrderableProductLines],
  });
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
