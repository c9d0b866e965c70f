import { decimal, sumOf } from '@millwright/core/contracts';
import { heldSum } from '../../../document/line-amounts.ts';
import type { SalesOrder } from '../sales-order.entity.ts';
import type { SalesOrderLine } from './sales-order-line.entity.ts';

type Sums = Pick<
  SalesOrder,
  | 'lineCount'
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
 * What an order holds of its lines: their number, the sum of their rounded totals, and quantities in base units. Sale
 * products are picked and shipped; everything is invoiced. @throws Problem 400 for sums beyond the columns.
 */
export function sumsOfLines(lines: readonly Summed[]): Sums {
  const sale = lines.filter(({ productType }) => productType === 'sale');
  const sum = (of: readonly Summed[], field: Exclude<keyof Summed, 'productType' | 'total'>): string =>
    heldSum(sumOf(of.map((line) => decimal(line[field]))), 6);
  return {
    lineCount: lines.length,
    total: heldSum(sumOf(lines.map(({ total }) => total)), 2),
    quantityToPick: sum(sale, 'baseQuantity'),
    quantityPicked: sum(sale, 'quantityPicked'),
    quantityPacked: sum(sale, 'quantityPacked'),
    quantityShipped: sum(sale, 'quantityShipped'),
    quantityToInvoice: sum(lines, 'baseQuantity'),
    quantityInvoiced: sum(lines, 'quantityInvoiced'),
  };
}
