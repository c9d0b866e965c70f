import {
  FormSection,
  SelectField,
  SwitchField,
  TextField,
  useEndpoint,
  useEndpointMutation,
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
} from '../../../contracts/index.ts';
import { ReferenceForm } from '../../reference-form.tsx';

const kinds = accountGroupTypes.map((value) => ({ value, label: accountGroupTypeNames[value] }));
const invalidates = [listAccountGroups, getAccountGroup, listCustomers, getCustomer];

export function CustomerGroupFormScreen() {
  const { accountGroupID = '' } = useParams();
  const params = { accountGroupID };
  const group = useEndpoint(getAccountGroup, { params }, { enabled: accountGroupID !== '' });
  const create = useEndpointMutation(createAccountGroup, { invalidates });
  const update = useEndpointMutation(updateAccountGroup, { invalidates });
  const remove = useEndpointMutation(deleteAccountGroup, { invalidates: [listAccountGroups] });
  return (
    <ReferenceForm
      what="customer group"
      list="/dashboard/customer-groups"
      domain="customer_groups"
      recordType="account_group"
      id={accountGroupID}
      query={group}
      createSchema={createAccountGroupBody}
      updateSchema={updateAccountGroupBody}
      blank={{ name: '', typeCode: 'customer_type', isCommissionExempt: true, isFreightExempt: false }}
      values={({ name, isCommissionExempt, isFreightExempt, version }) => ({
        name,
        isCommissionExempt,
        isFreightExempt,
        version,
      })}
      create={(body) => create.mutateAsync({ body })}
      update={(body) => update.mutateAsync({ params, body })}
      remove={() => remove.mutateAsync({ params })}
    >
      {(found) => (
        <>
          <FormSection title={found ? accountGroupTypeNames[found.typeCode] : 'Group'}>
            <TextField name="name" label="Name" required autoFocus={!found} />
            {!found && (
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
        </>
      )}
    </ReferenceForm>
  );
}
