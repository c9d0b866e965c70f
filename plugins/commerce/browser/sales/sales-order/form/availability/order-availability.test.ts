import type { Product } from '@millwright/inventory/contracts';
import { describe, expect, it } from 'vitest';
import type { SalesOrder } from '../../../../../contracts/index.ts';
import { newOrderLine, type OrderFormLine } from '../order-form-values.ts';
import { formLines, orderAvailability, ownStock, wantedBeyond } from './order-availability.ts';

const unit = (id: string, factor: string, isBase: boolean) => ({
  unit: { id, name: id },
  factor: { numerator: factor, denominator: '1' },
  isBase,
});
const product = (id: string, productType = 'sale') =>
  ({
    id,
    productType,
    defaultUnit: { id: 'dozen', name: 'dozen' },
    units: [unit('each', '1', true), unit('dozen', '12', false)],
  }) as Product;

const products = new Map(
  [product('glove'), product('hat'), product('freight', 'shipping')].map((each) => [each.id, each]),
);
const line = (productID: string, quantity: number | null, unitID: string | null = null): OrderFormLine => ({
  ...newOrderLine(),
  productID,
  quantity,
  unitID,
});

/** An order with these reserved quantities of its products, in the line's unit. */
const orderWith = (...reserved: [productID: string, measure: number, unitID: string][]) =>
  ({
    lines: reserved.map(([id, measure, unitID]) => ({ product: { id }, reserved: { measure, unitID } })),
  }) as SalesOrder;

describe('what the lines of a form want', () => {
  it('is asked for complete lines of products that are sold, in their unit', () => {
    const lines = [line('glove', 2), line('freight', 1), line('hat', null), line('hat', 0), line('hat', 5, 'each')];
    expect(formLines(lines, products).map(({ itemID, quantity }) => [itemID, quantity])).toEqual([
      ['glove', { measure: 2, unitID: 'dozen' }],
      ['hat', { measure: 5, unitID: 'each' }],
    ]);
    expect(formLines([line('unknown', 2)], products)).toEqual([]);
  });

  it('names a line anew when product, quantity, unit or place change', () => {
    const keys = [line('glove', 2), line('glove', 3), line('hat', 2), line('glove', 2, 'each')].flatMap((each) =>
      formLines([each], products).map(({ key }) => key),
    );
    expect(
      new Set([...keys, ...formLines([line('hat', 1), line('glove', 2)], products).map(({ key }) => key)]).size,
    ).toBe(6);
  });

  it('is what an issued order does not have already, whichever line had it', () => {
    const own = ownStock(orderWith(['glove', 1, 'dozen'], ['glove', 6, 'each'], ['hat', 3, 'each']), products);
    expect(own).toEqual(
      new Map([
        ['glove', 18],
        ['hat', 3],
      ]),
    );
    const wanted = formLines([line('glove', 1, 'dozen'), line('glove', 10, 'each'), line('hat', 3, 'each')], products);
    expect(wantedBeyond(wanted, own, products).map(({ itemID, quantity }) => [itemID, quantity])).toEqual([
      ['glove', { measure: 4, unitID: 'each' }],
    ]);
    expect(wantedBeyond(wanted, new Map(), products)).toEqual(wanted);
  });
});

describe('what an order looks like', () => {
  const there = { isAvailable: true, firstDate: '2026-01-01', short: 0 };
  const late = { isAvailable: false, firstDate: '2026-02-01', short: 3 };
  const never = { isAvailable: false, firstDate: null, short: 3 };

  it('is dated by its last line, and not at all while one has no date', () => {
    expect(orderAvailability([late, there])).toEqual({ short: 1, undated: 0, firstDate: '2026-02-01' });
    expect(orderAvailability([late, there, never])).toEqual({ short: 2, undated: 1, firstDate: null });
    expect(orderAvailability([there])).toEqual({ short: 0, undated: 0, firstDate: '2026-01-01' });
    expect(orderAvailability([])).toEqual({ short: 0, undated: 0, firstDate: null });
  });
});
