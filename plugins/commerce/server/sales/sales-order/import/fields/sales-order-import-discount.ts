import { type Big, decimal, lineTotal, roundMoney, roundUnitPrice, zero } from '@millwright/core/contracts';
import type { ParsedRow } from '@millwright/core/server';
import type { Tell } from '../../../../document/import/order-rows.ts';

const discountFields = ['discount', 'discountPercent', 'discountAmount'] as const;
type DiscountField = (typeof discountFields)[number];

/** What a row takes off its line; undefined for nothing. */
export interface RowDiscount {
  field: DiscountField;
  value: Big;
}

const [one, hundred] = [decimal('1'), decimal('100')];

/** The discount of a row; a second one, or one that can be meant in two ways, is told. */
export function discountOf(row: ParsedRow, fault: Tell): RowDiscount | undefined {
  const [found, other] = discountFields.flatMap((field) => {
    const cell = row.fields[field];
    const value = typeof cell === 'string' ? decimal(cell) : zero;
    return value.eq(zero) ? [] : [{ field, value }];
  });
  if (!found) return undefined;
  const { field, value } = found;
  if (other) fault(row.row, other.field, 'A line takes one discount');
  if (value.lt(zero)) fault(row.row, field, 'A discount is not below 0');
  else if (field === 'discount' && value.gte(one))
    fault(
      row.row,
      field,
      `${value.toFixed()} can be percent or an amount: let the column fill Discount percent or Discount amount`,
    );
  else if (field === 'discountPercent' && value.gt(hundred)) fault(row.row, field, 'A discount is at most 100 percent');
  return found;
}

/** The price of one after the discount, to six decimals; told where it is more than the line or comes out otherwise. */
export function discounted(
  { field, value }: RowDiscount,
  { price, quantity }: { price: string; quantity: string },
  fault: (field: DiscountField, message: string) => void,
): Big {
  const gross = decimal(price);
  if (field !== 'discountAmount') {
    const share = field === 'discount' ? value : value.div(hundred);
    return roundUnitPrice(gross.times(one.minus(share)));
  }
  const net = roundUnitPrice(gross.minus(value.div(decimal(quantity))));
  if (net.lt(zero)) fault(field, 'The discount is more than the line');
  const wanted = roundMoney(gross.times(decimal(quantity)).minus(value));
  const total = lineTotal({ quantity, unitPrice: net });
  if (net.gte(zero) && !total.eq(wanted))
    fault(field, `Spread over ${quantity} it would make the line ${total.toFixed(2)} instead of ${wanted.toFixed(2)}`);
  return net;
}
