import type { ListFilter } from '@millwright/core/browser';
import { expect, test } from 'vitest';
import { permittedFilters } from './permitted-filters.ts';

test('filters without the right to look their choices up are not offered', () => {
  const reps: ListFilter = { kind: 'multi', name: 'salesRepIDs', label: 'Sales rep', options: [] };
  const carriers: ListFilter = { kind: 'multi', name: 'carrierIDs', label: 'Carrier', options: [] };
  const offered = permittedFilters(
    (permission) => permission === 'carriers:read',
    [
      ['team_users:read', reps],
      ['carriers:read', carriers],
    ],
  );
  expect(offered).toEqual([carriers]);
});
