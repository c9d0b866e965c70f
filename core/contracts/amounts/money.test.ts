import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromScaledInteger, sumOf } from '../numbers/decimal.ts';
import { roundMoney } from '../numbers/rounding.ts';
import { lineTotal, money, nonNegativeUnitPrice, orderDiscountAmount, orderTotals, positiveMoney } from './money.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((value) => fromScaledInteger(value, 2));
const price = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }).map((value) => fromScaledInteger(value, 6));
const share = fc.integer({ min: 0, max: 1_000_000 }).map((value) => fromScaledInteger(BigInt(value), 6));

describe('wire schemas', () => {
  it('hold money to two decimals and its column', () => {
    expect(money.parse(-999_999_999_999.99)).toBe(-999_999_999_999.99);
    expect(money.safeParse(0.005).success).toBe(false);
    expect(money.safeParse(1e12).success).toBe(false);
    expect(positiveMoney.safeParse(0).success).toBe(false);
    expect(nonNegativeUnitPrice.safeParse(-0.01).success).toBe(false);
    expect(nonNegativeUnitPrice.parse(0.000001)).toBe(0.000001);
  });
});

describe('lineTotal', () => {
  it('rounds half up to cents per line, credits mirrored', () => {
    expect(lineTotal({ quantity: 3, unitPrice: 0.335 }).toString()).toBe('1.01');
    expect(lineTotal({ quantity: -3, unitPrice: 0.335 }).toString()).toBe('-1.01');
    expect(lineTotal({ quantity: '1.005', unitPrice: '1' }).toString()).toBe('1.01');
  });
});

describe('orderDiscountAmount', () => {
  it('is a share or an amount, capped at the total', () => {
    expect(orderDiscountAmount({ type: 'percentage', percentage: 0.15 }, '33.33').toString()).toBe('5');
    expect(orderDiscountAmount({ type: 'percentage', percentage: 0.125 }, '0.20').toString()).toBe('0.03');
    expect(orderDiscountAmount({ type: 'amount', amount: 20 }, 12.5).toString()).toBe('12.5');
    expect(orderDiscountAmount({ type: 'amount', amount: 20 }, -5).toString()).toBe('0');
    expect(orderDiscountAmount({ type: 'amount', amount: -20 }, 5).toString()).toBe('0');
  });

  it('never leaves a total below 0', () => {
    fc.assert(
      fc.property(amount, amount, share, (total, fixed, percentage) => {
        for (const taken of [
          orderDiscountAmount({ type: 'amount', amount: fixed }, total),
          orderDiscountAmount({ type: 'percentage', percentage }, total),
        ]) {
          expect(taken.gte('0') && taken.lte(total)).toBe(true);
          expect(roundMoney(taken).eq(taken)).toBe(true);
        }
      }),
    );
  });
});

describe('orderTotals', () => {
  it('adds rounded lines', () => {
    const lines = Array.from({ length: 3 }, () => ({ quantity: 1, unitPrice: 0.335 }));
    const totals = orderTotals(lines, { type: 'percentage', percentage: 0.5 });
    expect([totals.subtotal, totals.discount, totals.total].map(String)).toEqual(['1.02', '0.51', '0.51']);
    expect(orderTotals([]).total.toString()).toBe('0');
  });

  it('take the discount off what is sold, from its least total on', () => {
    const lines = [
      { quantity: 2, unitPrice: 50 },
      { quantity: 1, unitPrice: 30, productType: 'shipping' as const },
    ];
    const of = (minimumOrderTotal: number) =>
      orderTotals(lines, { type: 'percentage', percentage: 0.1, minimumOrderTotal });
    expect([of(100).saleTotal, of(100).discount, of(100).total].map(String)).toEqual(['100', '10', '120']);
    expect(String(of(100.01).total)).toBe('130');
  });

  it('has no dependence on the order of lines, and a return takes back its sale', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ quantity: price, unitPrice: price })), (lines) => {
        const { total, lineTotals } = orderTotals(lines);
        expect(orderTotals([...lines].reverse()).total.eq(total)).toBe(true);
        expect(sumOf(lineTotals).eq(total)).toBe(true);
        const returned = lines.map((line) => ({ ...line, quantity: line.quantity.neg() }));
        expect(orderTotals([...lines, ...returned]).total.toString()).toBe('0');
      }),
    );
  });
});
