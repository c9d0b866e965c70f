import { Text } from '@mantine/core';
import { FormDialog, NumberField } from '@millwright/core/browser';
import type { rotateApiKeyBody } from '../../../../core/contracts/sign-in/api-key.contract.ts';
import type { rotatePublishableKeyBody } from '../../../../core/contracts/sign-in/publishable-key.contract.ts';

/** Rotates a key or secret; asks how long the old one stays valid. */
export function RotateKeyDialog<Key extends { name: string }>(props: {
  /** Null closes the dialog. */
  rotated: Key | null;
  /** The rotated part, for the button and the field. */
  what: 'key' | 'secret';
  explanation: string;
  schema: typeof rotateApiKeyBody | typeof rotatePublishableKeyBody;
  /** Suggested and largest number of hours. */
  hours: number;
  mostHours: number;
  onClose(): void;
  onRotate(rotated: Key, body: { overlapHours: number }): Promise<void>;
}) {
  const { rotated, what, hours, mostHours } = props;
  return (
    <FormDialog
      opened={rotated !== null}
      onClose={props.onClose}
      title={`Rotate ${rotated?.name ?? ''}`}
      saveLabel={`Make new ${what}`}
      schema={props.schema}
      values={{ overlapHours: hours }}
      onSave={async (body) => {
        if (rotated) await props.onRotate(rotated, body);
      }}
    >
      <Text size="sm" c="dimmed">
        {props.explanation}
      </Text>
      <NumberField
        name="overlapHours"
        label={`The old ${what} works for`}
        description={`0 to ${mostHours} hours; 0 ends it at once`}
        decimals={0}
        min={0}
        max={mostHours}
        suffix="hours"
        required
        autoFocus
      />
    </FormDialog>
  );
}
