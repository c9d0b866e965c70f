import { expect, it } from 'vitest';
import { codeWords, fieldWords } from './field-words.ts';

it('names a field by its words, without what only says its kind', () => {
  const names = [
    'sku',
    'serialNumber',
    'customerPO',
    'promisedAt',
    'createdAt',
    'itemCount',
    'batchCount',
    'entryCount',
  ];
  expect(names.map(fieldWords)).toEqual([
    'SKU',
    'Serial number',
    'Customer PO',
    'Promised',
    'Created',
    'Items',
    'Batches',
    'Entries',
  ]);
  expect(['customerIDs', 'isBelowOrderPoint', 'hasStock', 'isolated'].map(fieldWords)).toEqual([
    'Customer',
    'Below order point',
    'Stock',
    'Isolated',
  ]);
});

it('names a code that has no name', () => {
  expect(codeWords('in_progress')).toBe('In progress');
});
