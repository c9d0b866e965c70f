import { FormRow, FormSection, RecordForm, SelectField, TextField } from '@millwright/core/browser';
import { createRole, listRoles, newRoleTypes } from '../../../../core/contracts/accounts/role.contract.ts';
import { CopyRights } from './copy-rights.tsx';
import { grantedCodes } from './grants.ts';
import { PermissionGrid } from './permission-grid.tsx';
import { roleTypeLabels } from './role-types.ts';

const list = '/dashboard/account/roles';
const typeOptions = newRoleTypes.map((value) => ({ value, label: roleTypeLabels[value] }));
const blank = { name: '', description: null, type: 'user' as const, permissions: [] };

const record = { words: ['role', 'roles'], home: list, list: listRoles, create: createRole } as const;

export function RoleCreateScreen() {
  return (
    <RecordForm
      record={record}
      createLabel="Make role"
      savedText={({ name, permissions }) => `${name}: role made with ${grantedCodes(permissions).length} permissions`}
      blank={blank}
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
    </RecordForm>
  );
}
