import { Group, MultiSelect } from '@mantine/core';
import { type Option, type RecordSource, useOptionLabels, useOptions } from '@millwright/core/browser';
import { parseAsArrayOf, parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { type ItemType, itemTypes } from '../../../contracts/index.ts';
import { allCategorySource } from '../../catalogue/item/item-sources.ts';
import { itemTypeOptions, locationSource } from '../../record-sources.ts';

const texts = parseAsArrayOf(parseAsString).withDefault([]);

/** Filters of the figures; kept in the address, as for lists. */
export interface AnalyticsFilterValues {
  types: ItemType[];
  categoryIDs: string[];
  storageLocationIDs: string[];
}

export function useAnalyticsFilters() {
  const [values, setValues] = useQueryStates({ types: texts, categoryIDs: texts, storageLocationIDs: texts });
  const types = values.types.filter((type): type is ItemType => (itemTypes as readonly string[]).includes(type));
  return {
    filters: { ...values, types } satisfies AnalyticsFilterValues,
    setFilters: (next: Partial<AnalyticsFilterValues>) => void setValues(next),
  };
}

const toData = (options: readonly Option[]) => options.map(({ value, label }) => ({ value, label }));

function SourceFilter({
  label,
  source,
  value,
  onChange,
}: {
  label: string;
  source: RecordSource;
  value: string[];
  onChange(value: string[]): void;
}) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { options } = useOptions(source, search, isOpen);
  const names = useOptionLabels(source, value);
  const known = value.map((id, index) => ({ value: id, label: names[index] ?? id }));
  const all = [...known, ...options.filter((option) => !value.includes(option.value))];
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'All' : ''}
      data={toData(all)}
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchable
      clearable
      w={{ base: '100%', xs: 260 }}
    />
  );
}

/** Narrows the figures to types, categories and places. */
export function AnalyticsFilters({
  filters,
  onChange,
}: {
  filters: AnalyticsFilterValues;
  onChange(next: Partial<AnalyticsFilterValues>): void;
}) {
  return (
    <Group align="end">
      <MultiSelect
        label="Type"
        placeholder={filters.types.length === 0 ? 'All' : ''}
        data={[...itemTypeOptions]}
        value={filters.types}
        onChange={(types) => onChange({ types: types as ItemType[] })}
        clearable
        w={{ base: '100%', xs: 260 }}
      />
      <SourceFilter
        label="Category"
        source={allCategorySource}
        value={filters.categoryIDs}
        onChange={(categoryIDs) => onChange({ categoryIDs })}
      />
      <SourceFilter
        label="Place"
        source={locationSource}
        value={filters.storageLocationIDs}
        onChange={(storageLocationIDs) => onChange({ storageLocationIDs })}
      />
    </Group>
  );
}
