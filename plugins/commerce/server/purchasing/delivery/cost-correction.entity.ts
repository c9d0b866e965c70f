import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantTable } from '@millwright/core/server';
import { ReceivingOrder } from '../receiving-order/receiving-order.entity.ts';
import { DeliveryLine } from './delivery.entity.ts';

/**
 * A correction of a delivery line's cost: goods in stock changed their value, and the change for goods that had left is
 * a variance. Rows are only added; the newest row of a line has its present cost.
 */
export const CostCorrection = defineEntity({
  ...tenantTable('commerce', 'cost_correction', { tenant: 'cr', isClosedToCustomers: true }),
  name: 'CostCorrection',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    createdAt: column.timestamp(),
    receivingOrder: () => belongsTo(ReceivingOrder, 'receiving_order_id'),
    deliveryLine: () => belongsTo(DeliveryLine, 'delivery_line_id'),
    /** Value of all accepted goods. */
    valueBefore: column.stockValue(),
    value: column.stockValue(),
    /** Base units that had left the stock. */
    quantityLeft: column.quantity(),
    inStock: column.stockValue(),
    variance: column.stockValue(),
    note: column.text().nullable(),
    actorName: column.text(),
  },
  indexes: [
    { properties: ['accountID', 'deliveryLine', 'createdAt', 'id'] },
    { properties: ['accountID', 'receivingOrder'] },
    { properties: ['accountID', 'createdAt'] },
  ],
  checks: [
    { name: 'cost_correction_value', expression: 'value >= 0 and value = value_before + in_stock + variance' },
    { name: 'cost_correction_left', expression: 'quantity_left >= 0 and (quantity_left > 0 or variance = 0)' },
  ],
});
export type CostCorrection = InferEntity<typeof CostCorrection>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.cost_correction': TableRow<typeof CostCorrection>;
  }
}
