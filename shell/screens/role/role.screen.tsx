import { Button, Text } from '@mantine/core';
import {
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  StatusBadge,
  TextField,
  toast,
  useDelete,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import { deleteRole, getRole, listRoles, rolePatch, updateRole } from '../../../core/contracts/role.contract.ts';
import { getTimeline } from '../../../core/contracts/timeline.contract.ts';
import { CopyRights } from './copy-rights.tsx';
import { changedGrants, type Grant, grantsOf } from './grants.ts';
import { PermissionGrid } from './permission-grid.tsx';
import { roleTypeLabels } from './role-types.ts';

const list = '/dashboard/account/roles';

export function RoleScreen() {
  const { roleID = '' } = useParams();
  const { can } = useSession();
  const role = useEndpoint(getRole, { params: { roleID } });
  const update = useEndpointMutation(updateRole, { invalidates: [listRoles, getRole, getTimeline] });
  const remove = useEndpointMutation(deleteRole, { invalidates: [listRoles] });
  const askAndDelete = useDelete('role', list);
  if (!role.data)
    return role.error ? (
      <ErrorState error={role.error} onRetry={() => void role.refetch()} what="role" />
    ) : (
      <LoadingState />
    );
  const { name, description, type, isSystem, code, permissions, version } = role.data;
  const isAdmin = type === 'admin';
  const canSave = can('roles:update') && !isAdmin;
  const grants = grantsOf(permissions);
  return (
    <FormScreen
      title={name}
      back={{ href: list, label: 'roles' }}
      beside={<StatusBadge>{isSystem ? `${roleTypeLabels[type]}, built in` : roleTypeLabels[type]}</StatusBadge>}
      schema={rolePatch}
      values={{ name, description, permissions: grants }}
      record={{ type: 'role', id: roleID }}
      canSave={canSave}
      actions={
        !isSystem &&
        can('roles:delete') && (
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() =>
              void askAndDelete(
                name,
                () => remove.mutateAsync({ params: { roleID } }),
                'A role that people still have cannot be deleted; give them another one first.',
              )
            }
          >
            Delete
          </Button>
        )
      }
      onSave={async (_values, { permissions: edited, ...changes }) => {
        const saved = await update.mutateAsync({
          params: { roleID },
          body: {
            ...changes,
            ...(edited ? { permissions: changedGrants(grants, edited as Grant[]) } : {}),
            version,
          },
        });
        toast.success(`${saved.name} saved`);
      }}
    >
      <FormSection title="Role">
        {isAdmin && (
          <Text size="sm">Administrators have every right, of new plugins too. This role cannot be changed.</Text>
        )}
        <TextField name="name" label="Name" required />
        <TextField name="description" label="Description" maxLength={500} />
        <Text size="sm" c="dimmed">
          Code <code>{code}</code>
        </Text>
      </FormSection>
      <FormSection title="What it may do">
        {canSave && <CopyRights name="permissions" />}
        <PermissionGrid name="permissions" />
      </FormSection>
    </FormScreen>
  );
}
