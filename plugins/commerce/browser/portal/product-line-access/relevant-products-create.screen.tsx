import {
  FormScreen,
  FormSection,
  RecordSelect,
  SelectField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import {
  accountGroupReference,
  createAccountGroupAccess,
  createCustomerAccess,
  customerReference,
  updateProductLineAccessBody,
} from '../../../contracts/index.ts';
import { customerGroupSource, customerSource, productLineSource } from '../../sources/record-sources.ts';

const { productLineIDs } = updateProductLineAccessBody.shape;

/** One form for customers and groups, which have different endpoints. */
const schema = z.discriminatedUnion('for', [
  z.strictObject({
    for: z.literal('customer'),
    customerID: customerReference,
    accountGroupID: z.unknown().optional(),
    productLineIDs,
  }),
  z.strictObject({
    for: z.literal('group'),
    accountGroupID: accountGroupReference,
    customerID: z.unknown().optional(),
    productLineIDs,
  }),
]);

const owners = [
  { value: 'customer', label: 'A customer' },
  { value: 'group', label: 'A customer group' },
];

function OwnerFields() {
  const { clearErrors } = useFormContext();
  const owner: unknown = useWatch({ name: 'for' });
  return (
    <FormSection
      title="Who"
      description="What is chosen for a customer counts alone, otherwise its groups count together"
    >
      <SelectField name="for" label="For" options={owners} required />
      {owner === 'group' ? (
        <RecordSelect
          name="accountGroupID"
          label="Customer group"
          source={customerGroupSource}
          required
          onPick={() => clearErrors('accountGroupID')}
        />
      ) : (
        <RecordSelect
          name="customerID"
          label="Customer"
          source={customerSource}
          required
          onPick={() => clearErrors('customerID')}
        />
      )}
    </FormSection>
  );
}

export function RelevantProductsCreateScreen() {
  const { can } = useSession();
  const [search] = useSearchParams();
  const isGroup = search.get('for') === 'group';
  const limitCustomer = useEndpointMutation(createCustomerAccess);
  const limitGroup = useEndpointMutation(createAccountGroupAccess);
  return (
    <FormScreen
      title="Limit product lines"
      back={{ href: '/dashboard/relevant-products', label: 'relevant products' }}
      schema={schema}
      values={{
        for: isGroup ? 'group' : 'customer',
        customerID: search.get('customerID') ?? '',
        accountGroupID: search.get('accountGroupID') ?? '',
        productLineIDs: [],
      }}
      canSave={can('product_line_access:create')}
      onSave={async (body) => {
        if (body.for === 'customer') {
          const { customerID } = body;
          const made = await limitCustomer.mutateAsync({ body: { customerID, productLineIDs: body.productLineIDs } });
          toast.success(`Product lines of ${made.customer.name} saved`);
          return '/dashboard/relevant-products/customers';
        }
        const { accountGroupID } = body;
        const made = await limitGroup.mutateAsync({ body: { accountGroupID, productLineIDs: body.productLineIDs } });
        toast.success(`Product lines of ${made.accountGroup.name} saved`);
        return '/dashboard/relevant-products/customer-groups';
      }}
    >
      <OwnerFields />
      <FormSection title="Product lines" description="Only products of these may be ordered">
        <RecordSelect name="productLineIDs" label="Product lines" source={productLineSource} multiple required />
      </FormSection>
    </FormScreen>
  );
}
