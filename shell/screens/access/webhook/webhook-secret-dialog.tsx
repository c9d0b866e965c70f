import { Text } from '@mantine/core';
import { DateTimeText } from '@millwright/core/browser';
import type { ShownSecret } from '../api-key/secret-dialog.tsx';
import { CopiedField } from '../key/copied-field.tsx';
import { SecretModal } from '../key/secret-modal.tsx';

/** Shows the new secret of a webhook endpoint. */
export function WebhookSecretDialog({ shown, onClose }: { shown: ShownSecret | null; onClose(): void }) {
  const until = shown?.previousExpiresAt;
  return (
    <SecretModal
      owner={shown?.name ?? null}
      warning="It cannot be shown again. The receiver checks the signature of each delivery with it."
      onClose={onClose}
    >
      <CopiedField label="Secret" description="For the receiver" value={shown?.secret ?? ''} isFirst />
      {until && (
        <Text size="sm" c="dimmed" component="p" m={0}>
          Until <DateTimeText value={until} /> deliveries are also signed with the former secret.
        </Text>
      )}
    </SecretModal>
  );
}
