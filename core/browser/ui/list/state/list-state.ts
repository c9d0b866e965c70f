import type { ListFilter } from '../list-types.ts';

/** The state of a list in its address, with the names of the API. */
export interface ListState {
  query: string;
  /** Values of the active filters, by parameter name. */
  filters: Record<string, string | string[]>;
  sortBy: string | null;
  sortOrder: 'asc' | 'desc';
  take: number;
  skip: number;
  view: string | null;
}

export interface DefaultSort {
  by: string;
  order: 'asc' | 'desc';
}

/** Page sizes in the footer; 50 is the default. */
export const pageSizes = [25, 50, 100, 200, 500] as const;
export const defaultPageSize = 50;

/** Query parameters of a filter. */
export const filterNames = (filter: ListFilter): string[] =>
  filter.kind === 'dates' ? [filter.from, filter.to] : [filter.name];

const multiNames = (filters: readonly ListFilter[]): Set<string> =>
  new Set(filters.filter(({ kind }) => kind === 'multi').flatMap(filterNames));

/** Reads a list's state from an address; unknown values are ignored. */
export function readListState(
  search: URLSearchParams,
  filters: readonly ListFilter[],
  defaultSort?: DefaultSort,
): ListState {
  const multi = multiNames(filters);
  const values: Record<string, string | string[]> = {};
  for (const name of filters.flatMap(filterNames)) {
    const found = search.getAll(name).filter((value) => value !== '');
    if (found.length > 0) values[name] = multi.has(name) ? found : (found[0] as string);
  }
  const sortBy = search.get('sortBy');
  const order = search.get('sortOrder') === 'desc' ? 'desc' : 'asc';
  const whole = (name: string, fallback: number, least: number): number => {
    const value = Number(search.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= least ? value : fallback;
  };
  return {
    query: search.get('query') ?? '',
    filters: values,
    sortBy: sortBy ?? defaultSort?.by ?? null,
    sortOrder: sortBy ? order : (defaultSort?.order ?? 'asc'),
    take: Math.min(whole('take', defaultPageSize, 1), 500),
    skip: whole('skip', 0, 0),
    view: search.get('view'),
  };
}

/** Filters, search and sorting as a query string for a saved view. The order of the parameters is fixed. */
export function viewQuery(
  state: Pick<ListState, 'query' | 'filters' | 'sortBy' | 'sortOrder'>,
  defaultSort?: DefaultSort,
): string {
  const search = new URLSearchParams();
  if (state.query) search.append('query', state.query);
  for (const name of Object.keys(state.filters).sort()) {
    for (const value of [state.filters[name] ?? []].flat()) search.append(name, value);
  }
  const isDefault = state.sortBy === (defaultSort?.by ?? null) && state.sortOrder === (defaultSort?.order ?? 'asc');
  if (state.sortBy && !isDefault) {
    search.append('sortBy', state.sortBy);
    if (state.sortOrder === 'desc') search.append('sortOrder', 'desc');
  }
  return search.toString();
}

/** Whether two saved queries are equal, whatever the order of their parameters. */
export function sameView(
  left: string,
  right: string,
  filters: readonly ListFilter[],
  defaultSort?: DefaultSort,
): boolean {
  const normal = (query: string): string =>
    viewQuery(readListState(new URLSearchParams(query), filters, defaultSort), defaultSort);
  return normal(left) === normal(right);
}

/** The filters of a call, for bulk actions on all matching rows and the CSV link. */
export const filterQuery = (state: ListState): Record<string, string | string[]> => ({
  ...(state.query ? { query: state.query } : {}),
  ...state.filters,
});

/** The complete query of a page. */
export const pageQueryOf = (state: ListState): Record<string, unknown> => ({
  ...filterQuery(state),
  ...(state.sortBy ? { sortBy: state.sortBy, sortOrder: state.sortOrder } : {}),
  take: state.take,
  skip: state.skip,
});

/**
 * Sorting after a click on a header: ascending, descending, then the list's own order. If that is by the same field,
 * the click only reverses it.
 */
export function nextSort(
  state: Pick<ListState, 'sortBy' | 'sortOrder'>,
  field: string,
  defaultField?: string,
): { sortBy: string | null; sortOrder: 'asc' | 'desc' } {
  if (state.sortBy !== field) return { sortBy: field, sortOrder: 'asc' };
  if (field === defaultField) return { sortBy: field, sortOrder: state.sortOrder === 'asc' ? 'desc' : 'asc' };
  return state.sortOrder === 'asc' ? { sortBy: field, sortOrder: 'desc' } : { sortBy: null, sortOrder: 'asc' };
}

/** Order and visibility of columns: the chosen ones in their order; by default all that are not hidden by default. */
export function shownColumns(
  columns: readonly { id: string; defaultHidden?: boolean }[],
  chosen: readonly string[],
): string[] {
  const known = chosen.filter((id) => columns.some((column) => column.id === id));
  return known.length > 0 ? known : columns.filter((column) => !column.defaultHidden).map((column) => column.id);
}

/** The picked ids after a click or `x`. With shift, all rows between the last one and this one get its new state. */
export function toggleSelection(
  selected: Readonly<Record<string, true>>,
  ids: readonly string[],
  id: string,
  last: string | null,
  isRange: boolean,
): Record<string, true> {
  const isOn = !selected[id];
  const from = last === null ? -1 : ids.indexOf(last);
  const to = ids.indexOf(id);
  const touched = isRange && from >= 0 && to >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  const next: Record<string, true> = { ...selected };
  for (const each of touched) {
    if (isOn) next[each] = true;
    else delete next[each];
  }
  return next;
}

/** Picked rows, or all matching ones, under one filter. */
export interface PickedRows {
  filter: string;
  rows: Readonly<Record<string, true>>;
  isMatching: boolean;
}

/** The picks under a filter; picks under another filter are dropped. */
export const picksUnder = (picks: PickedRows | undefined, filter: string): PickedRows =>
  picks?.filter === filter ? picks : { filter, rows: {}, isMatching: false };

/** Moves an id by one place; unknown ids and moves beyond the ends change nothing. */
export function moveColumn(order: readonly string[], id: string, step: -1 | 1): string[] {
  const from = order.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  const next = [...order];
  next.splice(from, 1);
  next.splice(to, 0, id);
  return next;
}

/** The complete query of a list's address, '' or beginning with `?`, for returning to the same page. */
export function listAddress(state: ListState, defaultSort?: DefaultSort): string {
  const search = new URLSearchParams(viewQuery(state, defaultSort));
  if (state.view) search.set('view', state.view);
  if (state.take !== defaultPageSize) search.set('take', String(state.take));
  if (state.skip > 0) search.set('skip', String(state.skip));
  const text = search.toString();
  return text ? `?${text}` : '';
}
