import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { purchaseOrderStates } from './purchase-order-status.ts';

const order = { orderID: z.string(), number: z.string(), supplierID: z.string() };
const status = purchaseOrderStates.code;

/** A purchase order was entered. */
export const purchaseOrderCreated = defineEvent({
  type: 'commerce.purchase-order.created',
  isPublic: true,
  sentence: 'A purchase order was entered.',
  record: 'purchase_order',
  example: {
    orderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
    number: '2007',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    status: 'estimate',
  },
  payload: z.object({ ...order, status }),
});

/** Fields or lines of an order changed; `fields` are contract names, `lines` for any line. */
export const purchaseOrderChanged = defineEvent({
  type: 'commerce.purchase-order.changed',
  isPublic: true,
  sentence: 'Fields or lines of a purchase order changed.',
  record: 'purchase_order',
  example: {
    orderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
    number: '2007',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    fields: ['lines'],
  },
  payload: z.object({ ...order, fields: z.array(z.string()) }),
});

/** The status of an order changed. */
export const purchaseOrderStatusChanged = defineEvent({
  type: 'commerce.purchase-order.status-changed',
  isPublic: true,
  sentence: 'The status of a purchase order changed.',
  record: 'purchase_order',
  example: {
    orderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td',
    number: '2007',
    supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk',
    from: 'estimate',
    to: 'issued',
  },
  payload: z.object({ ...order, from: status, to: status }),
});

/** A draft or request for quotation was deleted. */
export const purchaseOrderDeleted = defineEvent({
  type: 'commerce.purchase-order.deleted',
  isPublic: true,
  sentence: 'A draft or request for quotation was deleted.',
  record: 'purchase_order',
  example: { orderID: 'po_01kb7m0s3cf7v9x2k4j6h8g5td', number: '2007', supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk' },
  payload: z.object(order),
});

/** Every event of purchase orders. */
export const purchaseOrderEvents = [
  purchaseOrderCreated,
  purchaseOrderChanged,
  purchaseOrderStatusChanged,
  purchaseOrderDeleted,
] as const;
