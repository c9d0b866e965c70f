/** Properties of sales and purchase order statuses, in the order of an order's life (spec commerce section 4). */
export const orderPredicates = {
  bid_request: ['quoted', 'requested', 'editable', 'current'],
  estimate: ['quoted', 'estimated', 'editable', 'payable', 'current'],
  issued: ['placed', 'open', 'standing', 'editable', 'payable', 'current'],
  fulfilled: ['placed', 'over', 'fulfilled', 'standing', 'payable'],
  closed_short: ['placed', 'over', 'closedShort', 'editable'],
} as const;
export type OrderStatusCode = keyof typeof orderPredicates;

/** Statuses that a person may set, only before anything was picked or received. */
const changes: Readonly<
  Record<OrderStatusCode, { always: readonly OrderStatusCode[]; untouched: readonly OrderStatusCode[] }>
> = {
  bid_request: { untouched: [], always: ['estimate', 'issued'] },
  estimate: { untouched: [], always: ['issued'] },
  issued: { untouched: ['estimate'], always: ['closed_short'] },
  fulfilled: { untouched: [], always: [] },
  closed_short: { untouched: [], always: ['issued'] },
};

/**
 * Statuses that a person may set now; `isStarted` if something was picked or received. Never `fulfilled`, which follows
 * from shipments or deliveries.
 */
export const orderStatusChanges = (status: OrderStatusCode, isStarted: boolean): OrderStatusCode[] => [
  ...(isStarted ? [] : changes[status].untouched),
  ...changes[status].always,
];
