import { DateText, ListScreen, StatusBadge } from '@millwright/core/browser';
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
        { id: 'name', header: 'Name', cell: (role) => role.name, sortable: true },
        { id: 'description', header: 'Description', cell: (role) => role.description ?? '' },
        { id: 'type', header: 'Type', cell: (role) => roleTypeLabels[role.type], sortable: true, width: 130 },
        { id: 'memberCount', header: 'People', cell: (role) => role.memberCount, align: 'end', width: 90 },
        {
          id: 'isSystem',
          header: 'Origin',
          cell: (role) =>
            role.isSystem ? <StatusBadge>Built in</StatusBadge> : <StatusBadge tone="info">Own</StatusBadge>,
          width: 110,
        },
        {
          id: 'code',
          header: 'Code',
          cell: (role) => <code>{role.code}</code>,
          sortable: true,
          width: 140,
          defaultHidden: true,
        },
        {
          id: 'updatedAt',
          header: 'Changed',
          cell: (role) => <DateText value={role.updatedAt} />,
          sortable: true,
          width: 120,
        },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (role) => <DateText value={role.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        {
          kind: 'multi',
          name: 'type',
          label: 'Type',
          options: roleTypes.map((value) => ({ value, label: roleTypeLabels[value] })),
        },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(role) => `/dashboard/account/roles/${role.id}`}
      rowLabel={(role) => role.name}
      primaryAction={{ label: 'New role', href: '/dashboard/account/roles/create', needs: 'roles:create' }}
      empty={{ title: 'No roles yet', text: 'A role says what the people who have it may do.', icon: 'shield' }}
    />
  );
}
