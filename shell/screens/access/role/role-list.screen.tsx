import { hidden, ListScreen, StatusBadge } from '@millwright/core/browser';
import { listRoles } from '../../../../core/contracts/accounts/role.contract.ts';
import { roleTypes } from '../../../../core/contracts/plugins/permission.ts';
import { roleTypeLabels } from './role-types.ts';

export function RoleListScreen() {
  return (
    <ListScreen
      name="roles"
      title="Roles"
      endpoint={listRoles}
      searchPlaceholder="Search roles"
      columns={[
        'name',
        'description',
        { id: 'type', cell: (role) => roleTypeLabels[role.type], width: 130 },
        { id: 'memberCount', header: 'People' },
        {
          id: 'isSystem',
          header: 'Origin',
          cell: (role) =>
            role.isSystem ? <StatusBadge>Built in</StatusBadge> : <StatusBadge tone="info">Own</StatusBadge>,
          width: 110,
        },
        { id: 'code', cell: (role) => <code>{role.code}</code>, width: 140, defaultHidden: true },
        'updatedAt',
        ...hidden('createdAt'),
      ]}
      filters={[{ name: 'type', options: roleTypes.map((value) => ({ value, label: roleTypeLabels[value] })) }]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(role) => `/dashboard/account/roles/${role.id}`}
      rowLabel={(role) => role.name}
      primaryAction={{ label: 'New role', href: '/dashboard/account/roles/create', needs: 'roles:create' }}
      empty={{ title: 'No roles yet', text: 'A role says what the people who have it may do.', icon: 'shield' }}
    />
  );
}
