import {
  binaryReply,
  booleanText,
  endpoint,
  filterValue,
  isoDateOrDateTime,
  listOf,
  listQuery,
  noteText,
  quantity,
  repeated,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { purchasedItem } from '../purchase-order/purchase-order-line.contract.ts';
import { supplierDeliveryStates } from './delivery-status.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** Goods of one line and lot that came. Quantities are in the unit in which they were counted. */
export const deliveryLine = z.object({
  /** `dll_...` */
  id: z.string(),
  receivingLineID: z.string(),
  item: purchasedItem,
  supplierPartNumber: z.string().nullable(),
  lotNumber: z.string().nullable(),
  expiresOn: z.string().nullable(),
  /** Accepted and rejected. */
  quantity,
  quantityAccepted: quantity,
  quantityRejected: quantity,
  quantityStocked: quantity,
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** What was accepted is worth: quantity times price, exact. */
  value: z.number(),
  /** The day on which it was expected. */
  dueOn: z.string().nullable(),
  isOnTime: z.boolean().nullable(),
  stockedAt: z.iso.datetime().nullable(),
  voidedAt: z.iso.datetime().nullable(),
});
export type DeliveryLine = z.output<typeof deliveryLine>;

const head = {
  /** `dlv_...` */
  id: z.string(),
  number: z.string(),
  status: supplierDeliveryStates.view,
  receivingOrder: z.object({ id: z.string(), number: z.string() }),
  purchaseOrder: z.object({ id: z.string(), number: z.string() }).nullable(),
  supplier: named.extend({ number: z.string() }),
  lineCount: z.int(),
  /** Number of the supplier's delivery note. */
  reference: z.string().nullable(),
  receivedAt: z.iso.datetime(),
  receivedBy: z.string(),
  /** When the last of it was put away, or a person said that it is good. */
  acceptedAt: z.iso.datetime().nullable(),
  /** When something of it was refused. */
  rejectedAt: z.iso.datetime().nullable(),
  /** When the refused goods left. */
  returnedAt: z.iso.datetime().nullable(),
  voidedAt: z.iso.datetime().nullable(),
  /** Refused goods wait to be returned. */
  isToReturn: z.boolean(),
  /** Came before the account was here: nothing of it is in the stock. */
  isHistoric: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** A delivery in lists. */
export const deliveryRow = z.object(head);
export type DeliveryRow = z.output<typeof deliveryRow>;

/** A delivery with its lines (spec commerce section 3). */
export const delivery = z.object({ ...head, note: z.string().nullable(), lines: z.array(deliveryLine) });
export type Delivery = z.output<typeof delivery>;

const ids = repeated(z.string().max(100));

/** Deliveries, the newest first. `query` finds number, delivery note, orders and supplier. */
export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/v1/deliveries',
  permission: 'receiving_orders:read',
  summary: 'Lists deliveries.',
  query: listQuery({
    sortBy: ['number', 'receivedAt', 'supplier'],
    filters: {
      status: filterValue(supplierDeliveryStates.code),
      /** With refused goods that have not left yet. */
      isToReturn: booleanText,
      itemIDs: ids,
      supplierIDs: ids,
      receivingOrderIDs: ids,
      purchaseOrderIDs: ids,
      /** Received from this day or instant on, and until; a day is one of the account's time zone. */
      startDate: filterValue(isoDateOrDateTime),
      endDate: filterValue(isoDateOrDateTime),
    },
  }),
  reply: listOf(deliveryRow),
});

/** One delivery with its lines. */
export const getDelivery = endpoint({
  name: 'getDelivery',
  method: 'GET',
  path: '/v1/deliveries/{deliveryID}',
  permission: 'receiving_orders:read',
  summary: 'Reads a delivery with its lines.',
  reply: delivery,
});

/** How a supplier has delivered. */
export const supplierReliability = z.object({
  deliveryCount: z.int(),
  /** Lines of deliveries that were expected on a day. */
  lineCount: z.int(),
  /** Of these, received on that day or before it: 0 to 100; null without any. */
  onTimePercentage: z.number().nullable(),
  /** Of all that came, by lines: the mean share that was refused, 0 to 100; null without any. */
  rejectedPercentage: z.number().nullable(),
  /** Mean days after the day of lines that came late; null where none did. */
  averageDaysLate: z.number().nullable(),
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Lines of issued orders that are expected and overdue. */
  overdueCount: z.int(),
});
export type SupplierReliability = z.output<typeof supplierReliability>;

/** How a supplier has delivered in the last year; void deliveries do not count. */
export const getSupplierReliability = endpoint({
  name: 'getSupplierReliability',
  method: 'GET',
  path: '/v1/suppliers/{supplierID}/reliability',
  permission: 'receiving_orders:read',
  summary: 'How a supplier has delivered.',
  reply: supplierReliability,
});

const version = z.int().optional();

/** Says that the goods were looked at and are good; 409 `delivery_not_open` once they are. */
export const acceptDelivery = endpoint({
  name: 'acceptDelivery',
  method: 'PUT',
  path: '/v1/deliveries/{deliveryID}/actions/accept',
  permission: 'receiving_orders:update',
  summary: 'Accepts a delivery.',
  body: z.strictObject({ note: noteText.nullish(), version }),
  reply: delivery,
});

/** What goes back to the supplier, as `application/pdf`; 409 `nothing_to_return` where nothing was refused. */
export const getReturnSlip = endpoint({
  name: 'getReturnSlip',
  method: 'GET',
  path: '/v1/deliveries/{deliveryID}/return-slip',
  outside: true,
  isLong: true,
  permission: 'receiving_orders:read',
  summary: 'The return slip of a delivery as a PDF.',
  reply: binaryReply('application/pdf'),
});

/** The refused goods have left; 409 `nothing_to_return` where there are none. */
export const returnDelivery = endpoint({
  name: 'returnDelivery',
  method: 'PUT',
  path: '/v1/deliveries/{deliveryID}/actions/return',
  permission: 'receiving_orders:update',
  summary: 'Marks the rejected goods of a delivery as returned.',
  body: z.strictObject({ note: singleLine(500).nullish(), version }),
  reply: delivery,
});
