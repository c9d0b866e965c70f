import { expect, it } from 'vitest';
import { type Stop, scanOutcome } from './walk-stops.ts';

const stop = (id: string, itemID: string, place: string): Stop =>
  ({
    id,
    orderLine: { id: `sol_${id}`, lineItemNumber: 1, product: { id: itemID, sku: itemID } },
    storageLocation: { id: place, fullName: place, department: null },
  }) as Stop;

it('picks what is scanned where one stands, goes to places, and refuses the rest', () => {
  const stops = [stop('a', 'GLOVE', 'A1'), stop('b', 'HAT', 'A1'), stop('c', 'SCARF', 'A2')];
  const [glove, hat, scarf] = stops;
  const scan = (type: 'item' | 'lot' | 'location', id: string, itemID: string | null = null) =>
    scanOutcome(stops, glove, { type, id, label: id, itemID });
  expect(scan('item', 'GLOVE')).toEqual({ kind: 'pick', stop: glove });
  expect(scan('lot', 'L-1', 'GLOVE')).toEqual({ kind: 'pick', stop: glove, lotNumber: 'L-1' });
  expect(scan('item', 'HAT')).toEqual({ kind: 'pick', stop: hat });
  expect(scan('location', 'A2')).toEqual({ kind: 'go', stop: scarf });
  expect(scan('item', 'SCARF')).toEqual({ kind: 'unknown', text: 'SCARF is to be picked in A2' });
  expect(scan('item', 'SOCK')).toEqual({ kind: 'unknown', text: 'SOCK is not on this walk' });
  expect(scan('location', 'B9')).toEqual({ kind: 'unknown', text: 'Nothing is to be picked in B9' });
});
