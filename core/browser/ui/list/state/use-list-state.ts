import { type GenericParserBuilder, parseAsInteger, parseAsNativeArrayOf, parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import type { ListFilter } from '../list-types.ts';
import { type DefaultSort, defaultPageSize, filterNames, type ListState, readListState } from './list-state.ts';

type Value = string | string[] | number | null;

/** Changes of a list's state. Every change except of `skip` and `view` returns to the first page. */
export type ListChange = Partial<ListState>;

export interface ListStateControl {
  state: ListState;
  /** `push` adds a history entry, so that Back undoes the change; `replace` is for typing. */
  change(next: ListChange, history?: 'push' | 'replace'): void;
}

/** The values of the address after a change; defaults are left out. */
export function listAddressValues(
  next: ListChange,
  filters: readonly ListFilter[],
  defaultSort?: DefaultSort,
): Record<string, Value> {
  const values: Record<string, Value> = {};
  if (next.query !== undefined) values['query'] = next.query || null;
  if (next.sortBy !== undefined || next.sortOrder !== undefined) {
    const isDefault =
      (next.sortBy ?? null) === (defaultSort?.by ?? null) &&
      (next.sortOrder ?? 'asc') === (defaultSort?.order ?? 'asc');
    values['sortBy'] = isDefault ? null : (next.sortBy ?? null);
    values['sortOrder'] = isDefault || !next.sortBy || next.sortOrder !== 'desc' ? null : 'desc';
  }
  if (next.take !== undefined) values['take'] = next.take === defaultPageSize ? null : next.take;
  if (next.view !== undefined) values['view'] = next.view;
  if (next.filters !== undefined) {
    for (const name of filters.flatMap(filterNames)) {
      const value = next.filters[name];
      values[name] = value === undefined || value.length === 0 ? null : value;
    }
  }
  const staysOnPage = Object.keys(next).every((key) => key === 'view');
  if (next.skip !== undefined) values['skip'] = next.skip || null;
  else if (!staysOnPage) values['skip'] = null;
  return values;
}

const toSearch = (values: Record<string, Value>): URLSearchParams => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value ?? []].flat()) search.append(name, String(item));
  }
  return search;
};

/** The list's state, in the address or for a list inside another screen in memory. */
export function useListState(
  filters: readonly ListFilter[],
  defaultSort: DefaultSort | undefined,
  isEmbedded: boolean,
): ListStateControl {
  const parsers = useMemo(() => {
    const map: Record<
      string,
      GenericParserBuilder<string> | GenericParserBuilder<number> | GenericParserBuilder<string[]>
    > = {
      query: parseAsString,
      sortBy: parseAsString,
      sortOrder: parseAsString,
      view: parseAsString,
      take: parseAsInteger,
      skip: parseAsInteger,
    };
    for (const filter of filters) {
      for (const name of filterNames(filter))
        map[name] = filter.kind === 'multi' ? parseAsNativeArrayOf(parseAsString) : parseAsString;
    }
    return map;
  }, [filters]);
  const [inAddress, setInAddress] = useQueryStates(parsers, { history: 'push' });
  const [inMemory, setInMemory] = useState<Record<string, Value>>({});
  const values = (isEmbedded ? inMemory : inAddress) as Record<string, Value>;
  const state = useMemo(() => readListState(toSearch(values), filters, defaultSort), [values, filters, defaultSort]);
  const change = useCallback(
    (next: ListChange, history: 'push' | 'replace' = 'push') => {
      const changed = listAddressValues(next, filters, defaultSort);
      if (isEmbedded) setInMemory((old) => ({ ...old, ...changed }));
      else void setInAddress(changed, { history });
    },
    [filters, defaultSort, isEmbedded, setInAddress],
  );
  return { state, change };
}
