import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { salesOrderStates } from './sales-order-status.ts';

const order = { orderID: z.string(), number: z.string(), customerID: z.string() };
const status = salesOrderStates.code;

/** A sales order was entered. */
export const salesOrderCreated = defineEvent({
  type: 'commerce.sales-order.created',
  payload: z.object({ ...order, status }),
});

/** A customer sent an order or a bid request through the portal; emitted in addition to `created`. */
export const salesOrderReceived = defineEvent({
  type: 'commerce.sales-order.received',
  payload: z.object({ ...order, status }),
});

/** Fields or lines of an order changed; `fields` are contract names, `lines` for any line. */
export const salesOrderChanged = defineEvent({
  type: 'commerce.sales-order.changed',
  payload: z.object({ ...order, fields: z.array(z.string()) }),
});

/** The status of an order changed. */
export const salesOrderStatusChanged = defineEvent({
  type: 'commerce.sales-order.status-changed',
  payload: z.object({ ...order, from: status, to: status }),
});

/** An order was issued; emitted in addition to `status-changed`. */
export const salesOrderIssued = defineEvent({
  type: 'commerce.sales-order.issued',
  payload: z.object({ ...order, total: z.string() }),
});

/** An estimate or bid request was deleted. */
export const salesOrderDeleted = defineEvent({
  type: 'commerce.sales-order.deleted',
  payload: z.object(order),
});

/** Every event of sales orders. */
export const salesOrderEvents = [
  salesOrderCreated,
  salesOrderReceived,
  salesOrderChanged,
  salesOrderStatusChanged,
  salesOrderIssued,
  salesOrderDeleted,
] as const;
