import { describe, expect, it } from 'vitest';
import type { ImportFieldDeclaration } from '../import-definition.ts';
import { headingKey, matchHeadings } from './match-headings.ts';

const fields: readonly ImportFieldDeclaration[] = [
  { name: 'sku', label: 'SKU', synonyms: ['item #', 'part number'] },
  { name: 'description', label: 'Description', synonyms: ['name'] },
  { name: 'unitValue', label: 'Unit value', synonyms: ['unit price', 'price'] },
  { name: 'manufacturerPartNumber', label: 'Manufacturer part number', synonyms: ['mpn'] },
  { name: 'billTo.postalCode', label: 'Bill-to postal code' },
  { name: 'orderPoint', label: 'Order point' },
  { name: 'line.quantity', label: 'Quantity' },
];
const fieldsOf = (headings: string[], remembered: (string | null)[] = [], prefersRemembered = true) =>
  matchHeadings(headings, fields, { remembered, prefersRemembered }).map(({ field }) => field);

describe('headings', () => {
  it.each([
    ['Item #', 'sku'],
    ['ITEM NO.', 'sku'],
    ['part_number', 'sku'],
    ['SKU *', 'sku'],
    ['Désc', 'description'],
    ['Unit Price (USD)', 'unitValue'],
    ['unitPrice', 'unitValue'],
    ['Mfr. Part #', 'manufacturerPartNumber'],
    ['manufacturer part number', 'manufacturerPartNumber'],
    ['Bill to ZIP', 'billTo.postalCode'],
    ['order point', 'orderPoint'],
    ['Qty', 'line.quantity'],
    ['Colour', null],
    ['', null],
    ['***', null],
  ])('%j fills %s', (heading, field) => expect(fieldsOf([heading])).toEqual([field]));

  it('fill a field once: by its own name before a synonym, the first of equals before the others', () => {
    expect(fieldsOf(['Price', 'Unit value', 'SKU', 'sku', 'Name', 'Description'])).toEqual([
      null,
      'unitValue',
      'sku',
      null,
      null,
      'description',
    ]);
    expect(matchHeadings(['Price', 'SKU'], fields)).toEqual([
      { field: 'unitValue', matchedBy: 'synonym' },
      { field: 'sku', matchedBy: 'heading' },
    ]);
  });

  it('are matched as they were before, as far as that still makes sense', () => {
    expect(fieldsOf(['SKU', 'Colour', 'Price'], ['sku', 'description', null])).toEqual(['sku', 'description', null]);
    expect(fieldsOf(['SKU', 'Colour'], ['gone', 'sku'])).toEqual([null, 'sku']);
    expect(fieldsOf(['SKU', 'Name'], ['sku', 'sku'])).toEqual(['sku', 'description']);
  });

  it('beat what is remembered where they are exact and nobody sees it first', () => {
    const remembered = [null, 'description', 'unitValue'];
    expect(fieldsOf(['SKU', 'Description', 'Unit value'], ['unitValue', 'sku', null], false)).toEqual([
      'sku',
      'description',
      'unitValue',
    ]);
    expect(matchHeadings(['SKU', 'Code', 'Price'], fields, { remembered })).toEqual([
      { field: 'sku', matchedBy: 'heading' },
      { field: 'description', matchedBy: 'remembered' },
      { field: 'unitValue', matchedBy: 'remembered' },
    ]);
    expect(matchHeadings(['SKU', 'Price'], fields, { remembered: ['', null] })).toEqual([
      { field: 'sku', matchedBy: 'heading' },
      { field: null, matchedBy: 'remembered' },
    ]);
  });

  it('count in any script', () => {
    expect(headingKey('Цена за ед.')).toBe('ценазаед');
    expect(headingKey('Straße')).toBe('straße');
  });
});
