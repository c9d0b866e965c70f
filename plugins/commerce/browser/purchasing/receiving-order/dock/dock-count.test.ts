import { describe, expect, it } from 'vitest';
import type { ReceivingOrder, ReceivingOrderLine } from '../../../../contracts/index.ts';
import {
  countOf,
  countUp,
  type DockCounts,
  dockReceiveBody,
  lineOfCode,
  sharesOf,
  withDockCount,
  withShare,
} from './dock-count.ts';

const line = (id: string, code: string, expected: number): ReceivingOrderLine =>
  ({
    id,
    scanCodes: [code],
    quantityExpected: { measure: expected },
    quantityAtDock: { measure: 10 },
    proposedPlaces: [{ id: 'loc_1', name: 'Shelf', why: 'here' }],
  }) as ReceivingOrderLine;
const order = {
  version: 3,
  lines: [line('a', 'HIDE', 2), line('b', 'HIDE', 5), line('c', 'K-1', 1)],
} as ReceivingOrder;

describe('counting at the dock', () => {
  it('counts up what is scanned, line after line', () => {
    let counts: DockCounts = new Map();
    for (const code of ['hide', 'HIDE', 'hide ', 'k-1', 'other']) {
      const found = lineOfCode(order, counts, code);
      if (found) counts = countUp(counts, found.id);
    }
    expect([...counts].map(([id, { quantity }]) => [id, quantity])).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ]);
    counts = withDockCount(counts, 'b', { rejected: 3, lotNumber: 'L1', expiry: '2030-01-01', reason: 'Wet' });
    expect(countOf(counts, 'b').rejected).toBe(1);
    counts = countUp(counts, 'c', -1);
    expect(dockReceiveBody(order, counts, '')).toEqual({
      version: 3,
      lines: [
        { lineID: 'a', quantity: 2 },
        { lineID: 'b', quantity: 1, rejectedQuantity: 1, lotNumber: 'L1', expiry: '2030-01-01', reason: 'Wet' },
      ],
    });
  });

  it('puts all of a line in the best place, and what is left in the last', () => {
    const [first] = order.lines as [ReceivingOrderLine];
    const all = sharesOf(new Map(), first);
    expect(all).toEqual([{ storageLocationID: 'loc_1', quantity: 10 }]);
    const two = [...all, { storageLocationID: 'loc_2', quantity: 0 }];
    expect(withShare(first, two, 0, { quantity: 7.5 }).map(({ quantity }) => quantity)).toEqual([7.5, 2.5]);
  });
});
