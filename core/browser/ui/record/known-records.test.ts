import { expect, it } from 'vitest';
import { knownOption, recordsNamedBy } from './known-records.tsx';
import type { RecordSource } from './record-source.ts';

const source: RecordSource = {
  name: 'salesReps',
  needs: [],
  search: async () => [],
  known: (record) => ({ value: (record as { id: string }).id, label: (record as { name: string }).name }),
};

it('finds what a record says of others, wherever it says it', () => {
  const known = recordsNamedBy({
    id: 'ter_1',
    salesRep: { id: 'mem_1', name: 'Renata Ortiz' },
    lines: [{ id: 'lin_1', item: { id: 'itm_1', sku: 'G-1' } }],
    productLine: null,
  });
  expect([...known.keys()].sort()).toEqual(['itm_1', 'lin_1', 'mem_1']);
  expect(knownOption(source, known.get('mem_1'))).toEqual({ value: 'mem_1', label: 'Renata Ortiz' });
});

it('asks for what is named by less than a label', () => {
  expect(knownOption(source, { id: 'mem_1' })).toBeUndefined();
  expect(knownOption(source, undefined)).toBeUndefined();
  expect(
    knownOption({ name: 'places', needs: [], search: async () => [] }, { id: 'loc_1', name: 'A' }),
  ).toBeUndefined();
});
