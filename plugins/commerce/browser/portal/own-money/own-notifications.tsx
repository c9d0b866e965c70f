import { Stack, Switch, Text } from '@mantine/core';
import { ErrorState, LoadingState, toast, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { getMyNotifications, updateMyNotifications } from '@millwright/core/contracts';

/** Mail settings of the person; each switch saves immediately. */
export function OwnNotifications() {
  const notifications = useEndpoint(getMyNotifications);
  const update = useEndpointMutation(updateMyNotifications);
  const set = (notificationTypeCode: string, enabled: boolean) =>
    update.mutateAsync({ body: { preferences: [{ notificationTypeCode, enabled }] } }).catch((error) => {
      toast.error(error);
    });
  // While saving, the switch shows the new value.
  const sent = update.isPending ? update.variables.body.preferences[0] : undefined;
  return (
    <section aria-labelledby="notifications">
      <Text component="h2" id="notifications" fw={600}>
        Mails to me
      </Text>
      {notifications.error ? (
        <ErrorState error={notifications.error} onRetry={() => void notifications.refetch()} what="notifications" />
      ) : !notifications.data ? (
        <LoadingState lines={2} />
      ) : (
        <Stack gap="md" mt="sm">
          <Text size="sm" c="dimmed">
            They go to {notifications.data.email}.
          </Text>
          {notifications.data.preferences.map(({ notificationTypeCode: code, name, description, enabled }) => (
            <Switch
              key={code}
              label={name}
              description={description}
              checked={sent?.notificationTypeCode === code ? sent.enabled : enabled}
              onChange={({ currentTarget }) => {
                if (!update.isPending) void set(code, currentTarget.checked);
              }}
            />
          ))}
        </Stack>
      )}
    </section>
  );
}
