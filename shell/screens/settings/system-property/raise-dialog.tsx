import { Text } from '@mantine/core';
import { FormDialog, NumberField, toast, useEndpointMutation } from '@millwright/core/browser';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import {
  type SysProperty,
  updateSysProperty,
  updateSysPropertyBody,
} from '../../../../core/contracts/accounts/sys-property.contract.ts';

/** Raises a counter. It never goes back, because a lower number could be assigned twice. */
export function RaiseDialog(props: {
  property: SysProperty | null;
  onClose(): void;
  /** Called when the counter has moved meanwhile. */
  onRefused(): void;
}) {
  const { property, onClose, onRefused } = props;
  const raise = useEndpointMutation(updateSysProperty, { onError: onRefused });
  const value = property?.value ?? 0;
  const schema = useMemo(
    () =>
      updateSysPropertyBody.refine((body) => body.value > value, {
        path: ['value'],
        error: `Must be more than ${value}: a counter only goes up`,
      }),
    [value],
  );
  return (
    <FormDialog
      opened={property !== null}
      onClose={onClose}
      title={`Raise ${property?.label ?? ''}`}
      saveLabel="Raise"
      schema={schema}
      values={{ value }}
      onSave={async (body) => {
        if (!property) return;
        const raised = await raise.mutateAsync({ params: { sysPropertyID: property.id }, body });
        toast.success(`The next number is ${raised.next}`);
      }}
    >
      <Text size="sm" c="dimmed">
        Numbers in between are left out for good. Raise it to go on after the numbers of a former system.
      </Text>
      <NumberField
        name="value"
        label="Last number given out"
        description={`Now ${value}`}
        decimals={0}
        min={0}
        required
        autoFocus
      />
      <NextNumber above={value} />
    </FormDialog>
  );
}

function NextNumber({ above }: { above: number }) {
  const value: unknown = useWatch({ name: 'value' });
  if (typeof value !== 'number' || value <= above) return null;
  return (
    <Text size="sm" role="status">
      The next one gets {value + 1}.
    </Text>
  );
}
