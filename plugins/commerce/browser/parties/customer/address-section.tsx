import { Button, Group, Text } from '@mantine/core';
import { AddressFields, emptyAddress, FormSection, Icon, regionOf, useSession } from '@millwright/core/browser';
import { useFormContext, useWatch } from 'react-hook-form';

/** An optional address, with buttons that add and remove it. */
export function AddressSection({
  name,
  title,
  heading = title,
  copyFrom,
}: {
  name: string;
  /** Heading of the section: 'Bill to'. */
  title: string;
  heading?: string;
  copyFrom?: { name: string; label: string };
}) {
  const { setValue, getValues, formState } = useFormContext();
  const { account } = useSession();
  const value = useWatch({ name });
  const other = useWatch({ name: copyFrom?.name ?? name });
  const set = (next: unknown) => setValue(name, next, { shouldDirty: true, shouldTouch: true });
  if (!value)
    return (
      <FormSection title={heading}>
        <Group gap="sm">
          <Text c="dimmed">None</Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" />}
            disabled={formState.disabled}
            onClick={() => set(emptyAddress(regionOf(account?.locale)))}
          >
            Add {title.toLowerCase()} address
          </Button>
          {copyFrom && other && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="copy" />}
              disabled={formState.disabled}
              onClick={() => set({ ...getValues(copyFrom.name) })}
            >
              {copyFrom.label}
            </Button>
          )}
        </Group>
      </FormSection>
    );
  return (
    <FormSection title={heading}>
      <AddressFields name={name} />
      <Group>
        <Button variant="subtle" color="red" size="xs" disabled={formState.disabled} onClick={() => set(null)}>
          Remove {title.toLowerCase()} address
        </Button>
      </Group>
    </FormSection>
  );
}
