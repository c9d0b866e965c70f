import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { purchaseOrderStates } from './purchase-order-status.ts';

const order = { orderID: z.string(), number: z.string(), supplierID: z.string() };
const status = purchaseOrderStates.code;

/** A purchase order was entered. */
export const purchaseOrderCreated = defineEvent({
  type: 'commerce.purchase-order.created',
  payload: z.object({ ...order, status }),
});

/** Fields or lines of an order changed; `fields` are contract names, `lines` for any line. */
export const purchaseOrderChanged = defineEvent({
  type: 'commerce.purchase-order.changed',
  payload: z.object({ ...order, fields: z.array(z.string()) }),
});

/** The status of an order changed. */
export const purchaseOrderStatusChanged = defineEvent({
  type: 'commerce.purchase-order.status-changed',
  payload: z.object({ ...order, from: status, to: status }),
});

/** A draft or request for quotation was deleted. */
export const purchaseOrderDeleted = defineEvent({
  type: 'commerce.purchase-order.deleted',
  payload: z.object(order),
});

/** Every event of purchase orders. */
export const purchaseOrderEvents = [
  purchaseOrderCreated,
  purchaseOrderChanged,
  purchaseOrderStatusChanged,
  purchaseOrderDeleted,
] as const;
