import {
  FormRow,
  FormScreen,
  FormSection,
  SelectField,
  TextField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { createRole, listRoles, newRoleTypes, roleInput } from '../../../core/contracts/role.contract.ts';
import { CopyRights } from './copy-rights.tsx';
import { grantedCodes } from './grants.ts';
import { PermissionGrid } from './permission-grid.tsx';
import { roleTypeLabels } from './role-types.ts';

const list = '/dashboard/account/roles';
const typeOptions = newRoleTypes.map((value) => ({ value, label: roleTypeLabels[value] }));
const blank = { name: '', description: null, type: 'user' as const, permissions: [] };

export function RoleCreateScreen() {
  const { can } = useSession();
  const create = useEndpointMutation(createRole, { invalidates: [listRoles] });
  return (
    <FormScreen
      title="New role"
      back={{ href: list, label: 'roles' }}
      schema={roleInput}
      values={blank}
      canSave={can('roles:create')}
      saveLabel="Make role"
      onSave={async (body) => {
        const made = await create.mutateAsync({ body });
        toast.success(`${made.name}: role made with ${grantedCodes(made.permissions).length} permissions`);
        return `${list}/${made.id}`;
      }}
    >
      <FormSection title="Role" description="The type says whom it is for and cannot be changed later">
        <FormRow>
          <TextField name="name" label="Name" required autoFocus />
          <SelectField name="type" label="Type" required options={typeOptions} />
        </FormRow>
        <TextField name="description" label="Description" maxLength={500} />
      </FormSection>
      <FormSection title="What it may do">
        <CopyRights name="permissions" />
        <PermissionGrid name="permissions" />
      </FormSection>
    </FormScreen>
  );
}
