import { DateTimeText, ListScreen, StatusBadge } from '@millwright/core/browser';
import { listSecurityMembers, secondFactorStandings } from '../../../../core/contracts/sign-in/security.contract.ts';
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
        'name',
        'email',
        { id: 'role', width: 160 },
        {
          id: 'secondFactor',
          cell: (member) => {
            const { label, tone } = standings[member.secondFactor];
            return <StatusBadge tone={tone}>{label}</StatusBadge>;
          },
          width: 140,
        },
        { id: 'factors', header: 'With', cell: standingFactorText, csv: false, width: 160 },
        { id: 'graceUntil', header: 'Set up until' },
        { id: 'lastMethod', header: 'Signs in with', cell: (member) => methodText(member.lastMethod), width: 130 },
        {
          id: 'lastSeenAt',
          cell: (member) => (member.lastSeenAt ? <DateTimeText value={member.lastSeenAt} relative /> : 'Not lately'),
          width: 130,
        },
        { id: 'joinedAt', header: 'Since' },
      ]}
      filters={[
        {
          name: 'secondFactor',
          options: secondFactorStandings.map((value) => ({ value, label: standings[value].label })),
        },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowLabel={(member) => member.name}
      empty={{ title: 'Nobody here yet', text: 'People show once they have joined the account.', icon: 'shield' }}
    />
  );
}
