import { describe, expect, it } from 'vitest';
import { newReceiveLine, receiptBodyOf, receiveSchema, withScanned } from './receive-lines.ts';

const item = 'itm_01jd3qbz9te6k8m5n4p3q2r1s0';
const place = 'loc_01jd3qbz9te6k8m5n4p3q2r1s0';

describe('the lines of a delivery', () => {
  it('take a scan as one more of their item and lot', () => {
    const scanned = { itemID: item, unitID: 'unit_1', lotNumber: null };
    const once = withScanned([newReceiveLine()], scanned);
    expect(once).toMatchObject([{ itemID: item, quantity: 1 }]);
    expect(withScanned(once, scanned)).toMatchObject([{ quantity: 2 }]);
    expect(withScanned(once, { ...scanned, lotNumber: 'L1' })).toHaveLength(2);
  });

  it('go to their own place, else to that of all, and keep their rows', () => {
    const values = receiveSchema.parse({
      storageLocationID: place,
      lines: [newReceiveLine(), { ...newReceiveLine(), itemID: item, quantity: 2, unitID: 'unit_1' }],
    });
    expect(receiptBodyOf(values)).toMatchObject({
      rows: [1],
      body: { lines: [{ itemID: item, quantity: { measure: 2, unitID: 'unit_1' }, storageLocationID: place }] },
    });
    expect(receiveSchema.safeParse({ lines: [newReceiveLine()] }).error?.issues[0]?.message).toBe(
      'Enter or scan what came',
    );
  });
});
