import { describe, expect, it } from 'vitest';
import type { Shipment } from '../../../../contracts/index.ts';
import { packingScan, withOneMorePacked } from './packing-scan.ts';

const content = (shipmentLineID: string, sku: string, measure: number) => ({
  shipmentLineID,
  sku,
  quantity: { measure },
});
const shipment = {
  lines: [
    { id: 'one', sku: 'GLOVE', lotNumber: 'L1' },
    { id: 'two', sku: 'HAT', lotNumber: null },
  ],
  shippingCases: [
    { id: 'a', number: '7-1', sscc: '006141411234567890', contents: [content('one', 'GLOVE', 2)] },
    { id: 'b', number: '7-2', sscc: null, contents: [content('one', 'GLOVE', 3), content('two', 'HAT', 1)] },
    { id: 'c', number: '7-3', sscc: null, contents: [] },
  ],
} as Shipment;
const [first, second, third] = shipment.shippingCases;

describe('a scan at the packing station', () => {
  it('names a case by its number or SSCC, or goods by SKU or lot', () => {
    expect(packingScan(shipment, first, '7-2')).toMatchObject({ kind: 'case', shippingCase: { id: 'b' } });
    for (const code of ['006141411234567890', '00006141411234567890', '(00)006141411234567890'])
      expect(packingScan(shipment, second, code)).toMatchObject({ kind: 'case', shippingCase: { id: 'a' } });
    expect(packingScan(shipment, third, 'L1')).toMatchObject({
      kind: 'move',
      shipmentLineID: 'one',
      from: { id: 'b' },
    });
    expect(packingScan(shipment, second, 'HAT').kind).toBe('refused');
    expect(packingScan(shipment, undefined, 'HAT').kind).toBe('refused');
    expect(packingScan(shipment, first, 'SOCK')).toMatchObject({
      message: 'SOCK is no case and nothing of this shipment',
    });
  });

  it('adds to what the case holds', () => {
    expect(withOneMorePacked(second, 'one', 0.1)).toEqual([
      { shipmentLineID: 'one', quantity: 3.1 },
      { shipmentLineID: 'two', quantity: 1 },
    ]);
    expect(withOneMorePacked(third, 'two', 1)).toEqual([{ shipmentLineID: 'two', quantity: 1 }]);
  });
});
