import { useEndpointMutation } from '@millwright/core/browser';
import {
  type PublishableKeyView,
  rotatePublishableKey,
  rotatePublishableKeyBody,
} from '../../../../core/contracts/sign-in/publishable-key.contract.ts';
import { RotateKeyDialog } from '../key/rotate-key-dialog.tsx';

/** Replaces a key by a new one; asks how long the old one stays valid. */
export function RotatePublishableKeyDialog(props: {
  publishableKey: PublishableKeyView | null;
  onClose(): void;
  onMade(made: PublishableKeyView, former: PublishableKeyView): void;
}) {
  const { publishableKey, onClose, onMade } = props;
  const rotate = useEndpointMutation(rotatePublishableKey);
  return (
    <RotateKeyDialog
      rotated={publishableKey}
      what="key"
      explanation={
        'A new key with the same sites and widgets takes its place. ' +
        'Both are listed until the old one ends; when it was last used tells whether a page still has it.'
      }
      schema={rotatePublishableKeyBody}
      hours={168}
      mostHours={720}
      onClose={onClose}
      onRotate={async (rotated, body) => {
        const made = await rotate.mutateAsync({ params: { publishableKeyID: rotated.id }, body });
        const end = new Date(Date.now() + body.overlapHours * 3_600_000).toISOString();
        onMade(made, { ...rotated, expiresAt: body.overlapHours > 0 ? end : null });
      }}
    />
  );
}
