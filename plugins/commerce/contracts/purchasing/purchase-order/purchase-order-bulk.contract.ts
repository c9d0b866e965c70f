import { bulkAnswer, bulkBody, bulkPreview, businessDate, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { purchaseOrderReferences } from './purchase-order-fields.ts';
import { purchaseOrderFilter } from './purchase-order-list.contract.ts';
import { purchaseOrderStates } from './purchase-order-status.ts';

const selection = { ids: 'ids', one: 'order', several: 'orders', filter: purchaseOrderFilter } as const;

/**
 * Deletes the drafts and requests for quotation among the orders and lists the others with the reason. Takes ids or the
 * list's filter; above 2,000 orders a change set does the work and the answer names it.
 */
export const bulkDeletePurchaseOrders = endpoint({
  name: 'bulkDeletePurchaseOrders',
  method: 'PUT',
  path: '/v1/purchase-orders/actions/bulk-delete',
  isLong: true,
  permission: 'purchase_orders:delete',
  summary: 'Deletes many purchase orders.',
  body: bulkBody(selection),
  reply: bulkAnswer,
});

const statusBody = bulkBody({ ...selection, more: { statusChange: purchaseOrderStates.code } });

/** Changes the status of orders that allow it and lists the others with the reason, as above. Sends no mails. */
export const bulkChangePurchaseOrderStatus = endpoint({
  name: 'bulkChangePurchaseOrderStatus',
  method: 'PUT',
  path: '/v1/purchase-orders/actions/bulk-change-status',
  isLong: true,
  permission: 'purchase_orders:update',
  summary: 'Changes the status of many purchase orders.',
  body: statusBody,
  reply: bulkAnswer,
});

/** Previews the change, with the reasons of orders that cannot be changed. */
export const previewBulkChangePurchaseOrderStatus = endpoint({
  name: 'previewBulkChangePurchaseOrderStatus',
  method: 'PUT',
  path: '/v1/purchase-orders/actions/preview-bulk-change-status',
  isLong: true,
  permission: 'purchase_orders:update',
  summary: 'Tells what a change of the status of many purchase orders would do.',
  body: statusBody,
  reply: bulkPreview,
});

/** Fields of a bulk edit; null clears a value. */
export const purchaseOrderChanges = z
  .strictObject({
    /** Requested date: lines without a date of their own are expected then. */
    scheduledAt: businessDate.nullish(),
    ...purchaseOrderReferences.input,
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name at least one field',
  });

const editBody = bulkBody({ ...selection, more: { changes: purchaseOrderChanges } });

/** Sets the same values on many orders and lists those that cannot be changed; undone as a whole. */
export const bulkEditPurchaseOrders = endpoint({
  name: 'bulkEditPurchaseOrders',
  method: 'PUT',
  path: '/v1/purchase-orders/actions/bulk-edit',
  isLong: true,
  permission: 'purchase_orders:update',
  summary: 'Changes fields of many purchase orders.',
  body: editBody,
  reply: bulkAnswer,
});

/** Previews the edit, with the reasons of orders that cannot be changed. */
export const previewBulkEditPurchaseOrders = endpoint({
  name: 'previewBulkEditPurchaseOrders',
  method: 'PUT',
  path: '/v1/purchase-orders/actions/preview-bulk-edit',
  isLong: true,
  permission: 'purchase_orders:update',
  summary: 'Tells what a change of many purchase orders would do.',
  body: editBody,
  reply: bulkPreview,
});
