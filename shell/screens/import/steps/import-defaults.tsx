import { ActionIcon, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { Icon } from '@millwright/core/browser';
import { type KeyboardEvent, useState } from 'react';
import type { ImportField, ImportSet } from '../../../../core/contracts/work/import.contract.ts';
import classes from '../import.module.css';

type Defaults = Readonly<Record<string, string>>;

/** The possible values of a field with choices. */
const choicesOf = ({ kind, choices }: ImportField): readonly string[] => (kind === 'boolean' ? ['yes', 'no'] : choices);

/** Default value of one field for all rows. A choice is saved at once, a text when it is left or Enter is pressed. */
function DefaultValue(props: {
  field: ImportField;
  value: string;
  isNew: boolean;
  canEdit: boolean;
  onChange(value: string): void;
}) {
  const { field, value, isNew, canEdit, onChange } = props;
  const [draft, setDraft] = useState(value);
  const choices = choicesOf(field);
  const shared = {
    label: field.label,
    description: field.description || undefined,
    className: classes['default'] ?? '',
    // A field that was just added gets the focus.
    autoFocus: isNew,
  };
  if (choices.length > 0)
    return (
      <NativeSelect
        {...shared}
        disabled={!canEdit}
        value={value}
        data={[{ value: '', label: 'Choose' }, ...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const save = () => {
    if (draft.trim() !== value) onChange(draft.trim());
  };
  return (
    <TextInput
      {...shared}
      // Read-only instead of disabled, so that Enter keeps the focus while the rows are checked.
      readOnly={!canEdit}
      value={draft}
      placeholder={field.example ? `Such as ${field.example}` : ''}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}

/**
 * Default values for all rows, for fields without a column: the place of a count, the payment term of customers. For a
 * required field with a column, the value fills its empty cells: the unit of a count.
 */
export function ImportDefaults(props: {
  set: Pick<ImportSet, 'options' | 'columns'>;
  fields: readonly ImportField[];
  canEdit: boolean;
  onChange(defaults: Record<string, string>): void;
}) {
  const { set, canEdit } = props;
  const [added, setAdded] = useState<readonly string[]>([]);
  const mapped = new Set(set.columns.map(({ field }) => field));
  const open = props.fields.filter(
    ({ name, takesDefault, isRequired }) => takesDefault && (isRequired || !mapped.has(name)),
  );
  const defaults: Defaults = set.options.defaults ?? {};
  const isShown = (name: string): boolean => defaults[name] !== undefined || added.includes(name);
  if (open.length === 0) return null;
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = defaults;
    props.onChange(value === '' ? others : { ...others, [name]: value });
  };
  const remove = (name: string) => {
    setAdded(added.filter((each) => each !== name));
    if (defaults[name] !== undefined) change(name, '');
  };
  const left = open.filter(({ name }) => !isShown(name));
  return (
    <Stack gap="xs" role="group" aria-label="One value for all rows">
      <Text size="sm" fw={500}>
        One value for all rows
      </Text>
      {open.map(
        (field) =>
          isShown(field.name) && (
            <Group key={field.name} gap="xs" align="flex-end" wrap="nowrap">
              <DefaultValue
                field={field}
                value={defaults[field.name] ?? ''}
                isNew={added.at(-1) === field.name && defaults[field.name] === undefined}
                canEdit={canEdit}
                onChange={(value) => change(field.name, value)}
              />
              <ActionIcon
                variant="subtle"
                aria-label={`Remove the value of ${field.label}`}
                disabled={!canEdit}
                onClick={() => remove(field.name)}
              >
                <Icon name="close" />
              </ActionIcon>
            </Group>
          ),
      )}
      {left.length > 0 && (
        <Select
          className={classes['default'] ?? ''}
          aria-label="Field to give one value for all rows"
          placeholder="Choose a field"
          data={left.map(({ name, label }) => ({ value: name, label }))}
          value={null}
          searchable
          disabled={!canEdit}
          nothingFoundMessage="No such field"
          onChange={(name) => name && setAdded([...added, name])}
        />
      )}
    </Stack>
  );
}
