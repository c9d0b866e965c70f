/** Codes of order statuses, in the order of an order's life, of sales and purchases (spec commerce section 4). */
export const orderStatuses = ['bid_request', 'estimate', 'issued', 'fulfilled', 'closed_short'] as const;
export type OrderStatusCode = (typeof orderStatuses)[number];

/**
 * Statuses that a person may give an order now; `isStarted` says that something of it was picked or received. Never
 * `fulfilled`: that follows from the documents after the order.
 */
export function orderStatusChanges(status: OrderStatusCode, isStarted: boolean): OrderStatusCode[] {
  switch (status) {
    case 'bid_request':
      return ['estimate', 'issued'];
    case 'estimate':
      return ['issued'];
    case 'issued':
      return isStarted ? ['closed_short'] : ['estimate', 'closed_short'];
    case 'closed_short':
      return ['issued'];
    case 'fulfilled':
      return [];
  }
}
