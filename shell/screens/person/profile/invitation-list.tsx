import { Button, VisuallyHidden } from '@mantine/core';
import { accountTab, DateText, Icon, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import {
  acceptMyInvitation,
  declineMyInvitation,
  type Invitation,
} from '../../../../core/contracts/accounts/invitation.contract.ts';
import classes from './rows.module.css';

/** Invitations with buttons to accept or decline. */
export const InvitationList = ({ items }: { items: readonly Invitation[] }) =>
  items.length > 0 && (
    <ul className={classes['rows']}>
      {items.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );

function InvitationRow({ invitation: { id, account, inviterName, role, expiresAt } }: { invitation: Invitation }) {
  const session = useSession();
  const accept = useEndpointMutation(acceptMyInvitation);
  const decline = useEndpointMutation(declineMyInvitation);
  const params = { invitationID: id };
  const answer = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      toast.error(error);
    }
  };
  const join = async () => {
    await accept.mutateAsync({ params });
    toast.success(`You are a member of ${account.name}`);
    if (session.account) return;
    // This is the person's first account, so there is no current one to switch from.
    accountTab.set(account.id);
    location.assign('/dashboard');
  };
  const refuse = async () => {
    await decline.mutateAsync({ params });
    toast.success(`Invitation to ${account.name} declined`);
  };
  return (
    <li className={classes['row']}>
      <Icon name="mail" />
      <span className={classes['what']}>
        <span className={classes['title']}>{account.name}</span>
        <span className={classes['detail']}>
          {inviterName} invites you as {role.name}, until <DateText value={expiresAt} />
        </span>
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={decline.isPending}
        disabled={accept.isPending}
        onClick={() => void answer(refuse)}
      >
        Decline
        <VisuallyHidden> the invitation to {account.name}</VisuallyHidden>
      </Button>
      <Button
        size="compact-sm"
        loading={accept.isPending}
        disabled={decline.isPending}
        onClick={() => void answer(join)}
      >
        Accept
        <VisuallyHidden> the invitation to {account.name}</VisuallyHidden>
      </Button>
    </li>
  );
}
