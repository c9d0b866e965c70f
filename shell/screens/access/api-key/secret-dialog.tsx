import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { DateTimeText, Icon } from '@millwright/core/browser';
import { CopiedField } from '../key/copied-field.tsx';

/** A new secret, which is shown only once. */
export interface ShownSecret {
  id: string;
  name: string;
  secret: string;
  /** End of the previous secret's validity; null if there is none or it has ended. */
  previousExpiresAt: string | null;
}

/** Shows a new secret. Only its button closes it, because a click outside would lose the secret for good. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | null; onClose(): void }) {
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      title={<Text fw={600}>{shown ? `Secret of ${shown.name}` : ''}</Text>}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {shown && (
        <Stack gap="md">
          <Alert
            color="yellow"
            variant="light"
            icon={<Icon name="alert" />}
            title="Copy the secret now"
            c="var(--mw-text)"
            styles={{ title: { color: 'inherit' } }}
          >
            It is not kept in a readable form and cannot be shown again. Whoever has it can act for this key.
          </Alert>
          <CopiedField label="Key" description="Sent as x-api-key" value={shown.id} />
          <CopiedField label="Secret" description="Sent as x-auth-secret" value={shown.secret} isFirst />
          {shown.previousExpiresAt && (
            <Text size="sm" c="dimmed" component="p" m={0}>
              The secret before this one works until <DateTimeText value={shown.previousExpiresAt} />.
            </Text>
          )}
          <Group justify="flex-end">
            <Button onClick={onClose}>I have stored the secret</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
