import { bulkAnswer, bulkBody, bulkPreview, businessDate, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { bulkOrderReferences } from './sales-order-fields.ts';
import { salesOrderFilter } from './sales-order-list.contract.ts';
import { salesOrderStates } from './sales-order-status.ts';

const selection = { ids: 'ids', one: 'order', several: 'orders', filter: salesOrderFilter } as const;

/**
 * Deletes the estimates and bid requests among the orders and lists the others with the reason. Takes ids or the list's
 * filter; above 2,000 orders a change set does the work and the answer names it.
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

/**
 * Changes the status of orders that allow it and lists the others with the reason, as above. Orders with products that
 * are not sold any more are issued where the caller confirms `product_ended`. Sends no mails.
 */
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

/** Fields of a bulk edit; null clears a value. */
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

/** Sets the same values on many orders and lists those that cannot be changed, as above; undone as a whole. */
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

/** Previews the edit, with the reasons of orders that cannot be changed. */
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

/** Previews a bulk status change. */
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
