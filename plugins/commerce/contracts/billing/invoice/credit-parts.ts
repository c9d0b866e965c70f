import {
  type Big,
  type DecimalSource,
  decimal,
  greaterOf,
  lesserOf,
  type ProductType,
  roundMoney,
  sumOf,
  zero,
} from '@millwright/core/contracts';

/** An invoice line for calculating credits; quantities in the billed unit. */
export interface CreditableLine {
  id: string;
  productType: ProductType;
  quantity: DecimalSource;
  total: DecimalSource;
  /** Its share of the order's discount. */
  discount: DecimalSource;
  quantityCredited: DecimalSource;
  amountCredited: DecimalSource;
}

/** A requested credit of a line: a quantity at the line's price, or an amount. */
export interface CreditWish {
  invoiceLineID: string;
  quantity?: DecimalSource | undefined;
  amount?: DecimalSource | undefined;
}

/** The credit of a line. */
export interface CreditPart {
  invoiceLineID: string;
  quantity: Big;
  amount: Big;
  why: string;
}

/** The billed amount of a line after discount, and the part of it that is not credited yet. */
export const netOf = ({ total, discount }: Pick<CreditableLine, 'total' | 'discount'>): Big =>
  greaterOf(decimal(total).minus(decimal(discount)), zero);
export const creditableOf = (line: CreditableLine): Big =>
  greaterOf(netOf(line).minus(decimal(line.amountCredited)), zero);
export const creditableQuantity = ({ quantity, quantityCredited }: CreditableLine): Big =>
  greaterOf(decimal(quantity).minus(decimal(quantityCredited)), zero);

/** The price of a quantity less its share of the discount; the shares of a line add up to its billed amount. */
function shareOf(line: CreditableLine, quantity: Big): Big {
  const upTo = (some: Big): Big => roundMoney(netOf(line).times(some).div(decimal(line.quantity)));
  const credited = decimal(line.quantityCredited);
  return lesserOf(upTo(credited.plus(quantity)).minus(upTo(credited)), creditableOf(line));
}

const isTaxed = ({ productType }: CreditableLine): boolean => productType === 'sale' || productType === 'service';

/** Tax is credited in proportion to the taxed amount; not automatically if a tax line is requested itself. */
function taxParts(lines: readonly CreditableLine[], parts: readonly CreditPart[]): CreditPart[] {
  const byID = new Map(lines.map((line) => [line.id, line]));
  if (parts.some(({ invoiceLineID }) => byID.get(invoiceLineID)?.productType === 'tax')) return [];
  const taxed = lines.filter(isTaxed);
  const billed = sumOf(taxed.map(netOf));
  const now = sumOf(
    parts.filter((part) => taxed.some(({ id }) => id === part.invoiceLineID)).map((each) => each.amount),
  );
  if (!now.gt(zero) || !billed.gt(zero)) return [];
  const credited = sumOf(taxed.map(({ amountCredited }) => amountCredited)).plus(now);
  return lines
    .filter(({ productType }) => productType === 'tax')
    .map((line) => {
      const due = roundMoney(netOf(line).times(credited).div(billed)).minus(decimal(line.amountCredited));
      const amount = lesserOf(greaterOf(due, zero), creditableOf(line));
      return { invoiceLineID: line.id, quantity: zero, amount, why: 'Tax of what is credited' };
    })
    .filter(({ amount }) => amount.gt(zero));
}

/** Distributes an amount of freight over the freight lines, in order. */
function freightParts(lines: readonly CreditableLine[], freight: Big): CreditPart[] {
  let left = freight;
  return lines
    .filter(({ productType }) => productType === 'shipping')
    .map((line) => {
      const amount = lesserOf(left, creditableOf(line));
      left = left.minus(amount);
      return { invoiceLineID: line.id, quantity: zero, amount, why: 'Freight' };
    })
    .filter(({ amount }) => amount.gt(zero));
}

/**
 * The credit of an invoice by line: goods at their price less their share of the discount, the tax on them, freight.
 * Several requests for a line are applied in order. Used by the form and by the server; neither limit is checked here.
 */
export function creditParts(
  lines: readonly CreditableLine[],
  wishes: readonly CreditWish[],
  freight: DecimalSource = '0',
): CreditPart[] {
  const now = new Map(lines.map((line) => [line.id, line]));
  const wished = wishes.flatMap(({ invoiceLineID, quantity = '0', amount }): CreditPart[] => {
    const line = now.get(invoiceLineID);
    if (!line) return [];
    const part = {
      invoiceLineID,
      quantity: decimal(quantity),
      amount: amount === undefined ? shareOf(line, decimal(quantity)) : decimal(amount),
      why: decimal(quantity).gt(zero) ? (amount === undefined ? 'At its price' : 'Amount given') : 'Price',
    };
    now.set(invoiceLineID, {
      ...line,
      quantityCredited: decimal(line.quantityCredited).plus(part.quantity),
      amountCredited: decimal(line.amountCredited).plus(part.amount),
    });
    return [part];
  });
  return [...wished, ...taxParts(lines, wished), ...freightParts([...now.values()], decimal(freight))];
}
