import { declareStates, type StateOf } from '@millwright/core/contracts';
import { orderPredicates, orderStatusChanges } from '../../document/order-status.ts';

/** States of a purchase order, in the order of its life. */
export const purchaseOrderStates = declareStates('purchase_order', {
  bid_request: { name: 'Request for quotation', tone: 'warning', is: orderPredicates.bid_request, next: ['email'] },
  estimate: { name: 'Draft', tone: 'neutral', is: orderPredicates.estimate, next: ['issue'] },
  issued: { name: 'Issued', tone: 'info', is: orderPredicates.issued, next: ['ask_dates', 'take_answer', 'receive'] },
  fulfilled: { name: 'Fulfilled', tone: 'success', is: orderPredicates.fulfilled },
  closed_short: { name: 'Closed short', tone: 'danger', is: orderPredicates.closed_short },
});
export type PurchaseOrderStatus = StateOf<typeof purchaseOrderStates>;

/**
 * Statuses that a person may set now; back to a draft only if nothing was received. `fulfilled` follows from accepted
 * and stocked quantities.
 */
export const purchaseOrderStatusChanges = (order: {
  status: PurchaseOrderStatus;
  hasReceipts: boolean;
}): PurchaseOrderStatus[] => orderStatusChanges(order.status, order.hasReceipts);

/** Whether fields and lines can be changed: not fulfilled and not completed (spec commerce section 4). */
export const isPurchaseOrderEditable = (order: {
  status: PurchaseOrderStatus;
  completedAt: string | Date | null;
}): boolean => purchaseOrderStates.is.editable(order.status) && order.completedAt === null;

/** Whether the order can be deleted. */
export const isPurchaseOrderDeletable = (status: PurchaseOrderStatus): boolean => purchaseOrderStates.is.quoted(status);
