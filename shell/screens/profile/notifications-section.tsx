import { Stack, Switch, Text } from '@mantine/core';
import {
  ErrorState,
  FormSection,
  LoadingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getMyNotifications, updateMyNotifications } from '../../../core/contracts/me.contract.ts';

/** Which mails of this account the person wants; each switch saves at once, whatever the role may see of the team. */
export function NotificationsSection() {
  const { account } = useSession();
  return account ? <Notifications accountName={account.name} /> : null;
}

function Notifications({ accountName }: { accountName: string }) {
  const own = useEndpoint(getMyNotifications);
  const update = useEndpointMutation(updateMyNotifications);
  const set = async (notificationTypeCode: string, enabled: boolean) => {
    try {
      await update.mutateAsync({ body: { preferences: [{ notificationTypeCode, enabled }] } });
    } catch (error) {
      toast.error(error);
    }
  };
  // What was just chosen is shown while it is being saved.
  const sent = update.isPending ? update.variables.body.preferences[0] : undefined;
  const description = own.data
    ? `Mails that ${accountName} sends to ${own.data.email}`
    : `Mails that ${accountName} sends you`;
  return (
    <FormSection title="Notifications" description={description}>
      {own.data ? (
        <Stack gap="md">
          {own.data.preferences.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing that is switched on in this account sends mails to people.
            </Text>
          )}
          {own.data.preferences.map(({ notificationTypeCode: code, name, description: text, enabled }) => (
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
      ) : own.error ? (
        <ErrorState error={own.error} onRetry={() => void own.refetch()} what="notifications" />
      ) : (
        <LoadingState lines={2} />
      )}
    </FormSection>
  );
}
