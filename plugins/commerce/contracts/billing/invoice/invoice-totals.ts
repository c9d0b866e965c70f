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

/** An order line, and the quantity that an invoice bills. Quantities in base units, except `quantity`. */
export interface BilledLine {
  /** As ordered, in the unit of the price. */
  quantity: DecimalSource;
  baseQuantity: DecimalSource;
  unitPrice: DecimalSource;
  billed: DecimalSource;
}

/** The billed quantity in the unit of the price: an exact ratio; round it only for display. */
export const billedQuantity = ({ quantity, baseQuantity, billed }: BilledLine): Big =>
  decimal(billed).times(decimal(quantity)).div(decimal(baseQuantity));

/** Billed quantity times price, half up to cents. */
export const billedTotal = ({ quantity, baseQuantity, unitPrice, billed }: BilledLine): Big =>
  roundMoney(decimal(billed).times(decimal(quantity)).times(decimal(unitPrice)).div(decimal(baseQuantity)));

/**
 * The share of an order's discount on an invoice: the discount that is due for all sales invoiced so far, including
 * this invoice, less that of earlier invoices. The shares of a whole order add up to the discount.
 */
export function discountPart(parts: {
  discount: DecimalSource;
  /** Sales of the whole order, and sales invoiced including this invoice. */
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
 * The share of an order's entered tax on an invoice, both amount and quantity: what is due for all goods and services
 * invoiced so far, including this invoice, less earlier invoices. If nothing is sold or served, the first invoice
 * carries all of it. The last invoice takes the rest.
 */
export function taxPart(parts: {
  /** Of the order's tax line. */
  total: DecimalSource;
  baseQuantity: DecimalSource;
  /** Goods and services of the whole order, and those invoiced including this invoice. */
  taxed: DecimalSource;
  invoiced: DecimalSource;
  /** Amounts on earlier invoices. */
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

/** Product types of sales: goods and services, less returns and deductions. Freight and tax are excluded. */
export const soldProductTypes = ['sale', 'service', 'credit', 'return'] as const satisfies readonly ProductType[];

/** Whether lines of such products count as sales. */
export const countsAsSale = (productType: ProductType): boolean =>
  (soldProductTypes as readonly ProductType[]).includes(productType);

export interface InvoiceTotals {
  subtotal: Big;
  discount: Big;
  /** One per line; only sale lines have a discount. */
  lineDiscounts: Big[];
  /** Credits that exceed the billed amount. */
  carried: Big;
  /** At least 0. */
  total: Big;
  /** The total without freight, tax and carried credits: below 0 if more is deducted than sold. */
  sales: Big;
}

/**
 * The totals of an invoice. The discount is distributed over its sale lines, remaining cents to the largest remainders.
 */
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
  const sold = lines.filter(({ productType }) => countsAsSale(productType));
  const sales = sumOf(sold.map(({ total }) => total)).minus(taken);
  return { subtotal, discount: taken, lineDiscounts, carried, total: net.plus(carried), sales };
}
