import { MultiSelect } from '@mantine/core';
import { type FieldProps, useField } from '@millwright/core/browser';

/** Several of the offered values. Values that are no longer offered stay until they are removed. */
export function ChoicesField({
  options,
  onAdded,
  ...props
}: FieldProps & {
  options: readonly { group: string; items: readonly { value: string; label: string }[] }[];
  /** Called with the values that a person has just added. */
  onAdded?(added: readonly string[]): void;
}) {
  const { value, onChange, onBlur, ref, input } = useField(props);
  const chosen = (value ?? []) as string[];
  const known = new Set(options.flatMap(({ items }) => items.map((item) => item.value)));
  const lost = chosen.filter((each) => !known.has(each));
  return (
    <MultiSelect
      {...input}
      ref={ref}
      value={chosen}
      onChange={(next) => {
        onChange(next);
        const added = next.filter((each) => !chosen.includes(each));
        if (added.length) onAdded?.(added);
      }}
      onBlur={onBlur}
      data={[
        ...options.map(({ group, items }) => ({ group, items: [...items] })),
        ...(lost.length
          ? [{ group: 'No longer offered', items: lost.map((each) => ({ value: each, label: each })) }]
          : []),
      ]}
      searchable
      clearable
      nothingFoundMessage="Nothing found"
      maxDropdownHeight={320}
    />
  );
}
