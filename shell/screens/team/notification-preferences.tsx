import { Stack, Switch } from '@mantine/core';
import { EmptyState, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { setNotificationPreferences, type TeamUser } from '../../../core/contracts/accounts/member.contract.ts';

/** Notification mails of a person; each switch saves at once. */
export function NotificationPreferences({ accountID, member }: { accountID: string; member: TeamUser }) {
  const { can, user } = useSession();
  const isAllowed = can('team_users:update') || member.userID === user.id;
  const save = useEndpointMutation(setNotificationPreferences);
  const set = async (notificationTypeCode: string, enabled: boolean) => {
    try {
      await save.mutateAsync({
        params: { accountID, userID: member.id },
        body: [{ notificationTypeCode, enabled }],
      });
    } catch (error) {
      toast.error(error);
    }
  };
  // The new choice is shown while it is saved.
  const sent = save.isPending ? save.variables.body[0] : undefined;
  if (member.notificationPreferences.length === 0)
    return (
      <EmptyState title="No notifications" text="Nothing that is switched on sends mails to people." icon="bell" />
    );
  return (
    <Stack gap="md">
      {member.notificationPreferences.map(({ notificationTypeCode: code, name, description, enabled }) => (
        <Switch
          key={code}
          label={name}
          description={description}
          checked={sent?.notificationTypeCode === code ? sent.enabled : enabled}
          disabled={!isAllowed}
          onChange={(event) => {
            if (!save.isPending) void set(code, event.currentTarget.checked);
          }}
        />
      ))}
    </Stack>
  );
}
