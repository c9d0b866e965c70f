import { hidden, ListScreen, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { listTeamUsers } from '../../../core/contracts/accounts/member.contract.ts';
import { roleTypes } from '../../../core/contracts/plugins/permission.ts';
import { roleTypeLabels } from '../access/role/role-types.ts';
import { InviteDialog } from './invite-dialog.tsx';

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
          'name',
          'email',
          { id: 'role', width: 160 },
          {
            id: 'roleType',
            cell: (person) => roleTypeLabels[person.role.type],
            csv: 'role.type',
            width: 130,
            defaultHidden: true,
          },
          'status',
          ...hidden('invitedAt'),
          'joinedAt',
          ...hidden({ id: 'createdAt', header: 'Added' }),
        ]}
        filters={[{ name: 'roleType', options: typeOptions }, 'status']}
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
