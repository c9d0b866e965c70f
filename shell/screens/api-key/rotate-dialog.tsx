import { Text } from '@mantine/core';
import { FormDialog, NumberField, useEndpointMutation } from '@millwright/core/browser';
import {
  type ApiKeyView,
  getApiKey,
  listApiKeys,
  rotateApiKey,
  rotateApiKeyBody,
} from '../../../core/contracts/api-key.contract.ts';
import type { ShownSecret } from './secret-dialog.tsx';

/** Gives a key a new secret; asks how long the old one goes on working. */
export function RotateDialog(props: {
  apiKey: ApiKeyView | null;
  onClose(): void;
  onSecret(secret: ShownSecret): void;
}) {
  const { apiKey, onClose, onSecret } = props;
  const rotate = useEndpointMutation(rotateApiKey, { invalidates: [listApiKeys, getApiKey] });
  return (
    <FormDialog
      opened={apiKey !== null}
      onClose={onClose}
      title={`Rotate ${apiKey?.name ?? ''}`}
      saveLabel="Make new secret"
      schema={rotateApiKeyBody}
      values={{ overlapHours: 24 }}
      onSave={async (body) => {
        if (!apiKey) return;
        const made = await rotate.mutateAsync({ params: { apiKeyID: apiKey.id }, body });
        onSecret({
          id: made.id,
          name: made.name,
          secret: made.secret,
          previousExpiresAt: body.overlapHours > 0 ? made.previousExpiresAt : null,
        });
      }}
    >
      <Text size="sm" c="dimmed">
        The key gets a new secret, which is shown once. Programs that use the old one need the new one before the old
        one ends.
      </Text>
      <NumberField
        name="overlapHours"
        label="The old secret works for"
        description="0 to 168 hours; 0 ends it at once"
        decimals={0}
        min={0}
        max={168}
        suffix="hours"
        required
        autoFocus
      />
    </FormDialog>
  );
}
