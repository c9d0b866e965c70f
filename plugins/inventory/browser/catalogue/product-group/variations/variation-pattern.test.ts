import { describe, expect, it } from 'vitest';
import { combinationCount, knownPattern, startingPattern } from './variation-pattern.ts';

const properties = [
  { id: 'prp_1', name: 'Color' },
  { id: 'prp_2', name: 'Size' },
];

describe('new variations', () => {
  it('are named after the group and its properties', () => {
    expect(startingPattern({ name: 'Work glove', properties })).toBe('WG-{Color}-{Size}');
    expect(startingPattern({ name: '…', properties: properties.slice(1) })).toBe('{Size}');
  });

  it('are named as those that exist', () => {
    const codes = new Map([['Tan', 'T-1']]);
    const existing = (sku: string, ...names: (string | null)[]) => ({
      attributes: names.map((name, at) => ({
        property: properties[at] ?? { id: '', name: '' },
        attribute: name === null ? null : { id: name, name, code: codes.get(name) ?? null, color: null, order: 0 },
      })),
      products: [{ id: sku, sku, description: '' }],
    });
    expect(
      knownPattern([
        existing('OLD-Tan', 'Tan', null),
        existing('M-100-HI-VIS-YELLOW-m', 'Hi-vis yellow', 'M'),
        existing('GLV/Tan/L', 'Tan', 'L'),
      ]),
    ).toBe('M-100-{Color}-{Size}');
    expect(knownPattern([existing('GLV-100-M', 'Tan', 'M')])).toBeUndefined();
    expect(knownPattern([existing('GLV-T-1-M', 'Tan', 'M')])).toBe('GLV-{Color}-{Size}');
  });

  it('are as many as there are combinations, none while a property has nothing chosen', () => {
    expect(combinationCount([3, 4])).toBe(12);
    expect(combinationCount([3, 0])).toBe(0);
    expect(combinationCount([])).toBe(0);
  });
});
