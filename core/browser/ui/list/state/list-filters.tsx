import { Button, Checkbox, Combobox, Group, Loader, Menu, Popover, Stack, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { dateIn } from '../../../../contracts/texts/date.ts';
import { formats } from '../../../format/format.ts';
import { useShortcut } from '../../../keys/shortcut.ts';
import { Icon } from '../../display/icon.tsx';
import { DayPicker } from '../../form/inputs/lazy-day-input.tsx';
import classes from '../list-screen.module.css';
import type { ListFilter } from '../list-types.ts';
import { datePresets } from './date-presets.ts';
import { filterNames, type ListState } from './list-state.ts';
import { useOptionLabels, useOptions } from './use-options.ts';

type Values = ListState['filters'];
type OptionFilter = Extract<ListFilter, { kind: 'select' | 'multi' }>;

const filterKey = (filter: ListFilter): string => filterNames(filter).join();
const listOf = (value: string | string[] | undefined): string[] => [value ?? []].flat();

/** The active filters as chips, and the button that adds one. */
export function ListFilters(props: {
  filters: readonly ListFilter[];
  values: Values;
  onChange(values: Values): void;
  onClear(): void;
  hasSearch: boolean;
}) {
  const { filters, values, onChange } = props;
  const [added, setAdded] = useState<string | null>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useShortcut('f', () => setMenuOpen(true), { label: 'Add a filter', group: 'List', enabled: filters.length > 0 });
  const isSet = (filter: ListFilter): boolean => filterNames(filter).some((name) => values[name] !== undefined);
  const shown = filters.filter((filter) => isSet(filter) || filterKey(filter) === added);
  const hidden = filters.filter((filter) => !shown.includes(filter));
  const set = (change: Values) => {
    const next: Values = {};
    for (const [name, value] of Object.entries({ ...values, ...change })) if (value.length > 0) next[name] = value;
    onChange(next);
  };
  const remove = (filter: ListFilter) => {
    setAdded(null);
    set(Object.fromEntries(filterNames(filter).map((name) => [name, ''])));
  };
  return (
    <>
      {shown.map((filter) => (
        <FilterChip
          key={filterKey(filter)}
          filter={filter}
          values={values}
          startsOpen={filterKey(filter) === added}
          onSet={set}
          onRemove={() => remove(filter)}
        />
      ))}
      {hidden.length > 0 && (
        <Menu opened={isMenuOpen} onChange={setMenuOpen} position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="filter" size={14} />}
              className={classes['add']}
            >
              Filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map((filter) => (
              <Menu.Item key={filterKey(filter)} onClick={() => setAdded(filterKey(filter))}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {(shown.some(isSet) || props.hasSearch) && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={props.onClear}>
          Clear
        </Button>
      )}
    </>
  );
}

interface ChipProps {
  filter: ListFilter;
  values: Values;
  startsOpen: boolean;
  onSet(change: Values): void;
  onRemove(): void;
}

function FilterChip(props: ChipProps) {
  const { filter } = props;
  return (
    <span className={classes['chip']}>
      {filter.kind === 'select' || filter.kind === 'multi' ? (
        <OptionChip {...props} filter={filter} />
      ) : (
        <InputChip {...props} filter={filter} />
      )}
      <button
        type="button"
        className={classes['chipRemove']}
        onClick={props.onRemove}
        aria-label={`Remove filter ${filter.label}`}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

function ChipText({ label, text }: { label: string; text: string }) {
  return (
    <>
      {label}
      {text && <strong> {text}</strong>}
    </>
  );
}

function OptionChip({ filter, values, startsOpen, onSet }: ChipProps & { filter: OptionFilter }) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    defaultOpened: startsOpen,
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      combobox.focusTarget();
    },
  });
  const picked = listOf(values[filter.name]);
  const labels = useOptionLabels(filter.options, picked);
  const { options, isLoading } = useOptions(filter.options, search, combobox.dropdownOpened);
  // Enter takes the first match of the entered text, also when it arrives later.
  const firstMatch = search ? options[0]?.value : undefined;
  // Depends on the match only, because the store is a new object in each render.
  useEffect(() => {
    if (firstMatch) combobox.selectFirstOption();
  }, [firstMatch]);
  const text = labels.length > 2 ? `${labels.slice(0, 2).join(', ')} +${labels.length - 2}` : labels.join(', ');
  const pick = (value: string) => {
    if (filter.kind === 'select') {
      onSet({ [filter.name]: picked[0] === value ? '' : value });
      combobox.closeDropdown();
    } else
      onSet({ [filter.name]: picked.includes(value) ? picked.filter((other) => other !== value) : [...picked, value] });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={260} position="bottom-start">
      <Combobox.Target targetType="button">
        <button type="button" className={classes['chipButton']} onClick={() => combobox.toggleDropdown()}>
          <ChipText label={filter.label} text={text} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          placeholder={`Search ${filter.label.toLowerCase()}`}
          aria-label={`Search ${filter.label}`}
          rightSection={isLoading ? <Loader size={14} /> : null}
          ref={(node) => {
            if (node && startsOpen && !search) node.focus();
          }}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {options.map((option) => (
            <Combobox.Option key={option.value} value={option.value} active={picked.includes(option.value)}>
              <Group gap="xs" wrap="nowrap">
                {filter.kind === 'multi' && (
                  <Checkbox
                    checked={picked.includes(option.value)}
                    onChange={() => undefined}
                    tabIndex={-1}
                    aria-hidden
                  />
                )}
                <span>{option.label}</span>
                {option.hint && <span className={classes['hint']}>{option.hint}</span>}
              </Group>
            </Combobox.Option>
          ))}
          {options.length === 0 && !isLoading && <Combobox.Empty>Nothing found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function InputChip({ filter, values, startsOpen, onSet }: ChipProps & { filter: Exclude<ListFilter, OptionFilter> }) {
  const [opened, setOpened] = useState(startsOpen);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes['chipButton']} onClick={() => setOpened((open) => !open)}>
          <ChipText label={filter.label} text={inputText(filter, values)} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <InputEditor filter={filter} values={values} onSet={onSet} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function inputText(filter: Exclude<ListFilter, OptionFilter>, values: Values): string {
  if (filter.kind === 'dates') {
    const [from, to] = [listOf(values[filter.from])[0], listOf(values[filter.to])[0]];
    if (from && to) return `${formats().date(from)} – ${formats().date(to)}`;
    return from ? `from ${formats().date(from)}` : to ? `until ${formats().date(to)}` : '';
  }
  const value = listOf(values[filter.name])[0] ?? '';
  if (filter.kind === 'text') return value;
  return value === 'true' ? (filter.yes ?? 'yes') : value === 'false' ? (filter.no ?? 'no') : '';
}

function InputEditor(props: {
  filter: Exclude<ListFilter, OptionFilter>;
  values: Values;
  onSet(change: Values): void;
  onDone(): void;
}) {
  const { filter, values, onSet, onDone } = props;
  const [text, setText] = useState(filter.kind === 'text' ? (listOf(values[filter.name])[0] ?? '') : '');
  if (filter.kind === 'text') {
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSet({ [filter.name]: text.trim() });
          onDone();
        }}
      >
        <Group gap="xs" align="flex-end">
          <TextInput
            data-autofocus
            label={filter.label}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit">Apply</Button>
        </Group>
      </form>
    );
  }
  if (filter.kind === 'boolean') {
    const set = (value: string) => () => {
      onSet({ [filter.name]: value });
      onDone();
    };
    return (
      <Group gap="xs">
        <Button data-autofocus variant="default" onClick={set('true')}>
          {filter.yes ?? 'Yes'}
        </Button>
        <Button variant="default" onClick={set('false')}>
          {filter.no ?? 'No'}
        </Button>
      </Group>
    );
  }
  const date = (name: string) => listOf(values[name])[0] ?? null;
  const setDay = (name: string, value: string | null) => onSet({ [name]: value ?? '' });
  return (
    <Stack gap="xs" w={220}>
      <Group gap={4}>
        {datePresets(dateIn(formats().settings.timeZone)).map(({ label, from, to }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => {
              onSet({ [filter.from]: from, [filter.to]: to });
              onDone();
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
      <DayPicker
        label="From"
        clearable
        value={date(filter.from)}
        onChange={(value) => setDay(filter.from, value)}
        popoverProps={{ withinPortal: false }}
      />
      <DayPicker
        label="Until"
        clearable
        value={date(filter.to)}
        onChange={(value) => setDay(filter.to, value)}
        popoverProps={{ withinPortal: false }}
      />
    </Stack>
  );
}
