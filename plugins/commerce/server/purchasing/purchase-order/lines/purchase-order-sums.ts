import { decimal, sumOf } from '@millwright/core/contracts';
import { heldSum } from '../../../document/lines/line-amounts.ts';
import type { PurchaseOrder } from '../purchase-order.entity.ts';
import type { PurchaseOrderLine } from './purchase-order-line.entity.ts';

type Sums = Pick<PurchaseOrder, 'lineCount' | 'total' | 'quantityOrdered' | 'quantityReceived' | 'quantityStocked'>;
type Summed = Pick<PurchaseOrderLine, 'total' | 'baseQuantity' | 'quantityReceived' | 'quantityStocked'>;

/**
 * Sums of an order over its lines.
 * @throws Problem 400 for sums beyond the columns
 */
export function sumsOfPurchaseLines(lines: readonly Summed[]): Sums {
  const stockedOf = ({ baseQuantity, quantityStocked }: Summed) => {
    const [ordered, stocked] = [decimal(baseQuantity), decimal(quantityStocked)];
    return stocked.gt(ordered) ? ordered : stocked;
  };
  return {
    lineCount: lines.length,
    total: heldSum(sumOf(lines.map(({ total }) => total)), 2),
    quantityOrdered: heldSum(sumOf(lines.map(({ baseQuantity }) => baseQuantity)), 6),
    quantityReceived: heldSum(sumOf(lines.map(({ quantityReceived }) => quantityReceived)), 6),
    quantityStocked: heldSum(sumOf(lines.map(stockedOf)), 6),
  };
}
