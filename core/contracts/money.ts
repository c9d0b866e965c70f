import type { z } from 'zod';
import { type Big, type DecimalSource, decimal, greaterOf, lesserOf, sumOf, zero } from './decimal.ts';
import { roundMoney } from './rounding.ts';
import { wireDecimal } from './wire-number.ts';

/** An amount in the account's currency, of either sign: numeric(14,2). */
export const money = wireDecimal({ scale: 2 });
export type Money = z.output<typeof money>;

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
}

/** `quantity x unitPrice`, half up to cents per line. */
export const lineTotal = ({ quantity, unitPrice }: PricedLine): Big =>
  roundMoney(decimal(quantity).times(decimal(unitPrice)));

/** An order discount: a share of the total (0.1 is ten percent) or a fixed amount of money. */
export type OrderDiscountTerms =
  | { type: 'percentage'; percentage: DecimalSource }
  | { type: 'amount'; amount: DecimalSource };

/**
 * What an order discount takes off this total, in cents: never less than 0, never more than the total (spec commerce
 * section 9).
 */
export function orderDiscountAmount(discount: OrderDiscountTerms, total: DecimalSource): Big {
  const whole = greaterOf(decimal(total), zero);
  const amount = discount.type === 'percentage' ? whole.times(decimal(discount.percentage)) : decimal(discount.amount);
  return roundMoney(lesserOf(greaterOf(amount, zero), whole));
}

export interface OrderTotals {
  /** One per line, in the order of the lines. */
  lineTotals: Big[];
  /** Sum of the rounded line totals. */
  subtotal: Big;
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
  const taken = discount ? orderDiscountAmount(discount, subtotal) : zero;
  return { lineTotals, subtotal, discount: taken, total: subtotal.minus(taken) };
}

export interface VolumeDiscountTierTerms {
  /** Quantity from which the tier counts; reaching it is enough. */
  threshold: DecimalSource;
  /** Share taken off: 0.1 is ten percent. */
  discountPercentage: DecimalSource;
}

/**
 * The unit price after volume discounts: times (1 - percentage) for every tier whose threshold is reached, rounded to
 * cents
 * once at the end. A price that no tier lowers keeps its six decimals (spec commerce section 9).
 */
export function volumeDiscountedPrice(
  price: DecimalSource,
  tiers: readonly VolumeDiscountTierTerms[],
  quantity: DecimalSource,
): Big {
  const ordered = decimal(quantity);
  const one = decimal('1');
  const reached = tiers
    .filter((tier) => ordered.gte(decimal(tier.threshold)))
    .map((tier) => one.minus(decimal(tier.discountPercentage)))
    .filter((factor) => !factor.eq(one));
  if (reached.length === 0) return decimal(price);
  return roundMoney(reached.reduce((discounted, factor) => discounted.times(factor), decimal(price)));
}
