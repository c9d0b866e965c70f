import { Text } from '@mantine/core';
import { FormSection, RecordForm, StatusBadge, TextField, useSession } from '@millwright/core/browser';
import { deleteRole, getRole, listRoles, updateRole } from '../../../../core/contracts/accounts/role.contract.ts';
import { CopyRights } from './copy-rights.tsx';
import { changedGrants, type Grant, grantsOf } from './grants.ts';
import { PermissionGrid } from './permission-grid.tsx';
import { roleTypeLabels } from './role-types.ts';

const record = {
  type: 'role',
  words: ['role', 'roles'],
  home: '/dashboard/account/roles',
  list: listRoles,
  get: getRole,
  update: updateRole,
  remove: deleteRole,
} as const;

export function RoleScreen() {
  const { can } = useSession();
  return (
    <RecordForm
      record={record}
      hasPage={false}
      beside={({ isSystem, type }) => (
        <StatusBadge>{isSystem ? `${roleTypeLabels[type]}, built in` : roleTypeLabels[type]}</StatusBadge>
      )}
      canChange={({ type }) => type !== 'admin'}
      canDelete={({ isSystem }) => !isSystem}
      deleteWarning={() => 'A role that people still have cannot be deleted; give them another one first.'}
      values={({ permissions }) => ({ permissions: grantsOf(permissions) })}
      save={(send, _values, { changes: { permissions, ...changes }, found }) =>
        send({
          ...changes,
          ...(permissions && found
            ? { permissions: changedGrants(grantsOf(found.permissions), permissions as Grant[]) }
            : {}),
        })
      }
      next={() => undefined}
    >
      {(role) => (
        <>
          <FormSection title="Role">
            {role?.type === 'admin' && (
              <Text size="sm">Administrators have every right, of new plugins too. This role cannot be changed.</Text>
            )}
            <TextField name="name" label="Name" required />
            <TextField name="description" label="Description" maxLength={500} />
            <Text size="sm" c="dimmed">
              Code <code>{role?.code}</code>
            </Text>
          </FormSection>
          <FormSection title="What it may do">
            {can('roles:update') && role?.type !== 'admin' && <CopyRights name="permissions" />}
            <PermissionGrid name="permissions" />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
