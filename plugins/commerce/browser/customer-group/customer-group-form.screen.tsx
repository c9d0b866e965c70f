import { Button } from '@mantine/core';
import {
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  SelectField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  accountGroupTypeNames,
  accountGroupTypes,
  createAccountGroup,
  createAccountGroupBody,
  deleteAccountGroup,
  getAccountGroup,
  getCustomer,
  listAccountGroups,
  listCustomers,
  updateAccountGroup,
  updateAccountGroupBody,
} from '../../contracts/index.ts';
import { useDelete } from '../use-delete.ts';

const list = '/dashboard/customer-groups';
const kinds = accountGroupTypes.map((value) => ({ value, label: accountGroupTypeNames[value] }));

export function CustomerGroupFormScreen() {
  const { accountGroupID } = useParams();
  const { can } = useSession();
  const group = useEndpoint(
    getAccountGroup,
    { params: { accountGroupID: accountGroupID ?? '' } },
    { enabled: Boolean(accountGroupID) },
  );
  const invalidates = [listAccountGroups, getAccountGroup, listCustomers, getCustomer];
  const create = useEndpointMutation(createAccountGroup, { invalidates });
  const update = useEndpointMutation(updateAccountGroup, { invalidates });
  const remove = useEndpointMutation(deleteAccountGroup, { invalidates: [listAccountGroups] });
  const askAndDelete = useDelete('group', list);
  const { data } = group;
  if (accountGroupID && !data)
    return group.error ? (
      <ErrorState error={group.error} onRetry={() => void group.refetch()} what="customer group" />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      title={data?.name ?? 'New customer group'}
      back={{ href: list, label: 'customer groups' }}
      schema={data ? updateAccountGroupBody : createAccountGroupBody}
      values={
        data
          ? {
              name: data.name,
              isCommissionExempt: data.isCommissionExempt,
              isFreightExempt: data.isFreightExempt,
              version: data.version,
            }
          : { name: '', typeCode: 'customer_type', isCommissionExempt: true, isFreightExempt: false }
      }
      canSave={can(data ? 'customer_groups:update' : 'customer_groups:create')}
      actions={
        data &&
        can('customer_groups:delete') && (
          <Button
            variant="default"
            onClick={() =>
              void askAndDelete(data.name, () => remove.mutateAsync({ params: { accountGroupID: data.id } }))
            }
          >
            Delete
          </Button>
        )
      }
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { accountGroupID: data.id }, body: values })
          : await create.mutateAsync({ body: createAccountGroupBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return list;
      }}
    >
      <FormSection title={data ? accountGroupTypeNames[data.typeCode] : 'Group'}>
        <TextField name="name" label="Name" required autoFocus={!data} />
        {!data && (
          <SelectField
            name="typeCode"
            label="Kind"
            options={kinds}
            required
            description="A customer has one type and any number of price groups"
          />
        )}
      </FormSection>
      <FormSection title="Exemptions" description="They hold for every customer of the group">
        <SwitchField name="isCommissionExempt" label="Commission exempt" description="Sales earn no commission" />
        <SwitchField name="isFreightExempt" label="Freight exempt" description="No freight is charged" />
      </FormSection>
    </FormScreen>
  );
}
