import { declareStates, type StateOf } from '@millwright/core/contracts';
import { orderPredicates, orderStatusChanges } from '../../document/order-status.ts';

/** States of a sales order, in the order of its life. */
export const salesOrderStates = declareStates('sales_order', {
  bid_request: { name: 'Bid request', tone: 'warning', is: orderPredicates.bid_request, next: ['answer'] },
  estimate: { name: 'Estimate', tone: 'neutral', is: orderPredicates.estimate, next: ['email', 'issue'] },
  issued: { name: 'Issued', tone: 'info', is: orderPredicates.issued, next: ['release', 'pick', 'pack', 'ship'] },
  fulfilled: { name: 'Fulfilled', tone: 'success', is: orderPredicates.fulfilled, next: ['record_payment'] },
  closed_short: { name: 'Closed short', tone: 'danger', is: orderPredicates.closed_short, next: ['record_payment'] },
});
export type SalesOrderStatus = StateOf<typeof salesOrderStates>;

/** Facts that determine the next statuses of an order. */
export interface SalesOrderState {
  status: SalesOrderStatus;
  /** Whether anything has been picked; then it cannot become an estimate again. */
  hasPicks: boolean;
}

/**
 * Statuses that a person may set now. `fulfilled` is never among them: it follows from the invoiced quantities
 * (completion of at least 1).
 */
export const allowedStatusChanges = ({ status, hasPicks }: SalesOrderState): SalesOrderStatus[] =>
  orderStatusChanges(status, hasPicks);

/** Whether fields and lines can be changed: not fulfilled, nothing shipped, not completed (spec commerce section 4). */
export const isSalesOrderEditable = (order: {
  status: SalesOrderStatus;
  completedAt: string | Date | null;
  hasShipped: boolean;
}): boolean => salesOrderStates.is.editable(order.status) && order.completedAt === null && !order.hasShipped;

/** Whether the order can be deleted. */
export const isSalesOrderDeletable = (status: SalesOrderStatus): boolean => salesOrderStates.is.quoted(status);

/** Whether prices are fixed: after an estimate is offered, or an order is issued. */
export const areSalesOrderPricesFrozen = (order: {
  status: SalesOrderStatus;
  offeredAt?: Date | string | null | undefined;
}): boolean => !isSalesOrderDeletable(order.status) || Boolean(order.offeredAt);

/** Open orders are issued and not completed (spec commerce section 4). */
export const isSalesOrderOpen = (order: { status: SalesOrderStatus; completedAt: string | Date | null }): boolean =>
  salesOrderStates.is.open(order.status) && order.completedAt === null;
