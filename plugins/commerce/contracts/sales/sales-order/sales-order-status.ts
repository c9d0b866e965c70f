import { z } from 'zod';
import { orderStatusChanges, orderStatuses } from '../../document/order-status.ts';

/** Codes of the statuses of sales orders. */
export const salesOrderStatuses = orderStatuses;
export type SalesOrderStatus = (typeof salesOrderStatuses)[number];

/** People's names of the statuses. */
export const salesOrderStatusNames: Record<SalesOrderStatus, string> = {
  bid_request: 'Bid request',
  estimate: 'Estimate',
  issued: 'Issued',
  fulfilled: 'Fulfilled',
  closed_short: 'Closed short',
};

/** Schema of a status code in requests. */
export const salesOrderStatusCode = z.enum(salesOrderStatuses, {
  error: `Must be one of ${salesOrderStatuses.join(', ')}`,
});

/** What decides about the next steps of an order. */
export interface SalesOrderState {
  status: SalesOrderStatus;
  /** Whether anything has been picked: then it cannot become an estimate again. */
  hasPicks: boolean;
}

/**
 * Statuses that a person may give the order now. `fulfilled` is never among them: it follows from what has been
 * invoiced (completion of at least 1).
 */
export const allowedStatusChanges = ({ status, hasPicks }: SalesOrderState): SalesOrderStatus[] =>
  orderStatusChanges(status, hasPicks);

/** Whether fields and lines may change: not fulfilled, no shipment shipped, not completed (spec commerce section 4). */
export const isSalesOrderEditable = (order: {
  status: SalesOrderStatus;
  completedAt: string | Date | null;
  hasShipped: boolean;
}): boolean => order.status !== 'fulfilled' && order.completedAt === null && !order.hasShipped;

/** Statuses in which an order may be deleted. */
export const deletableSalesOrderStatuses = ['estimate', 'bid_request'] as const satisfies readonly SalesOrderStatus[];

/** Whether the order may be deleted. */
export const isSalesOrderDeletable = (status: SalesOrderStatus): boolean =>
  (deletableSalesOrderStatuses as readonly string[]).includes(status);

/** Whether prices stay as they are: from the moment an estimate is offered, or an order issued. */
export const areSalesOrderPricesFrozen = (order: {
  status: SalesOrderStatus;
  offeredAt?: Date | string | null | undefined;
}): boolean => !isSalesOrderDeletable(order.status) || Boolean(order.offeredAt);

/** Open orders are those issued and not completed (spec commerce section 4). */
export const isSalesOrderOpen = (order: { status: SalesOrderStatus; completedAt: string | Date | null }): boolean =>
  order.status === 'issued' && order.completedAt === null;
