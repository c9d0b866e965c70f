import { decimal, orderDiscountAmount, sumOf, zero } from '@millwright/core/contracts';
import { discountTermsOf, type OrderDiscountSnapshot } from '../../../../contracts/index.ts';
import { heldSum } from '../../../document/lines/line-amounts.ts';
import type { SalesOrder } from '../sales-order.entity.ts';
import type { SalesOrderLine } from './sales-order-line.entity.ts';

type Sums = Pick<
  SalesOrder,
  | 'lineCount'
  | 'discount'
  | 'total'
  | 'quantityToPick'
  | 'quantityPicked'
  | 'quantityPacked'
  | 'quantityShipped'
  | 'quantityToInvoice'
  | 'quantityInvoiced'
>;

type Summed = Pick<
  SalesOrderLine,
  | 'productType'
  | 'total'
  | 'baseQuantity'
  | 'quantityPicked'
  | 'quantityPacked'
  | 'quantityShipped'
  | 'quantityInvoiced'
>;

/**
 * Sums of an order over its lines: their number, the total of the rounded line totals less the order discount, and
 * quantities in base units. Only sale products are picked and shipped, all lines are invoiced.
 * @throws Problem 400 for sums beyond the range of the columns
 */
export function sumsOfSalesLines(lines: readonly Summed[], orderDiscount?: OrderDiscountSnapshot | null): Sums {
  const sale = lines.filter(({ productType }) => productType === 'sale');
  const sum = (of: readonly Summed[], field: Exclude<keyof Summed, 'productType' | 'total'>): string =>
    heldSum(sumOf(of.map((line) => decimal(line[field]))), 6);
  const subtotal = sumOf(lines.map(({ total }) => total));
  const terms = discountTermsOf(orderDiscount);
  const discount = terms ? orderDiscountAmount(terms, sumOf(sale.map(({ total }) => total))) : zero;
  return {
    lineCount: lines.length,
    discount: heldSum(discount, 2),
    total: heldSum(subtotal.minus(discount), 2),
    quantityToPick: sum(sale, 'baseQuantity'),
    quantityPicked: sum(sale, 'quantityPicked'),
    quantityPacked: sum(sale, 'quantityPacked'),
    quantityShipped: sum(sale, 'quantityShipped'),
    quantityToInvoice: sum(lines, 'baseQuantity'),
    quantityInvoiced: sum(lines, 'quantityInvoiced'),
  };
}
