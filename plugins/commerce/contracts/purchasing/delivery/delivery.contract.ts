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

/** Received goods of one line and lot. Quantities are in the unit in which they were counted. */
export const deliveryLine = z.object({
  /** `dll_...` */
  id: z.string(),
  receivingLineID: z.string(),
  item: purchasedItem,
  supplierPartNumber: z.string().nullable(),
  lotNumber: z.string().nullable(),
  expiresOn: z.string().nullable(),
  /** Accepted and rejected quantity. */
  quantity,
  quantityAccepted: quantity,
  quantityRejected: quantity,
  quantityStocked: quantity,
  /** Reason of the rejection. */
  reason: z.string().nullable(),
  /** Value of the accepted goods: quantity times price, exact. */
  value: z.number(),
  /** Day on which it was expected. */
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
  /** Time when the last goods were put away, or were accepted by a person. */
  acceptedAt: z.iso.datetime().nullable(),
  /** Time when goods were rejected. */
  rejectedAt: z.iso.datetime().nullable(),
  /** Time when the rejected goods left. */
  returnedAt: z.iso.datetime().nullable(),
  voidedAt: z.iso.datetime().nullable(),
  /** Whether rejected goods wait to be returned. */
  isToReturn: z.boolean(),
  /** Imported history: its goods are not in the stock. */
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

/** Deliveries, the newest first. `query` matches number, delivery note, orders and supplier. */
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
      /** With rejected goods that have not left yet. */
      isToReturn: booleanText,
      itemIDs: ids,
      supplierIDs: ids,
      receivingOrderIDs: ids,
      purchaseOrderIDs: ids,
      /** Received on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
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

/** Delivery performance of a supplier. */
export const supplierReliability = z.object({
  deliveryCount: z.int(),
  /** Number of delivered lines with an expected day. */
  lineCount: z.int(),
  /** Share of these received by that day: 0 to 100; null without any. */
  onTimePercentage: z.number().nullable(),
  /** Mean rejected share of all received lines, 0 to 100; null without any. */
  rejectedPercentage: z.number().nullable(),
  /** Mean delay in days of late lines; null without any. */
  averageDaysLate: z.number().nullable(),
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Number of overdue lines of issued orders. */
  overdueCount: z.int(),
});
export type SupplierReliability = z.output<typeof supplierReliability>;

/** Delivery performance of a supplier in the last year, without void deliveries. */
export const getSupplierReliability = endpoint({
  name: 'getSupplierReliability',
  method: 'GET',
  path: '/v1/suppliers/{supplierID}/reliability',
  permission: 'receiving_orders:read',
  summary: 'How a supplier has delivered.',
  reply: supplierReliability,
});

const version = z.int().optional();

/** Accepts the goods after inspection; 409 `delivery_not_open` for a delivery that was decided before. */
export const acceptDelivery = endpoint({
  name: 'acceptDelivery',
  method: 'PUT',
  path: '/v1/deliveries/{deliveryID}/actions/accept',
  permission: 'receiving_orders:update',
  summary: 'Accepts a delivery.',
  body: z.strictObject({ note: noteText.nullish(), version }),
  reply: delivery,
});

/** Return slip for the supplier, as `application/pdf`; 409 `nothing_to_return` without rejected goods. */
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

/** Notes that the rejected goods have left; 409 `nothing_to_return` without any. */
export const returnDelivery = endpoint({
  name: 'returnDelivery',
  method: 'PUT',
  path: '/v1/deliveries/{deliveryID}/actions/return',
  permission: 'receiving_orders:update',
  summary: 'Marks the rejected goods of a delivery as returned.',
  body: z.strictObject({ note: singleLine(500).nullish(), version }),
  reply: delivery,
});

/** Words and endpoint of deliveries. */
export const deliveries = {
  type: 'delivery',
  prefix: 'dlv',
  words: ['delivery', 'deliveries'],
  get: getDelivery,
} as const;
