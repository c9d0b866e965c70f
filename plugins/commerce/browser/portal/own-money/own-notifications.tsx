import { Stack, Switch, Text } from '@mantine/core';
import { ErrorState, LoadingState, toast, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { getMyNotifications, updateMyNotifications } from '@millwright/core/contracts';

/** Which mails the person wants; each switch saves at once. */
export function OwnNotifications() {
  const own = useEndpoint(getMyNotifications);
  const update = useEndpointMutation(updateMyNotifications);
  const set = (notificationTypeCode: string, enabled: boolean) =>
    update.mutateAsync({ body: { preferences: [{ notificationTypeCode, enabled }] } }).catch((error) => {
      toast.error(error);
    });
  // What was just chosen is shown while it is being saved.
  const sent = update.isPending ? update.variables.body.preferences[0] : undefined;
  return (
    <section aria-labelledby="notifications">
      <Text component="h2" id="notifications" fw={600}>
        Mails to me
      </Text>
      {own.error ? (
        <ErrorState error={own.error} onRetry={() => void own.refetch()} what="notifications" />
      ) : !own.data ? (
        <LoadingState lines={2} />
      ) : (
        <Stack gap="md" mt="sm">
          <Text size="sm" c="dimmed">
            They go to {own.data.email}.
          </Text>
          {own.data.preferences.map(({ notificationTypeCode: code, name, description, enabled }) => (
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
