import { defineEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantTable } from '@millwright/core/server';
import { SalesOrder } from '../sales-order.entity.ts';

/** A production run for an order. The plugin production owns the rows and writes them through the port. */
export const SalesOrderRun = defineEntity({
  ...tenantTable('commerce', 'sales_order_run', { isClosedToCustomers: true }),
  name: 'SalesOrderRun',
  properties: {
    ...accountColumn(),
    order: () => belongsTo(SalesOrder, 'order_id').primary(),
    runID: column.id().primary(),
    runNumber: column.text(),
  },
  indexes: [{ properties: ['accountID', 'runID'] }],
});
