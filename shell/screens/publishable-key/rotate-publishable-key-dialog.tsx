import { Text } from '@mantine/core';
import { FormDialog, NumberField, useEndpointMutation } from '@millwright/core/browser';
import {
  getPublishableKey,
  listWidgetPublishableKeys,
  type PublishableKeyView,
  rotatePublishableKey,
  rotatePublishableKeyBody,
} from '../../../core/contracts/publishable-key.contract.ts';

/** Puts a new key in the place of one; asks how long the old one goes on working. */
export function RotatePublishableKeyDialog(props: {
  publishableKey: PublishableKeyView | null;
  onClose(): void;
  onMade(made: PublishableKeyView, former: PublishableKeyView): void;
}) {
  const { publishableKey, onClose, onMade } = props;
  const rotate = useEndpointMutation(rotatePublishableKey, {
    invalidates: [listWidgetPublishableKeys, getPublishableKey],
  });
  return (
    <FormDialog
      opened={publishableKey !== null}
      onClose={onClose}
      title={`Rotate ${publishableKey?.name ?? ''}`}
      saveLabel="Make new key"
      schema={rotatePublishableKeyBody}
      values={{ overlapHours: 168 }}
      onSave={async (body) => {
        if (!publishableKey) return;
        const made = await rotate.mutateAsync({ params: { publishableKeyID: publishableKey.id }, body });
        const end = new Date(Date.now() + body.overlapHours * 3_600_000).toISOString();
        onMade(made, { ...publishableKey, expiresAt: body.overlapHours > 0 ? end : null });
      }}
    >
      <Text size="sm" c="dimmed">
        A new key with the same sites and widgets takes its place. Both are listed until the old one ends; when it was
        last used tells whether a page still has it.
      </Text>
      <NumberField
        name="overlapHours"
        label="The old key works for"
        description="0 to 720 hours; 0 ends it at once"
        decimals={0}
        min={0}
        max={720}
        suffix="hours"
        required
        autoFocus
      />
    </FormDialog>
  );
}
