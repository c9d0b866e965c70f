import { Button } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  LinkText,
  RecordScreen,
  runWithToast,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  deleteTeamUser,
  getTeamUser,
  memberStates,
  resendInvitation,
  type TeamUser,
  updateTeamUser,
} from '../../../core/contracts/accounts/member.contract.ts';
import { roleTypeLabels } from '../access/role/role-types.ts';
import { MemberDialog } from './member-dialog.tsx';
import { MemberStatusBadge } from './member-status.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';
import { TeamPasswordDialog } from './password-dialog.tsx';
import { SalesTargets } from './sales-targets.tsx';

const list = '/dashboard/account/users';

const changes = {
  active: { title: 'Reactivate', done: 'reactivated', message: 'They can sign in and work with their role again.' },
  suspended: {
    title: 'Suspend',
    done: 'suspended',
    message: 'They are shut out at once and stay on the team. You can reactivate them at any time.',
  },
  deactivated: {
    title: 'Deactivate',
    done: 'deactivated',
    message: 'They are shut out at once, for good unless somebody reactivates them.',
  },
} as const;

/** Changes of a person besides name, role and password. */
function useMemberChanges(accountID: string) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const update = useEndpointMutation(updateTeamUser);
  const resend = useEndpointMutation(resendInvitation);
  const remove = useEndpointMutation(deleteTeamUser);
  const paramsOf = ({ id }: TeamUser) => ({ accountID, userID: id });

  const askAndSet = async (person: TeamUser, status: keyof typeof changes) => {
    const { title, done, message } = changes[status];
    const question = {
      title: `${title} ${person.name}?`,
      message,
      confirmLabel: title,
      danger: !memberStates.is.active(status),
    };
    if (!(await confirm(question))) return;
    const set = () => update.mutateAsync({ params: paramsOf(person), body: { status, version: person.version } });
    await runWithToast(set, `${person.name} ${done}`);
  };
  const invite = (person: TeamUser) =>
    runWithToast(() => resend.mutateAsync({ params: paramsOf(person) }), `Invitation sent to ${person.email}`);
  const askAndRemove = async (person: TeamUser) => {
    const message = 'They lose all access to this account. Documents they worked on keep their name.';
    const title = `Remove ${person.name} from the team?`;
    if (!(await confirm({ title, message, confirmLabel: 'Remove', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: paramsOf(person) });
      toast.success(`${person.name} removed`);
      await navigate(list);
    } catch (error) {
      toast.error(error);
    }
  };
  return { askAndSet, invite, isInviting: resend.isPending, askAndRemove };
}

export function TeamMemberScreen() {
  const { userID = '' } = useParams();
  const { account, user, can } = useSession();
  const accountID = account?.id ?? '';
  const [dialog, setDialog] = useState<'change' | 'password' | null>(null);
  const member = useEndpoint(getTeamUser, { params: { accountID, userID } });
  const { askAndSet, invite, isInviting, askAndRemove } = useMemberChanges(accountID);
  const isWaiting = ({ status }: TeamUser): boolean => memberStates.is.waiting(status);
  // These actions are hidden for the person's own record, so that people cannot lock themselves out; the profile
  // changes their own password.
  const isOther = (person: TeamUser): boolean => person.userID !== user.id;
  const canUpdate = can('team_users:update');
  return (
    <RecordScreen
      record={{ type: 'team_user', words: ['person', 'team'], home: list, get: getTeamUser }}
      query={member}
      list={{ name: 'team' }}
      times={false}
      title={(person) => person.name}
      status={(person) => <MemberStatusBadge status={person.status} />}
      actions={(person) => (
        <>
          {isWaiting(person) && can('team_users:create') && (
            <Button variant="default" loading={isInviting} onClick={() => void invite(person)}>
              {memberStates.is.invited(person.status) ? 'Resend invitation' : 'Send invitation'}
            </Button>
          )}
          {canUpdate && <Button onClick={() => setDialog('change')}>Change name or role</Button>}
        </>
      )}
      menu={(person) => [
        canUpdate &&
          isOther(person) &&
          person.userID !== null && { label: 'Set password', icon: 'lock', onClick: () => setDialog('password') },
        canUpdate &&
          person.userID !== null &&
          memberStates.is.keptOut(person.status) && {
            label: 'Reactivate',
            icon: 'undo',
            onClick: () => void askAndSet(person, 'active'),
          },
        canUpdate &&
          isOther(person) &&
          memberStates.is.active(person.status) && {
            label: 'Suspend',
            icon: 'clock',
            onClick: () => void askAndSet(person, 'suspended'),
          },
        canUpdate &&
          isOther(person) &&
          memberStates.is.joined(person.status) && {
            label: 'Deactivate',
            icon: 'close',
            danger: true,
            onClick: () => void askAndSet(person, 'deactivated'),
          },
        can('team_users:delete') &&
          isOther(person) && {
            label: 'Remove',
            icon: 'trash',
            danger: true,
            onClick: () => void askAndRemove(person),
          },
      ]}
      summary={(person) => [
        { label: 'Email', value: person.email },
        {
          label: 'Role',
          value: (
            <LinkText to={`/dashboard/account/roles/${person.role.id}`} inherit>
              {person.role.name}
            </LinkText>
          ),
        },
        { label: 'Role type', value: roleTypeLabels[person.role.type] },
        { label: 'Joined', value: person.joinedAt && <DateText value={person.joinedAt} /> },
      ]}
      tabs={[
        {
          id: 'targets',
          label: 'Sales targets',
          isHidden: () => !can('sales_targets:read'),
          render: (person) => <SalesTargets accountID={accountID} memberID={person.id} />,
        },
        {
          id: 'notifications',
          label: 'Notifications',
          render: (person) => <NotificationPreferences accountID={accountID} member={person} />,
        },
      ]}
      facts={(person) => [
        { label: 'Invited', value: person.invitedAt && <DateTimeText value={person.invitedAt} /> },
        { label: 'Joined', value: person.joinedAt && <DateTimeText value={person.joinedAt} /> },
        { label: 'Added', value: <DateTimeText value={person.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={person.updatedAt} /> },
      ]}
    >
      {(member) => (
        <>
          <MemberDialog
            accountID={accountID}
            member={member}
            opened={dialog === 'change'}
            onClose={() => setDialog(null)}
          />
          <TeamPasswordDialog
            accountID={accountID}
            member={member}
            opened={dialog === 'password'}
            onClose={() => setDialog(null)}
          />
        </>
      )}
    </RecordScreen>
  );
}
