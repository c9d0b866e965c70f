import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStoredAs } from './stored-as.ts';

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('anything is stored as its own JSON', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => isStoredAs(stored(value), stored(value))));
  const at = new Date('2026-11-21T12:00:00Z');
  expect(isStoredAs([{ field: 'date', to: at, note: undefined }], stored([{ field: 'date', to: at }]))).toBe(true);
});

test('and as no other', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (value, other) => {
      const [one, two] = [stored(value), stored(other)];
      expect(isStoredAs(one, two)).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(two)));
    }),
  );
  expect(isStoredAs({ to: 1 }, { to: 1, from: null })).toBe(false);
  expect(isStoredAs({ to: 1, from: undefined }, { to: 1, from: 2 })).toBe(false);
  expect(isStoredAs([], {})).toBe(false);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
