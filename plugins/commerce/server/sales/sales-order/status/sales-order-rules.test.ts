import { decimal, sumOf } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowedStatusChanges,
  isSalesOrderDeletable,
  isSalesOrderEditable,
  isSalesOrderOpen,
  salesOrderStates,
} from '../../../../contracts/index.ts';
import { totalOf } from '../../../document/lines/line-amounts.ts';
import { lineItemNumbers } from '../../../document/lines/line-item-numbers.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { sumsOfSalesLines } from '../lines/sales-order-sums.ts';

describe('statuses', () => {
  it('lead where they are allowed to, and nobody sets fulfilled', () => {
    const table = Object.fromEntries(
      salesOrderStates.codes.map((status) => [status, allowedStatusChanges({ status, hasPicks: false })]),
    );
    expect(table).toEqual({
      bid_request: ['estimate', 'issued'],
      estimate: ['issued'],
      issued: ['estimate', 'closed_short'],
      fulfilled: [],
      closed_short: ['issued'],
    });
    expect(allowedStatusChanges({ status: 'issued', hasPicks: true })).toEqual(['closed_short']);
  });

  it('say what may be edited, deleted and is open', () => {
    const open = { completedAt: null, hasShipped: false };
    expect(salesOrderStates.codes.filter((status) => isSalesOrderEditable({ status, ...open }))).toEqual([
      'bid_request',
      'estimate',
      'issued',
      'closed_short',
    ]);
    expect(isSalesOrderEditable({ status: 'issued', ...open, hasShipped: true })).toBe(false);
    expect(isSalesOrderEditable({ status: 'closed_short', ...open, completedAt: '2026-01-01T00:00:00Z' })).toBe(false);
    expect(salesOrderStates.codes.filter(isSalesOrderDeletable)).toEqual(['bid_request', 'estimate']);
    expect(isSalesOrderOpen({ status: 'issued', completedAt: null })).toBe(true);
    expect(isSalesOrderOpen({ status: 'issued', completedAt: '2026-01-01T00:00:00Z' })).toBe(false);
    expect(isSalesOrderOpen({ status: 'estimate', completedAt: null })).toBe(false);
  });
});

describe('line item numbers', () => {
  it('are unique, keep what is given and fill from 1', () => {
    const given = fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 20 }), (wanted) => {
        const fixed = wanted.filter((number) => number !== undefined);
        fc.pre(new Set(fixed).size === fixed.length);
        const numbers = lineItemNumbers(wanted.map((number, index) => ({ path: `lines.${index}`, given: number })));
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const [index, number] of wanted.entries()) if (number !== undefined) expect(numbers[index]).toBe(number);
        const filled = numbers.filter((_, index) => wanted[index] === undefined);
        for (const number of filled) for (let lower = 1; lower < number; lower += 1) expect(numbers).toContain(lower);
      }),
    );
  });

  it('are refused where two lines have one', () => {
    expect(() =>
      lineItemNumbers([
        { path: 'lines.0', current: 7 },
        { path: 'lines.1', given: 7 },
      ]),
    ).toThrow();
  });
});

describe('numbers', () => {
  it('sort as numbers where they are', () => {
    const sorted = ['1000', '999', '10', 'A-1'].sort((a, b) => (numberKey(a) < numberKey(b) ? -1 : 1));
    expect(sorted).toEqual(['10', '999', '1000', 'A-1']);
  });
});

describe('totals', () => {
  const cents = fc
    .integer({ min: -1_000_000_000, max: 1_000_000_000 })
    .map((value) => decimal(`${value}e-6`).toFixed(6));
  const measure = fc.integer({ min: 1, max: 1_000_000_000 }).map((value) => decimal(`${value}e-6`).toFixed(6));
  const line = fc.record({
    quantity: measure,
    unitPrice: cents,
    productType: fc.constantFrom('sale', 'service', 'credit', 'shipping'),
  });

  it('of an order are the sum of rounded lines, in any order of the lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const written = lines.map(({ quantity, unitPrice, productType }) => ({
          productType: productType as 'sale',
          total: totalOf('lines.0', quantity, unitPrice),
          baseQuantity: quantity,
          quantityPicked: '0',
          quantityPacked: '0',
          quantityShipped: '0',
          quantityInvoiced: '0',
        }));
        const sums = sumsOfSalesLines(written);
        expect(sums.total).toBe(sumOf(written.map(({ total }) => total)).toFixed(2));
        expect(sumsOfSalesLines(written.toReversed())).toEqual(sums);
        expect(sums.lineCount).toBe(lines.length);
        expect(decimal(sums.quantityToPick).lte(decimal(sums.quantityToInvoice))).toBe(true);
      }),
    );
  });

  it('of a line are within half a cent of the exact product, and those of its mirror are mirrored', () => {
    fc.assert(
      fc.property(measure, cents, (quantity, unitPrice) => {
        const total = decimal(totalOf('', quantity, unitPrice));
        const exact = decimal(quantity).times(decimal(unitPrice));
        expect(total.minus(exact).abs().lte('0.005')).toBe(true);
        const mirrored = totalOf('', quantity, decimal(unitPrice).times('-1').toFixed(6));
        expect(decimal(mirrored).plus(total).eq('0')).toBe(true);
      }),
    );
  });

  it('beyond the column are refused at the line', () => {
    expect(() => totalOf('lines.3', '999999999999.000000', '999999999999.000000')).toThrow(
      expect.objectContaining({
        errors: [{ path: 'lines.3.quantityOrdered', message: 'The total of the line is too large' }],
      }),
    );
  });
});
