import { Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { type MailChoice, mailChoices, type TeamUser } from '../../core/contracts/accounts/member.contract.ts';

type Preference = TeamUser['notificationPreferences'][number];

/** A choice as `setNotificationPreferences` takes it. */
export interface NotificationChoice {
  notificationTypeCode: string;
  enabled: boolean;
  inbox: boolean;
  mail: MailChoice;
}

const mailNames: Record<MailChoice, string> = { at_once: 'Mail at once', daily: 'Mail each morning', off: 'No mail' };
const options = mailChoices.map((value) => ({ value, label: mailNames[value] }));

/** How a person is told of each kind; each choice is saved at once. `sent` is the choice that is being saved. */
export const NotificationSettings = (props: {
  preferences: readonly Preference[];
  sent: NotificationChoice | undefined;
  isAllowed?: boolean;
  /** False for people of customers, who get mails alone. */
  hasInbox: boolean;
  onChoose(choice: NotificationChoice): void;
}) => (
  <Stack gap="md">
    {props.preferences.map((stored) => {
      const { name, description } = stored;
      const code = stored.notificationTypeCode;
      const { inbox, mail } = props.sent?.notificationTypeCode === code ? props.sent : stored;
      const choose = (next: { inbox: boolean; mail: MailChoice }) =>
        props.onChoose({ notificationTypeCode: code, enabled: next.mail !== 'off', ...next });
      return (
        <Group key={code} justify="space-between" gap="sm" role="group" aria-label={name}>
          <div style={{ flex: '1 1 16rem' }}>
            <Text size="sm">{name}</Text>
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          </div>
          <Group gap="md" wrap="nowrap">
            {props.hasInbox && (
              <Switch
                label="Inbox"
                aria-label={`${name} in the inbox`}
                checked={inbox}
                disabled={props.isAllowed === false}
                onChange={(event) => choose({ inbox: event.currentTarget.checked, mail })}
              />
            )}
            <NativeSelect
              size="sm"
              aria-label={`${name} by mail`}
              data={props.hasInbox ? options : options.filter(({ value }) => value !== 'daily')}
              value={mail}
              disabled={props.isAllowed === false}
              onChange={(event) => choose({ inbox, mail: event.currentTarget.value as MailChoice })}
            />
          </Group>
        </Group>
      );
    })}
  </Stack>
);
