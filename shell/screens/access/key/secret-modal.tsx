import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Icon } from '@millwright/core/browser';
import type { ReactNode } from 'react';

/** Shows a new secret once. Only its button closes it, because a click outside would lose the secret for good. */
export function SecretModal(props: {
  /** Name of the owner of the secret; null closes the dialog. */
  owner: string | null;
  warning: string;
  onClose(): void;
  children: ReactNode;
}) {
  const { owner, warning, onClose, children } = props;
  return (
    <Modal
      opened={owner !== null}
      onClose={onClose}
      title={<Text fw={600}>{owner === null ? '' : `Secret of ${owner}`}</Text>}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert
          color="yellow"
          variant="light"
          icon={<Icon name="alert" />}
          title="Copy the secret now"
          c="var(--mw-text)"
          styles={{ title: { color: 'inherit' } }}
        >
          {warning}
        </Alert>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>I have stored the secret</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
