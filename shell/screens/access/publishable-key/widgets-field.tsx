import { Checkbox, Stack } from '@mantine/core';
import { LoadingState, useEndpoint } from '@millwright/core/browser';
import { useController } from 'react-hook-form';
import { listWidgets } from '../../../../core/contracts/sign-in/publishable-key.contract.ts';

/** The widgets that a key may use. Widgets of a disabled plugin stay listed for a key that has them. */
export function WidgetsField({ name }: { name: string }) {
  const offered = useEndpoint(listWidgets, {}, { staleTime: 300_000 });
  const { field, fieldState } = useController<Record<string, string[]>>({ name });
  const chosen = field.value ?? [];
  if (!offered.data && !offered.error) return <LoadingState />;
  const known = offered.data?.items ?? [];
  const lost = chosen.filter((each) => !known.some((widget) => widget.name === each));
  const options = [
    ...known,
    ...lost.map((each) => ({ name: each, title: each, description: 'Of a plugin that is switched off' })),
  ];
  return (
    <Checkbox.Group
      label="Widgets"
      withAsterisk
      description={known.length ? undefined : 'No plugin of this account has widgets'}
      error={fieldState.error?.message}
      value={chosen}
      onChange={field.onChange}
      ref={field.ref}
      data-path={name}
    >
      <Stack gap="xs" mt="xs">
        {options.map((widget) => (
          <Checkbox key={widget.name} value={widget.name} label={widget.title} description={widget.description} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
