import type { z } from 'zod';
import { type Big, type DecimalSource, decimal, greaterOf, lesserOf, sumOf, zero } from '../numbers/decimal.ts';
import { roundMoney } from '../numbers/rounding.ts';
import { wireDecimal } from '../numbers/wire-number.ts';
import type { ProductType } from '../records/product-type.ts';

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

/** The price or cost of one unit in a catalog, 0 or more: numeric(18,6). */
export const nonNegativeUnitPrice = wireDecimal({ scale: 6, min: 0 });

/** The amounts of an order line. Credits and returns have negative numbers; the product type implies no sign. */
export interface PricedLine {
  quantity: DecimalSource;
  unitPrice: DecimalSource;
  /** Order discounts apply to `sale` lines only; a line without a type counts as `sale`. */
  productType?: ProductType | undefined;
}

/** `quantity x unitPrice`, half up to cents per line. */
export const lineTotal = ({ quantity, unitPrice }: PricedLine): Big =>
  roundMoney(decimal(quantity).times(decimal(unitPrice)));

/**
 * An order discount: a share of the total of sale lines (0.1 is ten percent) or a fixed amount of money, with an
 * optional minimum total.
 */
export type OrderDiscountTerms = (
  | { type: 'percentage'; percentage: DecimalSource }
  | { type: 'amount'; amount: DecimalSource }
) & { minimumOrderTotal?: DecimalSource | null | undefined };

/**
 * The order discount on this total of sale lines, in cents: at least 0, at most the total, and 0 below the discount's
 * minimum total (spec commerce section 9).
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
  /** Total of the `sale` lines, to which the order discount applies. */
  saleTotal: Big;
  /** Amount of the order discount. */
  discount: Big;
  /** subtotal - discount. */
  total: Big;
}

/**
 * The totals of an order as on the document: each line is rounded, then the lines are added. Also used for live totals
 * in forms.
 */
export function orderTotals(lines: readonly PricedLine[], discount?: OrderDiscountTerms): OrderTotals {
  const lineTotals = lines.map(lineTotal);
  const subtotal = sumOf(lineTotals);
  const saleTotal = sumOf(lineTotals.filter((_, index) => (lines[index]?.productType ?? 'sale') === 'sale'));
  const taken = discount ? orderDiscountAmount(discount, saleTotal) : zero;
  return { lineTotals, subtotal, saleTotal, discount: taken, total: subtotal.minus(taken) };
}
