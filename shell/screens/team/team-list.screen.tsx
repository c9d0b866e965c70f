import { DateText, ListScreen, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { listTeamUsers, memberStates } from '../../../core/contracts/accounts/member.contract.ts';
import { roleTypes } from '../../../core/contracts/plugins/permission.ts';
import { roleTypeLabels } from '../access/role/role-types.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberStatusBadge } from './member-status.tsx';

// API keys are not people, and people of customers are on the customer's team.
const typeOptions = roleTypes
  .filter((value) => value !== 'api_key' && value !== 'customer')
  .map((value) => ({ value, label: roleTypeLabels[value] }));

export function TeamListScreen() {
  const { account } = useSession();
  const [isInviting, setInviting] = useState(false);
  const accountID = account?.id ?? '';
  return (
    <>
      <ListScreen
        name="team"
        title="Team"
        endpoint={listTeamUsers}
        params={{ accountID }}
        searchPlaceholder="Search people"
        columns={[
          { id: 'name', header: 'Name', cell: (person) => person.name, sortable: true },
          { id: 'email', header: 'Email', cell: (person) => person.email, sortable: true },
          {
            id: 'role',
            header: 'Role',
            cell: (person) => person.role.name,
            csv: 'role.name',
            sortable: true,
            width: 160,
          },
          {
            id: 'roleType',
            header: 'Role type',
            cell: (person) => roleTypeLabels[person.role.type],
            csv: 'role.type',
            width: 130,
            defaultHidden: true,
          },
          {
            id: 'status',
            header: 'Status',
            cell: (person) => <MemberStatusBadge status={person.status} />,
            sortable: true,
            width: 120,
          },
          {
            id: 'invitedAt',
            header: 'Invited',
            cell: (person) => <DateText value={person.invitedAt} />,
            width: 120,
            defaultHidden: true,
          },
          {
            id: 'joinedAt',
            header: 'Joined',
            cell: (person) => <DateText value={person.joinedAt} />,
            sortable: true,
            width: 120,
          },
          {
            id: 'createdAt',
            header: 'Added',
            cell: (person) => <DateText value={person.createdAt} />,
            sortable: true,
            width: 120,
            defaultHidden: true,
          },
        ]}
        filters={[
          { kind: 'multi', name: 'roleType', label: 'Role type', options: typeOptions },
          { kind: 'multi', name: 'status', label: 'Status', options: memberStates.options },
        ]}
        views={[
          { id: 'active', name: 'Active', query: 'status=active' },
          { id: 'waiting', name: 'Invited', query: 'status=invited' },
        ]}
        defaultSort={{ by: 'name', order: 'asc' }}
        rowHref={(person) => `/dashboard/account/users/${person.id}`}
        rowLabel={(person) => person.name}
        primaryAction={{ label: 'Invite', onClick: () => setInviting(true), needs: 'team_users:create' }}
        empty={{
          title: 'Nobody here yet',
          text: 'Invite the people who work with you; their role says what they may do.',
          icon: 'group',
        }}
      />
      <InviteDialog accountID={accountID} opened={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
