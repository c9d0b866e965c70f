import { describe, expect, it } from 'vitest';
import type { ListFilter } from '../list-types.ts';
import {
  filterQuery,
  nextSort,
  pageQueryOf,
  picksUnder,
  readListState,
  sameView,
  shownColumns,
  toggleSelection,
  viewQuery,
} from './list-state.ts';

const filters: ListFilter[] = [
  { kind: 'multi', name: 'statusCodes', label: 'Status', options: [] },
  { kind: 'select', name: 'carrierID', label: 'Carrier', options: [] },
  { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Created' },
];
const read = (text: string) => readListState(new URLSearchParams(text), filters, { by: 'number', order: 'desc' });

describe('readListState', () => {
  it('reads lists, single values, dates and paging and leaves out what it does not know', () => {
    const state = read(
      'query=ace&statusCodes=issued&statusCodes=estimate&carrierID=a&carrierID=b&startDate=2026-01-01' +
        '&evil=1&take=25&skip=50',
    );
    expect(state.filters).toEqual({ statusCodes: ['issued', 'estimate'], carrierID: 'a', startDate: '2026-01-01' });
    expect(state).toMatchObject({ query: 'ace', take: 25, skip: 50, sortBy: 'number', sortOrder: 'desc' });
  });

  it('falls back on nonsense instead of sending it', () => {
    expect(read('take=-1&skip=x&sortBy=name&sortOrder=up')).toMatchObject({
      take: 50,
      skip: 0,
      sortBy: 'name',
      sortOrder: 'asc',
    });
    expect(read('take=9999').take).toBe(500);
  });
});

describe('queries', () => {
  it('keeps filters and sorting in a view, without paging and default sorting', () => {
    const state = read('skip=50&statusCodes=issued&query=a%26b');
    expect(viewQuery(state, { by: 'number', order: 'desc' })).toBe('query=a%26b&statusCodes=issued');
    expect(viewQuery({ ...state, sortBy: 'name' }, { by: 'number', order: 'desc' })).toContain(
      'sortBy=name&sortOrder=desc',
    );
  });

  it('compares views by meaning', () => {
    expect(sameView('carrierID=a&statusCodes=issued', 'statusCodes=issued&carrierID=a&skip=3', filters)).toBe(true);
    expect(sameView('statusCodes=issued', 'statusCodes=estimate', filters)).toBe(false);
  });

  it('sends the filter alone for all matching, and page and sorting for a page', () => {
    const state = read('query=x&carrierID=a&skip=50');
    expect(filterQuery(state)).toEqual({ query: 'x', carrierID: 'a' });
    expect(pageQueryOf(state)).toEqual({
      query: 'x',
      carrierID: 'a',
      sortBy: 'number',
      sortOrder: 'desc',
      take: 50,
      skip: 50,
    });
  });
});

it('cycles the sorting of a header', () => {
  const first = nextSort({ sortBy: null, sortOrder: 'asc' }, 'name');
  const second = nextSort(first, 'name');
  expect([first, second, nextSort(second, 'name')]).toEqual([
    { sortBy: 'name', sortOrder: 'asc' },
    { sortBy: 'name', sortOrder: 'desc' },
    { sortBy: null, sortOrder: 'asc' },
  ]);
  expect(nextSort({ sortBy: 'number', sortOrder: 'desc' }, 'number', 'number')).toEqual({
    sortBy: 'number',
    sortOrder: 'asc',
  });
});

it('shows the chosen columns that still exist, else the default ones', () => {
  const columns = [{ id: 'a' }, { id: 'b', defaultHidden: true }, { id: 'c' }];
  expect(shownColumns(columns, ['c', 'gone', 'b'])).toEqual(['c', 'b']);
  expect(shownColumns(columns, ['gone'])).toEqual(['a', 'c']);
});

describe('toggleSelection', () => {
  const ids = ['a', 'b', 'c', 'd'];

  it('extends a range in either direction', () => {
    expect(toggleSelection({ c: true }, ids, 'a', 'c', true)).toEqual({ a: true, b: true, c: true });
    expect(toggleSelection({ b: true }, ids, 'd', 'b', true)).toEqual({ b: true, c: true, d: true });
  });

  it('clears a range when the clicked row was on', () => {
    expect(toggleSelection({ a: true, b: true, c: true }, ids, 'c', 'a', true)).toEqual({});
  });

  it('toggles one row when the anchor is on another page', () => {
    expect(toggleSelection({ z: true }, ids, 'b', 'z', true)).toEqual({ z: true, b: true });
  });
});

it('forgets the rows that were picked once another filter shows others, for good', () => {
  const late = JSON.stringify(filterQuery(read('statusCodes=late')));
  const picks = { filter: late, rows: { a: true, b: true } as const, isMatching: true };
  expect(picksUnder(picks, late)).toBe(picks);
  const other = picksUnder(picks, JSON.stringify(filterQuery(read('statusCodes=open'))));
  expect(other).toMatchObject({ rows: {}, isMatching: false });
  expect(picksUnder(other, late)).toEqual({ filter: late, rows: {}, isMatching: false });
  // Paging and sorting keep the same set of rows.
  expect(picksUnder(picks, JSON.stringify(filterQuery(read('statusCodes=late&skip=50&sortBy=total'))))).toBe(picks);
});
