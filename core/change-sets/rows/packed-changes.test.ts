import { describe, expect, it } from 'vitest';
import type { ChangeName } from './change-name.ts';
import { changePacker, digestOf, unpackedChanges } from './packed-changes.ts';

const price = (to: unknown) => ({ field: 'price', label: 'Price', from: null, to });
const newSet = () => ({ names: [] as ChangeName[] });

describe('packed changes', () => {
  it('come back as they were, their names remembered once', () => {
    const set = newSet();
    const pack = changePacker(set);
    const rows = [
      [price('1.00'), { field: 'notes', label: 'Notes', from: 'a', to: null }],
      [{ field: 'notes', label: 'Notes', from: null, to: { deep: [1] } }],
      [],
      // The same field with another label is another name.
      [{ field: 'price', label: 'Price of one', from: 0, to: false }],
    ];
    const packed = rows.map(pack);
    expect(packed[0]).toBe('[0,null,"1.00",1,"a",null]');
    expect(set.names).toEqual([
      ['price', 'Price'],
      ['notes', 'Notes'],
      ['price', 'Price of one'],
    ]);
    expect(packed.map((text) => unpackedChanges(JSON.parse(text), set.names))).toEqual(rows);
  });

  it('are the same whenever they are packed, also where a set has more names than it remembers', () => {
    const set = newSet();
    const rows = Array.from({ length: 250 }, (_, row) => [
      { field: 'onHand', label: `On hand in ${row}`, from: 0, to: row },
    ]);
    const first = rows.map(changePacker(set));
    expect(set.names).toHaveLength(200);
    expect(first[249]).toBe('[["onHand","On hand in 249"],0,249]');
    expect(rows.map(changePacker(set))).toEqual(first);
    expect(first.map((text) => unpackedChanges(JSON.parse(text), set.names))).toEqual(rows);
  });

  it('that were stored before there was packing are read as they are', () => {
    expect(unpackedChanges([price(1)], [])).toEqual([price(1)]);
  });

  it('have a digest that tells them apart', () => {
    const pack = changePacker(newSet());
    const rows = [[], [price('1')], [price(1)], [price(null)], [price('1.00')], [price('1.00'), price('1.00')]];
    const digests = rows.map((row) => digestOf(pack(row)));
    expect(new Set(digests).size).toBe(rows.length);
    expect(digestOf(pack([price('1.00')]))).toBe(digests[4]);
    for (const digest of digests) expect(digest).toMatch(/^[\w-]{22}$/);
  });
});
