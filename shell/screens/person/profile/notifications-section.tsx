import { Text } from '@mantine/core';
import {
  FormSection,
  PendingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getMyNotifications, updateMyNotifications } from '../../../../core/contracts/accounts/me.contract.ts';
import { type NotificationChoice, NotificationSettings } from '../../../inbox/notification-settings.tsx';

/** How the person is told in this account, which needs no right on the team. */
export function NotificationsSection() {
  const { account } = useSession();
  return account ? <Notifications accountName={account.name} /> : null;
}

function Notifications({ accountName }: { accountName: string }) {
  const { isPortal } = useSession();
  const notifications = useEndpoint(getMyNotifications);
  const update = useEndpointMutation(updateMyNotifications, { onError: (error) => toast.error(error) });
  const choose = (choice: NotificationChoice) => {
    if (update.isPending) return;
    // People of customers have no inbox to choose.
    const { inbox: _inbox, ...byMail } = choice;
    update.mutate({ body: { preferences: [isPortal ? byMail : choice] } });
  };
  // The new choice is shown while it is saved.
  const sent = update.isPending ? (update.variables.body.preferences[0] as NotificationChoice) : undefined;
  const email = notifications.data?.email;
  const description = isPortal
    ? `Mails that ${accountName} sends to ${email ?? 'you'}`
    : `What ${accountName} tells you in your inbox and by mail to ${email ?? 'you'}`;
  return (
    <FormSection title="Notifications" description={description}>
      {notifications.data ? (
        <>
          {notifications.data.preferences.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing that is switched on in this account tells people anything.
            </Text>
          )}
          <NotificationSettings
            preferences={notifications.data.preferences}
            sent={sent}
            hasInbox={!isPortal}
            onChoose={choose}
          />
        </>
      ) : (
        <PendingState query={notifications} what="notifications" lines={2} />
      )}
    </FormSection>
  );
}
