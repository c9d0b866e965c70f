import { describe, expect, it } from 'vitest';
import { lineOfRow, type MoveLine, moveObstacle, movesOf, withOneMoreMoved } from './move-lines.ts';

const scanned = {
  itemID: 'itm_1',
  sku: 'GLV',
  description: '',
  unit: { id: 'unit_1', name: 'each' },
  lotNumber: '',
  owner: null,
  from: { id: 'loc_1', fullName: 'A' },
  to: { id: 'loc_2', fullName: 'B' },
};
const line = (parts: Partial<MoveLine> = {}): MoveLine => ({ ...scanned, key: 'k', quantity: 1, ...parts });

describe('scanning an item', () => {
  it('adds one to its line, and a line where another lot or place is meant', () => {
    const once = withOneMoreMoved([], scanned, () => 'a');
    expect(once).toMatchObject([{ key: 'a', quantity: 1 }]);
    const twice = withOneMoreMoved(once, scanned, () => 'b');
    expect(twice).toMatchObject([{ key: 'a', quantity: 2 }]);
    expect(withOneMoreMoved(twice, { ...scanned, lotNumber: 'L1' }, () => 'c')).toHaveLength(2);
    expect(withOneMoreMoved(twice, { ...scanned, owner: { id: 'cus_1', name: 'Lakeside' } }, () => 'c')).toHaveLength(
      2,
    );
    expect(withOneMoreMoved(twice, { ...scanned, to: { id: 'loc_3', fullName: 'C' } }, () => 'c')).toHaveLength(2);
  });
});

describe('a move', () => {
  it('names lot and owner where they are named', () => {
    const plain = { itemID: 'itm_1', fromStorageLocationID: 'loc_1', toStorageLocationID: 'loc_2' };
    const owner = { id: 'cus_1', name: 'Lakeside' };
    expect(movesOf([line({ quantity: 2, lotNumber: ' ' }), line({ lotNumber: '42', owner })])).toEqual([
      { ...plain, quantity: { measure: 2, unitID: 'unit_1' } },
      { ...plain, quantity: { measure: 1, unitID: 'unit_1' }, lotNumber: '42', customerID: 'cus_1' },
    ]);
  });

  it('takes all of a row of the place in its unit, and of no other lot', () => {
    const row = {
      id: 'bal_1',
      item: { id: 'itm_1', sku: 'GLV', type: 'product' as const, description: 'Glove' },
      ownerAccount: { id: 'acc_1', name: 'We', isSelf: true },
      storageLocation: { id: 'loc_1', name: 'A', fullName: 'A' },
      lot: null,
      quantity: { id: 'q', measure: 12, unitID: 'unit_pair', unit: 'pair' },
      updatedAt: '2026-01-01T00:00:00Z',
    };
    const ticked = line({ ...lineOfRow(row), to: null });
    expect(moveObstacle([ticked])).toBe('Choose where it goes');
    const there = { ...ticked, to: scanned.to };
    expect(movesOf([there])).toMatchObject([{ quantity: { measure: 12, unitID: 'unit_pair' }, lotNumber: null }]);
    expect(withOneMoreMoved([there], { ...scanned, unit: there.unit }, () => 'b')).toEqual([there]);
  });

  it('says what it lacks', () => {
    expect(moveObstacle([])).toBe('Scan or choose an item first');
    expect(moveObstacle([line({ quantity: '' })])).toBe('Enter the quantity of GLV');
    expect(moveObstacle([line({ to: scanned.from })])).toBe('GLV is to move to the place it lies in');
    expect(moveObstacle([line()])).toBeUndefined();
  });
});
