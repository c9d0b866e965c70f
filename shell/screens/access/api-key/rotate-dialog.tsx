import { useEndpointMutation } from '@millwright/core/browser';
import {
  type ApiKeyView,
  rotateApiKey,
  rotateApiKeyBody,
} from '../../../../core/contracts/sign-in/api-key.contract.ts';
import { RotateKeyDialog } from '../key/rotate-key-dialog.tsx';
import type { ShownSecret } from './secret-dialog.tsx';

/** Gives a key a new secret; asks how long the old secret stays valid. */
export function RotateDialog(props: {
  apiKey: ApiKeyView | null;
  onClose(): void;
  onSecret(secret: ShownSecret): void;
}) {
  const { apiKey, onClose, onSecret } = props;
  const rotate = useEndpointMutation(rotateApiKey);
  return (
    <RotateKeyDialog
      rotated={apiKey}
      what="secret"
      explanation={
        'The key gets a new secret, which is shown once. ' +
        'Programs that use the old one need the new one before the old one ends.'
      }
      schema={rotateApiKeyBody}
      hours={24}
      mostHours={168}
      onClose={onClose}
      onRotate={async ({ id }, body) => {
        const made = await rotate.mutateAsync({ params: { apiKeyID: id }, body });
        onSecret({
          id: made.id,
          name: made.name,
          secret: made.secret,
          previousExpiresAt: body.overlapHours > 0 ? made.previousExpiresAt : null,
        });
      }}
    />
  );
}
