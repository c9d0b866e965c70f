import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { salesOrderStates } from './sales-order-status.ts';

const order = { orderID: z.string(), number: z.string(), customerID: z.string() };
const status = salesOrderStates.code;

/** A sales order was entered. */
export const salesOrderCreated = defineEvent({
  type: 'commerce.sales-order.created',
  isPublic: true,
  sentence: 'A sales order was entered.',
  record: 'sales_order',
  example: {
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    number: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    status: 'estimate',
  },
  payload: z.object({ ...order, status }),
});

/** A customer sent an order or a bid request through the portal; emitted in addition to `created`. */
export const salesOrderReceived = defineEvent({
  type: 'commerce.sales-order.received',
  isPublic: true,
  sentence: 'A customer sent an order or a bid request through the portal.',
  record: 'sales_order',
  example: {
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    number: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    status: 'bid_request',
  },
  payload: z.object({ ...order, status }),
});

/** Fields or lines of an order changed; `fields` are contract names, `lines` for any line. */
export const salesOrderChanged = defineEvent({
  type: 'commerce.sales-order.changed',
  isPublic: true,
  sentence: 'Fields or lines of a sales order changed.',
  record: 'sales_order',
  example: {
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    number: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    fields: ['promisedAt', 'lines'],
  },
  payload: z.object({ ...order, fields: z.array(z.string()) }),
});

/** The status of an order changed. */
export const salesOrderStatusChanged = defineEvent({
  type: 'commerce.sales-order.status-changed',
  isPublic: true,
  sentence: 'The status of a sales order changed.',
  record: 'sales_order',
  example: {
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    number: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    from: 'estimate',
    to: 'issued',
  },
  payload: z.object({ ...order, from: status, to: status }),
});

/** An order was issued; emitted in addition to `status-changed`. */
export const salesOrderIssued = defineEvent({
  type: 'commerce.sales-order.issued',
  isPublic: true,
  sentence: 'A sales order was issued.',
  record: 'sales_order',
  example: {
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    number: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    total: '1284.50',
  },
  payload: z.object({ ...order, total: z.string() }),
});

/** An estimate or bid request was deleted. */
export const salesOrderDeleted = defineEvent({
  type: 'commerce.sales-order.deleted',
  isPublic: true,
  sentence: 'An estimate or bid request was deleted.',
  record: 'sales_order',
  example: { orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c', number: '1042', customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh' },
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
