import { sumOf } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../../../core/testing/plan/fixed-seed.ts';
import {
  type CreditableLine,
  type CreditPart,
  type CreditWish,
  creditableOf,
  creditableQuantity,
  creditParts,
} from './credit-parts.ts';

const line = (id: string, rest: Partial<CreditableLine> = {}): CreditableLine => ({
  id,
  productType: 'sale',
  quantity: '3',
  total: '10',
  discount: '0',
  quantityCredited: '0',
  amountCredited: '0',
  ...rest,
});
const goods = line('goods');
const service = line('service', { productType: 'service', quantity: '1', total: '10' });
const tax = line('tax', { productType: 'tax', quantity: '1', total: '1.65' });
const freight = [
  line('freight', { productType: 'shipping', quantity: '1', total: '12' }),
  line('express', { productType: 'shipping', quantity: '1', total: '8' }),
];

const partsOf = (...given: Parameters<typeof creditParts>): string[] =>
  creditParts(...given).map(({ invoiceLineID, quantity, amount, why }) =>
    [invoiceLineID, quantity, amount, why].join(' '),
  );

describe('the parts of a credit', () => {
  it('are goods at their price, an amount that is given, and a price', () => {
    const wishes: CreditWish[] = [
      { invoiceLineID: 'goods', quantity: '2' },
      { invoiceLineID: 'service', quantity: '1', amount: '4' },
      { invoiceLineID: 'freight', amount: '5' },
      { invoiceLineID: 'nothing', amount: '5' },
    ];
    expect(partsOf([goods, service, ...freight], wishes)).toEqual([
      'goods 2 6.67 At its price',
      'service 1 4 Amount given',
      'freight 0 5 Price',
    ]);
  });

  it('of one line share its price to the cent, also where it is named several times', () => {
    const each: CreditWish = { invoiceLineID: 'goods', quantity: '1' };
    expect(partsOf([goods], [each, each, each])).toEqual([
      'goods 1 3.33 At its price',
      'goods 1 3.34 At its price',
      'goods 1 3.33 At its price',
    ]);
    const credited = line('goods', { quantityCredited: '2', amountCredited: '6.67' });
    expect(partsOf([credited], [each])).toEqual(['goods 1 3.33 At its price']);
  });

  it('are at most what a line bills less its discount and what has been credited before them', () => {
    const cheaper = line('goods', { discount: '1', amountCredited: '2.5' });
    const all: CreditWish = { invoiceLineID: 'goods', quantity: '3' };
    expect(partsOf([cheaper], [all])).toEqual(['goods 3 6.5 At its price']);
    expect(partsOf([cheaper], [{ invoiceLineID: 'goods', amount: '4' }, all])).toEqual([
      'goods 0 4 Price',
      'goods 3 2.5 At its price',
    ]);
    expect(`${creditableOf(line('over', { amountCredited: '11' }))}`).toBe('0');
    expect(`${creditableOf(line('free', { discount: '11', amountCredited: '0' }))}`).toBe('0');
    expect(`${creditableQuantity(line('some', { quantityCredited: '1' }))}`).toBe('2');
    expect(`${creditableQuantity(line('over', { quantityCredited: '4' }))}`).toBe('0');
  });

  it('have tax in proportion to what is taxed, all of it with the last, none where it is asked for itself', () => {
    const half: CreditWish = { invoiceLineID: 'goods', quantity: '3' };
    expect(partsOf([goods, service, tax], [half])).toEqual([
      'goods 3 10 At its price',
      'tax 0 0.83 Tax of what is credited',
    ]);
    const before = line('goods', { quantityCredited: '3', amountCredited: '10' });
    const taxBefore = { ...tax, amountCredited: '0.83' };
    expect(partsOf([before, service, taxBefore], [{ invoiceLineID: 'service', quantity: '1' }])).toEqual([
      'service 1 10 At its price',
      'tax 0 0.82 Tax of what is credited',
    ]);
    expect(partsOf([goods, tax], [half, { invoiceLineID: 'tax', amount: '0.2' }])).toEqual([
      'goods 3 10 At its price',
      'tax 0 0.2 Price',
    ]);
    expect(partsOf([before, tax, ...freight], [{ invoiceLineID: 'freight', amount: '5' }])).toEqual([
      'freight 0 5 Price',
    ]);
    expect(partsOf([goods, tax], [{ invoiceLineID: 'goods', amount: '0.01' }])).toEqual(['goods 0 0.01 Price']);
    expect(partsOf([line('gift', { total: '0' }), tax], [{ invoiceLineID: 'gift', amount: '1' }])).toEqual([
      'gift 0 1 Price',
    ]);
  });

  it('have freight of the first line that bills any, then of the next, less what a price takes of it', () => {
    expect(partsOf(freight, [], '15')).toEqual(['freight 0 12 Freight', 'express 0 3 Freight']);
    expect(partsOf(freight, [], '12')).toEqual(['freight 0 12 Freight']);
    expect(partsOf([goods, tax, ...freight], [], '25')).toEqual(['freight 0 12 Freight', 'express 0 8 Freight']);
    expect(partsOf(freight, [{ invoiceLineID: 'freight', amount: '7' }], '6')).toEqual([
      'freight 0 7 Price',
      'freight 0 5 Freight',
      'express 0 1 Freight',
    ]);
  });
});

/** The lines after a credit has been booked, which counts quantities and amounts of each line. */
const booked = (lines: readonly CreditableLine[], parts: readonly CreditPart[]): CreditableLine[] =>
  lines.map((each) => {
    const own = parts.filter(({ invoiceLineID }) => invoiceLineID === each.id);
    return {
      ...each,
      quantityCredited: sumOf([each.quantityCredited, ...own.map(({ quantity }) => quantity)]),
      amountCredited: sumOf([each.amountCredited, ...own.map(({ amount }) => amount)]),
    };
  });

describe('a credit with several wishes', () => {
  const cents = (most: number) => fc.integer({ min: 0, max: most }).map((value) => `${value}e-2`);
  const billed = fc.record({
    quantity: fc.integer({ min: 1, max: 9_000 }).map((value) => `${value}e-3`),
    total: cents(50_000),
    discount: cents(5_000),
  });
  const wish = fc.record(
    {
      place: fc.nat(),
      quantity: fc.integer({ min: 0, max: 3_000 }).map((value) => `${value}e-3`),
      amount: cents(9_000),
    },
    { requiredKeys: ['place'] },
  );

  it('credits of each line what as many credits of one wish each would', () => {
    const types = ['sale', 'service', 'sale', 'shipping', 'shipping'] as const;
    const all = fc.tuple(...types.map(() => billed));
    fc.assert(
      fc.property(
        all,
        cents(10_000),
        fc.array(wish, { minLength: 1, maxLength: 8 }),
        cents(9_000),
        (given, due, tried, sent) => {
          const lines = [
            ...given.map((each, index) => line(`line ${index}`, { ...each, productType: types[index] ?? 'sale' })),
            line('tax', { productType: 'tax', quantity: '1', total: due }),
          ];
          const wishes = tried.map(({ place, ...rest }) => ({
            invoiceLineID: `line ${place % given.length}`,
            ...rest,
          }));
          const together = booked(lines, creditParts(lines, wishes, sent));
          let apart = lines;
          for (const each of wishes) apart = booked(apart, creditParts(apart, [each]));
          apart = booked(apart, creditParts(apart, [], sent));
          const credited = (some: readonly CreditableLine[]): string[] =>
            some.map(({ id, quantityCredited, amountCredited }) => `${id}: ${quantityCredited}, ${amountCredited}`);
          expect(credited(together)).toEqual(credited(apart));
        },
      ),
      { numRuns: runsOf(300) },
    );
  });
});
