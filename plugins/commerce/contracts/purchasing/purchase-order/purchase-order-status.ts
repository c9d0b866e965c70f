import { z } from 'zod';
import { type OrderStatusCode, orderStatusChanges, orderStatuses } from '../../document/order-status.ts';

/** Codes of the statuses of purchase orders. */
export const purchaseOrderStatuses = orderStatuses;
export type PurchaseOrderStatus = OrderStatusCode;

/** People's names of the statuses. */
export const purchaseOrderStatusNames: Record<PurchaseOrderStatus, string> = {
  bid_request: 'Request for quotation',
  estimate: 'Draft',
  issued: 'Issued',
  fulfilled: 'Fulfilled',
  closed_short: 'Closed short',
};

/** Schema of a status code in requests. */
export const purchaseOrderStatusCode = z.enum(purchaseOrderStatuses, {
  error: `Must be one of ${purchaseOrderStatuses.join(', ')}`,
});

/**
 * Statuses that a person may give the order now: back to a draft only while nothing was received. `fulfilled` follows
 * from what was accepted and stocked.
 */
export const purchaseOrderStatusChanges = (order: {
  status: PurchaseOrderStatus;
  hasReceipts: boolean;
}): PurchaseOrderStatus[] => orderStatusChanges(order.status, order.hasReceipts);

/** Whether fields and lines may change: not fulfilled and not completed (spec commerce section 4). */
export const isPurchaseOrderEditable = (order: {
  status: PurchaseOrderStatus;
  completedAt: string | Date | null;
}): boolean => order.status !== 'fulfilled' && order.completedAt === null;

/** Whether the order may be deleted. */
export const isPurchaseOrderDeletable = (status: PurchaseOrderStatus): boolean =>
  status === 'estimate' || status === 'bid_request';
