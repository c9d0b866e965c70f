import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Icon } from '@millwright/core/browser';
import { CopiedField } from '../../access/key/copied-field.tsx';

/** Shows new recovery codes. Only its button closes it, because a click outside would lose them for good. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose(): void }) {
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title={<Text fw={600}>Recovery codes</Text>}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {codes && (
        <Stack gap="md">
          <Alert
            color="yellow"
            variant="light"
            icon={<Icon name="alert" />}
            title="Note these codes down now"
            c="var(--mw-text)"
            styles={{ title: { color: 'inherit' } }}
          >
            Each lets you in once without your phone. They cannot be shown again.
          </Alert>
          <CopiedField label="Codes" description="Keep them with your passwords" value={codes.join('\n')} isLong />
          <Group justify="flex-end">
            <Button onClick={onClose}>I have stored the codes</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
