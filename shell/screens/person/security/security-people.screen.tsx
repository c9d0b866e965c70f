import { DateText, DateTimeText, ListScreen, StatusBadge } from '@millwright/core/browser';
import {
  listSecurityMembers,
  type SecurityMember,
  secondFactorStandings,
} from '../../../../core/contracts/sign-in/security.contract.ts';
import { methodText, standingFactorText, standings } from './standings.ts';

/** Sign-in methods of each person. */
export function SecurityPeopleScreen() {
  return (
    <ListScreen
      name="security-people"
      title="Who signs in how"
      endpoint={listSecurityMembers}
      searchPlaceholder="Search people"
      columns={[
        { id: 'name', header: 'Name', cell: (member: SecurityMember) => member.name, sortable: true },
        { id: 'email', header: 'Email', cell: (member) => member.email, sortable: true },
        { id: 'role', header: 'Role', cell: (member) => member.role, sortable: true, width: 160 },
        {
          id: 'secondFactor',
          header: 'Second factor',
          cell: (member) => {
            const { label, tone } = standings[member.secondFactor];
            return <StatusBadge tone={tone}>{label}</StatusBadge>;
          },
          width: 140,
        },
        { id: 'factors', header: 'With', cell: standingFactorText, csv: false, width: 160 },
        {
          id: 'graceUntil',
          header: 'Set up until',
          cell: (member) => (member.graceUntil ? <DateText value={member.graceUntil} /> : ''),
          width: 120,
        },
        { id: 'lastMethod', header: 'Signs in with', cell: (member) => methodText(member.lastMethod), width: 130 },
        {
          id: 'lastSeenAt',
          header: 'Last seen',
          cell: (member) => (member.lastSeenAt ? <DateTimeText value={member.lastSeenAt} relative /> : 'Not lately'),
          sortable: true,
          width: 130,
        },
        {
          id: 'joinedAt',
          header: 'Since',
          cell: (member) => (member.joinedAt ? <DateText value={member.joinedAt} /> : ''),
          sortable: true,
          width: 120,
        },
      ]}
      filters={[
        {
          kind: 'select',
          name: 'secondFactor',
          label: 'Second factor',
          options: secondFactorStandings.map((value) => ({ value, label: standings[value].label })),
        },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowLabel={(member) => member.name}
      empty={{ title: 'Nobody here yet', text: 'People show once they have joined the account.', icon: 'shield' }}
    />
  );
}
