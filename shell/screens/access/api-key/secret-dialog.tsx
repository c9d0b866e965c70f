import { Text } from '@mantine/core';
import { DateTimeText } from '@millwright/core/browser';
import { CopiedField } from '../key/copied-field.tsx';
import { SecretModal } from '../key/secret-modal.tsx';

/** A new secret, which is shown only once. */
export interface ShownSecret {
  id: string;
  name: string;
  secret: string;
  /** End of the previous secret's validity; null if there is none or it has ended. */
  previousExpiresAt: string | null;
}

/** Shows the new secret of an API key. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | null; onClose(): void }) {
  return (
    <SecretModal
      owner={shown?.name ?? null}
      warning="It is not kept in a readable form and cannot be shown again. Whoever has it can act for this key."
      onClose={onClose}
    >
      {shown && (
        <>
          <CopiedField label="Key" description="Sent as x-api-key" value={shown.id} />
          <CopiedField label="Secret" description="Sent as x-auth-secret" value={shown.secret} isFirst />
          {shown.previousExpiresAt && (
            <Text size="sm" c="dimmed" component="p" m={0}>
              The secret before this one works until <DateTimeText value={shown.previousExpiresAt} />.
            </Text>
          )}
        </>
      )}
    </SecretModal>
  );
}
