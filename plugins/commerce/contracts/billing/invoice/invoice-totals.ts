import {
  allocateLargestRemainder,
  type Big,
  type DecimalSource,
  decimal,
  greaterOf,
  lesserOf,
  type ProductType,
  roundMoney,
  roundUnitPrice,
  sumOf,
  zero,
} from '@millwright/core/contracts';

/** A line of an order, and how much of it an invoice bills. Quantities in base units, but `quantity`. */
export interface BilledLine {
  /** As ordered, in the unit of the price. */
  quantity: DecimalSource;
  baseQuantity: DecimalSource;
  unitPrice: DecimalSource;
  billed: DecimalSource;
}

/** What was billed, in the unit of the price: an exact ratio, to be rounded for show only. */
export const billedQuantity = ({ quantity, baseQuantity, billed }: BilledLine): Big =>
  decimal(billed).times(decimal(quantity)).div(decimal(baseQuantity));

/** Billed quantity times price, half up to cents. */
export const billedTotal = ({ quantity, baseQuantity, unitPrice, billed }: BilledLine): Big =>
  roundMoney(decimal(billed).times(decimal(quantity)).times(decimal(unitPrice)).div(decimal(baseQuantity)));

/**
 * The part of an order's discount that an invoice carries: what is due of it by the share of the sale that is invoiced
 * with this invoice, less what earlier invoices carry. The parts of a whole order add up to the discount.
 */
export function discountPart(parts: {
  discount: DecimalSource;
  /** Sale of the whole order, and what is invoiced of it with this invoice. */
  sale: DecimalSource;
  invoiced: DecimalSource;
  given: DecimalSource;
}): Big {
  const [discount, sale] = [decimal(parts.discount), decimal(parts.sale)];
  if (!sale.gt(zero) || !discount.gt(zero)) return zero;
  const due = lesserOf(roundMoney(discount.times(decimal(parts.invoiced)).div(sale)), discount);
  return greaterOf(due.minus(decimal(parts.given)), zero);
}

/**
 * The part of an order's typed tax that an invoice carries, amount and quantity alike: what is due of them by the share
 * of what is sold and served that is invoiced with this invoice, less what earlier invoices carry. Where nothing is
 * sold or served all of it goes onto the first; the last one takes the rest.
 */
export function taxPart(parts: {
  /** Of the order's tax line. */
  total: DecimalSource;
  baseQuantity: DecimalSource;
  /** Sold and served in the whole order, and what is invoiced of it with this invoice. */
  taxed: DecimalSource;
  invoiced: DecimalSource;
  /** On earlier invoices. */
  given: { total: DecimalSource; baseQuantity: DecimalSource };
}): { total: Big; baseQuantity: Big } {
  const [taxed, invoiced] = [decimal(parts.taxed), decimal(parts.invoiced)];
  const isAll = !taxed.gt(zero) || invoiced.gte(taxed);
  const due = (whole: DecimalSource, round: (value: Big) => Big): Big =>
    isAll ? decimal(whole) : round(decimal(whole).times(greaterOf(invoiced, zero)).div(taxed));
  return {
    total: due(parts.total, roundMoney).minus(decimal(parts.given.total)),
    baseQuantity: due(parts.baseQuantity, roundUnitPrice).minus(decimal(parts.given.baseQuantity)),
  };
}

export interface InvoiceTotals {
  subtotal: Big;
  discount: Big;
  /** One for each line; only sale lines carry any. */
  lineDiscounts: Big[];
  /** Credits beyond what is billed. */
  carried: Big;
  /** Never below 0. */
  total: Big;
}

/** The totals of an invoice: the discount is spread over its sale lines, each cent on the largest remainder. */
export function invoiceTotals(
  lines: readonly { productType: ProductType; total: DecimalSource }[],
  discount: DecimalSource,
): InvoiceTotals {
  const subtotal = sumOf(lines.map(({ total }) => total));
  const weights = lines.map(({ productType, total }) =>
    productType === 'sale' ? greaterOf(decimal(total), zero) : zero,
  );
  const bearing = sumOf(weights);
  const taken = lesserOf(decimal(discount), bearing);
  const lineDiscounts = taken.gt(zero) ? allocateLargestRemainder(taken, weights) : lines.map(() => zero);
  const net = subtotal.minus(taken);
  const carried = greaterOf(zero.minus(net), zero);
  return { subtotal, discount: taken, lineDiscounts, carried, total: net.plus(carried) };
}
