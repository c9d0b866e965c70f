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

/** A line of an invoice as far as credits look at it; quantities in the unit that was billed. */
export interface CreditableLine {
  id: string;
  productType: ProductType;
  quantity: DecimalSource;
  total: DecimalSource;
  /** Its part of the order's discount. */
  discount: DecimalSource;
  quantityCredited: DecimalSource;
  amountCredited: DecimalSource;
}

/** What of a line is to be credited: goods at what they cost, or an amount. */
export interface CreditWish {
  invoiceLineID: string;
  quantity?: DecimalSource | undefined;
  amount?: DecimalSource | undefined;
}

/** What a credit gives back of a line. */
export interface CreditPart {
  invoiceLineID: string;
  quantity: Big;
  amount: Big;
  why: string;
}

/** What the customer was billed for a line, and what of it is not credited yet. */
export const netOf = ({ total, discount }: Pick<CreditableLine, 'total' | 'discount'>): Big =>
  greaterOf(decimal(total).minus(decimal(discount)), zero);
export const creditableOf = (line: CreditableLine): Big =>
  greaterOf(netOf(line).minus(decimal(line.amountCredited)), zero);
export const creditableQuantity = ({ quantity, quantityCredited }: CreditableLine): Big =>
  greaterOf(decimal(quantity).minus(decimal(quantityCredited)), zero);

/** The price of a quantity less its part of the discount, so that parts of a line add up to what was billed. */
function shareOf(line: CreditableLine, quantity: Big): Big {
  const upTo = (some: Big): Big => roundMoney(netOf(line).times(some).div(decimal(line.quantity)));
  const credited = decimal(line.quantityCredited);
  return lesserOf(upTo(credited.plus(quantity)).minus(upTo(credited)), creditableOf(line));
}

const isTaxed = ({ productType }: CreditableLine): boolean => productType === 'sale' || productType === 'service';

/** Tax goes back as what was taxed does; where a tax line is asked for by itself, nothing comes by itself. */
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

/** An amount of freight over the freight lines, the first first. */
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
 * What a credit of an invoice gives back, line by line: goods at their price less their part of the discount, the tax
 * on them, freight. Wishes for the same line are one after the other. The form shows it, the server writes it; neither
 * checks that it is not more than there is.
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
