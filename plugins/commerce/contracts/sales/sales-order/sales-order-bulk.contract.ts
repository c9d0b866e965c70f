import { bulkAnswer, bulkBody, bulkPreview, businessDate, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { bulkOrderReferences } from './sales-order-fields.ts';
import { salesOrderFilter } from './sales-order-list.contract.ts';
import { salesOrderStates } from './sales-order-status.ts';

const selection = { ids: 'ids', one: 'order', several: 'orders', filter: salesOrderFilter } as const;

/**
 * Deletes the estimates and bid requests among the orders and lists the others with the reason. Takes ids or the list's
 * filter; over 2,000 orders a change set does it and the answer names it.
 */
export const bulkDeleteSalesOrders = endpoint({
  name: 'bulkDeleteSalesOrders',
  method: 'PUT',
  path: '/v1/sales-orders/actions/bulk-delete',
  isLong: true,
  permission: 'sales_orders:delete',
  summary: 'Deletes many sales orders.',
  body: bulkBody(selection),
  reply: bulkAnswer,
});

/** Changes the status of the orders that may take it and lists the others with the reason, as above. Sends no mails. */
export const bulkChangeSalesOrderStatus = endpoint({
  name: 'bulkChangeSalesOrderStatus',
  method: 'PUT',
  path: '/v1/sales-orders/actions/bulk-change-status',
  isLong: true,
  permission: 'sales_orders:update',
  summary: 'Changes the status of many sales orders.',
  body: bulkBody({ ...selection, more: { statusChange: salesOrderStates.code } }),
  reply: bulkAnswer,
});

/** Fields that many orders are given at once; null takes a value away. */
export const salesOrderChanges = z
  .strictObject({
    /** Orders with a service of another carrier are refused. */
    ...bulkOrderReferences.input,
    promisedAt: businessDate.nullish(),
    expiredAt: businessDate.nullish(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name at least one field',
  });

const editBody = bulkBody({ ...selection, more: { changes: salesOrderChanges } });

/** Gives many orders the same values and lists those that may not change, as above; it can be undone as a whole. */
export const bulkEditSalesOrders = endpoint({
  name: 'bulkEditSalesOrders',
  method: 'PUT',
  path: '/v1/sales-orders/actions/bulk-edit',
  isLong: true,
  permission: 'sales_orders:update',
  summary: 'Changes fields of many sales orders.',
  body: editBody,
  reply: bulkAnswer,
});

/** What that would do, and why it would refuse orders. */
export const previewBulkEditSalesOrders = endpoint({
  name: 'previewBulkEditSalesOrders',
  method: 'PUT',
  path: '/v1/sales-orders/actions/preview-bulk-edit',
  isLong: true,
  permission: 'sales_orders:update',
  summary: 'Tells what a change of many sales orders would do.',
  body: editBody,
  reply: bulkPreview,
});

/** What a change of the status of many orders would do. */
export const previewBulkChangeSalesOrderStatus = endpoint({
  name: 'previewBulkChangeSalesOrderStatus',
  method: 'PUT',
  path: '/v1/sales-orders/actions/preview-bulk-change-status',
  isLong: true,
  permission: 'sales_orders:update',
  summary: 'Tells what a change of the status of many sales orders would do.',
  body: bulkBody({ ...selection, more: { statusChange: salesOrderStates.code } }),
  reply: bulkPreview,
});
