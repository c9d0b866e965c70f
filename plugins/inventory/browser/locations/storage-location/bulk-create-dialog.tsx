import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { FormDialog, Icon, SelectField, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import { useFieldArray, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import {
  bulkCreateStorageLocations,
  bulkCreateStorageLocationsBody,
  expandNames,
  fullNameOf,
} from '../../../contracts/index.ts';
import { locationTypeOptions, stateOptions } from './location-text.tsx';

type Level = z.input<typeof bulkCreateStorageLocationsBody>['levels'][number];

const starting: Level[] = [
  { type: 'rack', names: 'R{1..2}' },
  { type: 'shelf', names: '{A..D}' },
  { type: 'bin', names: '{01..12}' },
];

/**
 * Number of places that the patterns create, and the first and last on the lowest level; undefined for an unreadable
 * pattern.
 */
function previewOf(levels: readonly Level[]): { count: number; first: string[]; last: string[] } | undefined {
  try {
    const names = levels.map((level) => expandNames(level.names));
    if (names.some((level) => level.some((name) => name.trim() === ''))) return undefined;
    let [count, wide] = [0, 1];
    for (const level of names) {
      wide *= level.length;
      count += wide;
    }
    return { count, first: names.map((level) => level[0] ?? ''), last: names.map((level) => level.at(-1) ?? '') };
  } catch {
    return undefined;
  }
}

function Levels({ path }: { path: readonly string[] }) {
  const { fields, append, remove } = useFieldArray({ name: 'levels' });
  const levels = (useWatch({ name: 'levels' }) ?? []) as Level[];
  const preview = previewOf(levels);
  return (
    <>
      {fields.map((field, index) => (
        <Group key={field.id} gap="xs" align="flex-start" wrap="nowrap" grow preventGrowOverflow={false}>
          <SelectField name={`levels.${index}.type`} label="Type" options={locationTypeOptions} />
          <TextField name={`levels.${index}.names`} label="Names" />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove level ${index + 1}`}
            disabled={fields.length === 1}
            onClick={() => remove(index)}
            style={{ flex: 'none', marginTop: '1.625rem' }}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      ))}
      {fields.length < 5 && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={12} />}
          onClick={() => append({ type: 'bin', names: '{01..12}' })}
        >
          Add a level
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {preview
          ? `${preview.count.toLocaleString('en-US')} places, ` +
            `${fullNameOf([...path, ...preview.first])} to ${fullNameOf([...path, ...preview.last])}`
          : 'Ranges stand in braces: R{1..4}, {A..F}, {01..12}'}
      </Text>
    </>
  );
}

/** Creates a rack with its shelves and bins from name patterns. */
export function BulkCreateDialog(props: {
  parent: { id: string; path: readonly string[] } | undefined;
  onClose(): void;
  onCreated(): void;
}) {
  const { parent, onClose, onCreated } = props;
  const create = useEndpointMutation(bulkCreateStorageLocations);
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={parent ? `Add a rack inside ${fullNameOf(parent.path)}` : 'Add a rack'}
      schema={bulkCreateStorageLocationsBody}
      values={{ parentID: parent?.id ?? null, levels: starting, reservationState: 'open' }}
      saveLabel="Create"
      onSave={async (body) => {
        const { createdCount, existingCount } = await create.mutateAsync({ body });
        const existing = existingCount ? `, ${existingCount.toLocaleString('en-US')} were there` : '';
        toast.success(`${createdCount.toLocaleString('en-US')} places created${existing}`);
        onCreated();
      }}
    >
      <Levels path={parent?.path ?? []} />
      <SelectField name="reservationState" label="State" options={stateOptions} />
    </FormDialog>
  );
}
