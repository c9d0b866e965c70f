import { ratio } from '@millwright/core/contracts';
import { describe, expect, it } from 'vitest';
import { palletsNeeded } from './pallets-needed.ts';

const load = (itemID: string, quantity: string, perPallet: bigint) => ({
  itemID,
  baseQuantities: [quantity],
  perPallet: ratio(perPallet, 1n),
});

describe('pallets needed', () => {
  it('are whole, shared by products where they may be mixed', () => {
    const loads = [load('socks', '30', 100n), load('gloves', '60', 100n)];
    expect(palletsNeeded(loads, true).pallets).toBe(1);
    expect(palletsNeeded(loads, false).pallets).toBe(2);
    expect(palletsNeeded([], true).pallets).toBe(0);
  });

  it('are exact: three thirds are one pallet, a hair more is two', () => {
    const third = (itemID: string) => load(itemID, '1', 3n);
    expect(palletsNeeded([third('a'), third('b'), third('c')], true).pallets).toBe(1);
    expect(palletsNeeded([third('a'), third('b'), load('c', '1.000001', 3n)], true).pallets).toBe(2);
  });

  it('add the lines of one product up before they round', () => {
    const twice = { itemID: 'socks', baseQuantities: ['50', '50'], perPallet: ratio(100n, 1n) };
    expect(palletsNeeded([twice], false)).toEqual({ pallets: 1, byItem: new Map([['socks', 1]]) });
  });

  it('tell parts in hundredths, rounded up', () => {
    expect(palletsNeeded([load('a', '1', 3n)], true).byItem.get('a')).toBe(0.34);
  });
});
