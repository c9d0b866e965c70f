import { decimal, ratio } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abbreviated, materialNeed, needInOrderUnit } from './material-need.ts';

const need = (inventory: number, demand: number, orderPoint: number | null): string =>
  materialNeed({
    inventory: decimal(inventory),
    demand: decimal(demand),
    orderPoint: orderPoint === null ? null : decimal(orderPoint),
  }).toString();

describe('the need of a material', () => {
  it.each([
    ['more than is wanted', 5, 4, 10, '0'],
    ['more than is wanted, without an order point', 5, 4, null, '0'],
    ['less than the order point', 3, 4, 10, '11'],
    ['nothing at all, but an order point', 0, 0, 10, '10'],
    ['as much as is wanted, below the order point', 4, 4, 10, '10'],
    ['an order point that is reached', 10, 25, 10, '15'],
    ['less than is wanted, without an order point', 3, 10, null, '7'],
    ['exactly what is wanted', 10, 10, null, '0'],
    ['nothing and no wish', 0, 0, null, '0'],
  ])('%s', (_, inventory, demand, orderPoint, expected) => {
    expect(need(inventory, demand, orderPoint)).toBe(expected);
  });

  it('always covers the demand, and the order point where it speaks at all', () => {
    const amount = fc.nat(10_000);
    fc.assert(
      fc.property(amount, amount, fc.option(amount), (inventory, demand, orderPoint) => {
        const needed = Number(need(inventory, demand, orderPoint));
        expect(needed).toBeGreaterThanOrEqual(0);
        expect(inventory + needed).toBeGreaterThanOrEqual(demand);
        if (needed > 0 && orderPoint !== null && orderPoint > inventory)
          expect(inventory + needed).toBe(orderPoint + demand);
      }),
    );
  });

  it('is a whole number of the unit it is ordered in', () => {
    expect(needInOrderUnit(decimal('25'), ratio(12n, 1n)).toString()).toBe('3');
    expect(needInOrderUnit(decimal('24'), ratio(12n, 1n)).toString()).toBe('2');
    expect(needInOrderUnit(decimal('6'), ratio(3n, 1n)).toString()).toBe('2');
    expect(needInOrderUnit(decimal('0'), ratio(12n, 1n)).toString()).toBe('0');
    expect(needInOrderUnit(decimal('0.000001'), ratio(1n, 3n)).toString()).toBe('1');
  });
});

describe('a figure of an export', () => {
  it.each([
    ['0', '0'],
    ['7', '7'],
    ['12345', '12345'],
    ['12345.6', '12346'],
    ['12.34567', '12.346'],
    ['0.123456', '0.1235'],
    ['99999.4', '99999'],
    ['99999.6', '100K'],
    ['123456', '123.46K'],
    ['1000000', '1M'],
    ['1234567', '1.2346M'],
    ['999999999', '1B'],
    ['123456789012', '123.46B'],
    ['1234567890123456', '1234.6T'],
    ['-123456', '-123.46K'],
  ])('%s is %s', (value, text) => {
    expect(abbreviated(decimal(value))).toBe(text);
  });

  it('has at most five digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), fc.nat(999_999), (whole, part) => {
        const text = abbreviated(decimal(`${whole}.${String(part).padStart(6, '0')}`));
        expect(text.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
