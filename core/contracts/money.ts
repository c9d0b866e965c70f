import type { z } from 'zod';
import { type Big, type DecimalSource, decimal, greaterOf, lesserOf, sumOf, zero } from './decimal.ts';
import type { ProductType } from './product-type.ts';
import { roundMoney } from './rounding.ts';
import { wireDecimal } from './wire-number.ts';

/** An amount in the account's currency, of either sign: numeric(14,2). */
export const money = wireDecimal({ scale: 2 });
export type MoneyAmount = z.output<typeof money>;

/** An amount of 0 or more: numeric(14,2). */
export const nonNegativeMoney = wireDecimal({ scale: 2, min: 0 });

/** An amount above 0: numeric(14,2). */
export const positiveMoney = wireDecimal({ scale: 2, above: 0 });

/** The price or cost of one unit, negative on credits: numeric(18,6). */
export const unitPrice = wireDecimal({ scale: 6 });
export type UnitPrice = z.output<typeof unitPrice>;

/** The price or cost of one unit in a catalogue, 0 or more: numeric(18,6). */
export const nonNegativeUnitPrice = wireDecimal({ scale: 6, min: 0 });

/** What arithmetic needs of an order line. The sign lies in the numbers, never in the product type. */
export interface PricedLine {
  quantity: DecimalSource;
  unitPrice: DecimalSource;
  /** Order discounts are of what is sold; a line that does not say is. */
  productType?: ProductType | undefined;
}

/** `quantity x unitPrice`, half up to cents per line. */
export const lineTotal = ({ quantity, unitPrice }: PricedLine): Big =>
  roundMoney(decimal(quantity).times(decimal(unitPrice)));

/**
 * An order discount: a share of the total of sale lines (0.1 is ten percent) or a fixed amount of money, from a least
 * total on.
 */
export type OrderDiscountTerms = (
  | { type: 'percentage'; percentage: DecimalSource }
  | { type: 'amount'; amount: DecimalSource }
) & { minimumOrderTotal?: DecimalSource | null | undefined };

/**
 * What an order discount takes off this total of sale lines, in cents: never less than 0, never more than the total,
 * nothing below its least total (spec commerce section 9).
 */
export function orderDiscountAmount(discount: OrderDiscountTerms, total: DecimalSource): Big {
  const whole = greaterOf(decimal(total), zero);
  if (whole.lt(decimal(discount.minimumOrderTotal ?? 0))) return zero;
  const amount = discount.type === 'percentage' ? whole.times(decimal(discount.percentage)) : decimal(discount.amount);
  return roundMoney(lesserOf(greaterOf(amount, zero), whole));
}

export interface OrderTotals {
  /** One per line, in the order of the lines. */
  lineTotals: Big[];
  /** Sum of the rounded line totals. */
  subtotal: Big;
  /** The part of it that is sold: what the order discount is of. */
  saleTotal: Big;
  /** What the order discount takes off. */
  discount: Big;
  /** subtotal - discount. */
  total: Big;
}

/**
 * The totals of an order as the document shows them: rounded per line, then added. Serves the forms' live totals too.
 */
export function orderTotals(lines: readonly PricedLine[], discount?: OrderDiscountTerms): OrderTotals {
  const lineTotals = lines.map(lineTotal);
  const subtotal = sumOf(lineTotals);
  const saleTotal = sumOf(lineTotals.filter((_, index) => (lines[index]?.productType ?? 'sale') === 'sale'));
  const taken = discount ? orderDiscountAmount(discount, saleTotal) : zero;
  return { lineTotals, subtotal, saleTotal, discount: taken, total: subtotal.minus(taken) };
}
