import { Group, Loader, MultiSelect, Select } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useClient } from '../../../api/api-provider.tsx';
import { useOptionLabels, useOptions } from '../../list/state/use-options.ts';
import type { Option, RecordSource } from '../../record/record-source.ts';
import { type FieldProps, useField } from '../fields.tsx';
import classes from '../form.module.css';
import { isGrid } from '../lines/line-paste.ts';
import { createValue, useCreateInPicker } from './create-in-picker.tsx';

interface PickerProps {
  source: RecordSource;
  value: string | null;
  onPick(value: string | null, option: Option | null): void;
  /** For a picker without a visible label. */
  'aria-label'?: string;
  label?: string;
  clearable?: boolean;
}

const renderOption = (hints: ReadonlyMap<string, string | undefined>) =>
  function RenderedOption({ option }: { option: { value: string; label?: string } }) {
    const hint = hints.get(option.value);
    return (
      <Group gap="xs" wrap="nowrap" justify="space-between" w="100%">
        <span>{option.label ?? option.value}</span>
        {hint && <span className={classes['optionHint']}>{hint}</span>}
      </Group>
    );
  };

const toData = (options: readonly Option[]) => options.map(({ value, label }) => ({ value, label }));
const hintsOf = (options: readonly Option[]) => new Map(options.map(({ value, hint }) => [value, hint]));
// The options were filtered by the server; Mantine asks for the type of its own options.
const unfiltered = ({ options }: { options: unknown[] }) => options as never[];

/**
 * Enter and Tab take the first match, also if the result has not arrived yet: people who type fast leave the field
 * before it does, and the shown options still match the previous text.
 */
function useFirstMatch(source: RecordSource, text: string, isWaiting: boolean, take: (first: Option) => void) {
  const client = useClient();
  return (event: KeyboardEvent, close: () => void) => {
    if ((event.key !== 'Enter' && event.key !== 'Tab') || !isWaiting || !text.trim()) return;
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    source
      .search(client, text)
      .then(([first]) => first && take(first))
      .catch((error: unknown) => console.error(error));
  };
}

/**
 * Picks one record by typing. Searches the API; arrows choose, Enter and Tab take the option. A missing record can be
 * created here if a name suffices. Other attributes go to the input.
 */
export function RecordPicker({ source, value, onPick, clearable, ...input }: PickerProps & Record<string, unknown>) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [label = ''] = useOptionLabels(source, value ? [value] : []);
  const [picked, setPicked] = useState<Option | null>(null);
  const current: Option | null = value ? (picked?.value === value ? picked : { value, label }) : null;
  // When it opens on a chosen record, the input contains its name, which is no search.
  const text = current && search === current.label ? '' : search;
  const { options, isLoading } = useOptions(source, text, isOpen);
  const all = current && !options.some((option) => option.value === current.value) ? [...options, current] : options;
  const pick = (next: string | null, option: Option | null) => {
    setPicked(option);
    onPick(next, option);
  };
  const create = useCreateInPicker(source, isLoading ? '' : text, all, (made) => pick(made.value, made));
  const onFirstMatch = useFirstMatch(source, text, isOpen && isLoading, (first) => pick(first.value, first));
  const takesFirst = text.trim() !== '' && !isLoading;
  return (
    <>
      <Select
        {...input}
        onKeyDownCapture={(event) => onFirstMatch(event, () => setOpen(false))}
        // Pasted rows fill the table, which the open list must not cover.
        onPaste={(event) => isGrid(event.clipboardData.getData('text')) && setOpen(false)}
        data={toData(create.option ? [...all, create.option] : all)}
        value={value}
        onChange={(next) => {
          if (next === createValue) create.open();
          else pick(next, all.find((each) => each.value === next) ?? null);
        }}
        searchable
        searchValue={isOpen ? search : (current?.label ?? '')}
        onSearchChange={setSearch}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        // An initial focus does not open the list over the form; typing, a click or an arrow key does.
        openOnFocus={!input['autoFocus']}
        filter={unfiltered}
        renderOption={renderOption(hintsOf(all))}
        selectFirstOptionOnChange={takesFirst}
        {...(takesFirst && all[0] && all[0].value !== value ? { autoSelectOnBlur: true } : {})}
        clearable={clearable ?? false}
        allowDeselect={clearable ?? false}
        nothingFoundMessage={isLoading ? 'Searching…' : 'Nothing found'}
        // The list scrolls itself; a scroll area around it would be a useless tab stop.
        withScrollArea={false}
        styles={{ options: { maxHeight: 280, overflowY: 'auto' } }}
        rightSection={isOpen && isLoading ? <Loader size={14} /> : undefined}
      />
      {create.dialog}
    </>
  );
}

/**
 * A field with the id of a record, or with `multiple` a list of ids. `onPick` gets the chosen option, for setting other
 * fields.
 */
export function RecordSelect(
  props: FieldProps & {
    source: RecordSource;
    clearable?: boolean;
    multiple?: boolean;
    onPick?(option: Option | null): void;
  },
) {
  return props.multiple ? <MultipleRecordSelect {...props} /> : <SingleRecordSelect {...props} />;
}

function SingleRecordSelect(
  props: FieldProps & { source: RecordSource; clearable?: boolean; onPick?(option: Option | null): void },
) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  return (
    <RecordPicker
      {...input}
      ref={ref}
      source={props.source}
      value={typeof value === 'string' && value !== '' ? value : null}
      clearable={props.clearable ?? !props.required}
      onBlur={onBlur}
      onPick={(next, option) => {
        onChange(next);
        props.onPick?.(option);
      }}
    />
  );
}

function MultipleRecordSelect(props: FieldProps & { source: RecordSource }) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const labels = useOptionLabels(props.source, ids);
  const { options, isLoading } = useOptions(props.source, search, isOpen);
  const known = ids.map(
    (id, index): Option => options.find((option) => option.value === id) ?? { value: id, label: labels[index] ?? id },
  );
  const all = [...options, ...known.filter(({ value: id }) => !options.some((option) => option.value === id))];
  const add = ({ value: id }: Option) => {
    if (!ids.includes(id)) onChange([...ids, id]);
    setSearch('');
  };
  const create = useCreateInPicker(props.source, isLoading ? '' : search, all, add);
  const onFirstMatch = useFirstMatch(props.source, search, isOpen && isLoading, add);
  return (
    <>
      <MultiSelect
        {...input}
        ref={ref}
        onKeyDownCapture={(event) => onFirstMatch(event, () => undefined)}
        data={toData(create.option ? [...all, create.option] : all)}
        value={ids}
        onChange={(next) => {
          if (next.includes(createValue)) create.open();
          else onChange(next);
        }}
        onBlur={onBlur}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        filter={unfiltered}
        renderOption={renderOption(hintsOf(all))}
        selectFirstOptionOnChange={search.trim() !== '' && !isLoading}
        hidePickedOptions
        nothingFoundMessage={isLoading ? 'Searching…' : 'Nothing found'}
        maxDropdownHeight={280}
      />
      {create.dialog}
    </>
  );
}
