import { describe, expect, it } from 'vitest';
import { allowedWidth, plainLook, sameLook, storedLook } from './use-list-look.ts';

describe('the look of a list', () => {
  it('is read from what the browser kept, and plain where that is not a look', () => {
    const look = { columns: ['number'], widths: { number: 120 }, density: 'comfortable' as const };
    expect(storedLook(JSON.stringify(look))).toEqual(look);
    for (const text of [null, '', '{', '7', 'null', '[]', '{"columns":"number","widths":7,"density":"huge"}'])
      expect(storedLook(text)).toEqual(plainLook);
  });

  it('leaves out what a column cannot be', () => {
    const widths = { number: 4, name: 90_000, city: 'wide', total: 100.4 };
    expect(storedLook(JSON.stringify({ columns: ['a', 1], widths }))).toEqual({
      columns: ['a'],
      widths: { number: 48, name: 1200, total: 100 },
      density: 'compact',
    });
    expect(allowedWidth(-3)).toBe(48);
  });

  it('is the same whatever the order of dragging, and another with one width more', () => {
    const one = { ...plainLook, widths: { a: 100, b: 120 } };
    expect(sameLook(one, { ...plainLook, widths: { b: 120, a: 100 } })).toBe(true);
    expect(sameLook(one, { ...plainLook, widths: { a: 100 } })).toBe(false);
    expect(sameLook(one, { ...one, density: 'comfortable' })).toBe(false);
    expect(sameLook({ ...one, columns: ['a', 'b'] }, { ...one, columns: ['b', 'a'] })).toBe(false);
  });
});
