import { Stack, Switch, Text } from '@mantine/core';
import {
  FormSection,
  PendingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getMyNotifications, updateMyNotifications } from '../../../../core/contracts/accounts/me.contract.ts';

/**
 * The person's notification mails in this account. Each switch saves at once; the permission to read the team is not
 * needed.
 */
export function NotificationsSection() {
  const { account } = useSession();
  return account ? <Notifications accountName={account.name} /> : null;
}

function Notifications({ accountName }: { accountName: string }) {
  const notifications = useEndpoint(getMyNotifications);
  const update = useEndpointMutation(updateMyNotifications);
  const set = async (notificationTypeCode: string, enabled: boolean) => {
    try {
      await update.mutateAsync({ body: { preferences: [{ notificationTypeCode, enabled }] } });
    } catch (error) {
      toast.error(error);
    }
  };
  // The new choice is shown while it is saved.
  const sent = update.isPending ? update.variables.body.preferences[0] : undefined;
  const description = notifications.data
    ? `Mails that ${accountName} sends to ${notifications.data.email}`
    : `Mails that ${accountName} sends you`;
  return (
    <FormSection title="Notifications" description={description}>
      {notifications.data ? (
        <Stack gap="md">
          {notifications.data.preferences.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing that is switched on in this account sends mails to people.
            </Text>
          )}
          {notifications.data.preferences.map(({ notificationTypeCode: code, name, description: text, enabled }) => (
            <Switch
              key={code}
              label={name}
              description={text}
              checked={sent?.notificationTypeCode === code ? sent.enabled : enabled}
              onChange={(event) => {
                if (!update.isPending) void set(code, event.currentTarget.checked);
              }}
            />
          ))}
        </Stack>
      ) : (
        <PendingState query={notifications} what="notifications" lines={2} />
      )}
    </FormSection>
  );
}
