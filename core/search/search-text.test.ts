import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchText } from './search-text.ts';

const signs = ['a', 'B', ' ', '\u00a0', 'é', 'e\u0301', '\u0323', '\u0301', 'ﬁ', 'Å', 'İ', 'Σ', '각', '①', 'ａ', '😀'];

it('a text is stored as its whole would be taken apart, whatever stands beside ASCII', () => {
  const sign = fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 30 }), (text) => {
      const apart = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
      expect(searchText(text)).toBe(` ${apart.replaceAll(/[\s\0]+/g, ' ').trim()}`);
    }),
  );
  expect(searchText('Bär & Söhne', null, ' GmbH  ')).toBe(' bar & sohne gmbh');
});
