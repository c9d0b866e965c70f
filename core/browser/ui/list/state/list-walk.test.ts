import { expect, it } from 'vitest';
import type { ListFilter } from '../list-types.ts';
import { listAddress, moveColumn, readListState } from './list-state.ts';
import { neighbours } from './list-walk.ts';
import { listAddressValues } from './use-list-state.ts';

const filters: ListFilter[] = [{ kind: 'multi', name: 'statusCodes', label: 'Status', options: [] }];

it('finds the neighbours of a record in the list it was opened from', () => {
  const walk = { url: '/orders?skip=50', hrefs: ['/orders/a', '/orders/b', '/orders/c'] };
  expect(neighbours(walk, '/orders/b')).toEqual({ previous: '/orders/a', next: '/orders/c', place: 2, of: 3 });
  expect(neighbours(walk, '/orders/a')).toEqual({ next: '/orders/b', place: 1, of: 3 });
  expect(neighbours(walk, '/orders/z')).toEqual({});
  expect(neighbours(undefined, '/orders/a')).toEqual({});
});

it('goes back to the first page with every change but of page and view', () => {
  expect(listAddressValues({ query: 'ace' }, filters)).toEqual({ query: 'ace', skip: null });
  expect(listAddressValues({ filters: { statusCodes: ['issued'] } }, filters)).toEqual({
    statusCodes: ['issued'],
    skip: null,
  });
  expect(listAddressValues({ skip: 50 }, filters)).toEqual({ skip: 50 });
  expect(listAddressValues({ view: 'v1' }, filters)).toEqual({ view: 'v1' });
});

it('keeps defaults out of the address', () => {
  const sort = { by: 'number', order: 'desc' } as const;
  expect(listAddressValues({ sortBy: 'number', sortOrder: 'desc' }, filters, sort)).toEqual({
    sortBy: null,
    sortOrder: null,
    skip: null,
  });
  expect(listAddressValues({ sortBy: 'number', sortOrder: 'asc' }, filters, sort)).toEqual({
    sortBy: 'number',
    sortOrder: null,
    skip: null,
  });
  expect(listAddressValues({ filters: {}, query: '', take: 50 }, filters)).toEqual({
    query: null,
    take: null,
    statusCodes: null,
    skip: null,
  });
});

it('leads back to the same page', () => {
  const address = '?query=a&statusCodes=issued&sortBy=name&sortOrder=desc&view=v1&take=25&skip=50';
  expect(listAddress(readListState(new URLSearchParams(address), filters))).toBe(address);
  expect(listAddress(readListState(new URLSearchParams(), filters))).toBe('');
});

it('moves a column one place and not beyond the ends', () => {
  expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  expect(moveColumn(['a'], 'x', 1)).toEqual(['a']);
});
