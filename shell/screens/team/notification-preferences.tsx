import { EmptyState, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { setNotificationPreferences, type TeamUser } from '../../../core/contracts/accounts/member.contract.ts';
import { type NotificationChoice, NotificationSettings } from '../../inbox/notification-settings.tsx';

/** How a person is told; each choice is saved at once. */
export function NotificationPreferences({ accountID, member }: { accountID: string; member: TeamUser }) {
  const { can, user } = useSession();
  const isAllowed = can('team_users:update') || member.userID === user.id;
  const save = useEndpointMutation(setNotificationPreferences, { onError: (error) => toast.error(error) });
  const isOfCustomer = member.customerID !== null;
  const choose = (choice: NotificationChoice) => {
    if (save.isPending) return;
    // People of customers have no inbox to choose.
    const { inbox: _inbox, ...byMail } = choice;
    save.mutate({ params: { accountID, userID: member.id }, body: [isOfCustomer ? byMail : choice] });
  };
  // The new choice is shown while it is saved.
  const sent = save.isPending ? (save.variables.body[0] as NotificationChoice) : undefined;
  if (member.notificationPreferences.length === 0)
    return (
      <EmptyState
        title="No notifications"
        text="Nothing that is switched on in this account tells people anything."
        icon="bell"
      />
    );
  return (
    <NotificationSettings
      preferences={member.notificationPreferences}
      sent={sent}
      isAllowed={isAllowed}
      hasInbox={!isOfCustomer}
      onChoose={choose}
    />
  );
}
