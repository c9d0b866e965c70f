import {
  addressInput,
  addressSnapshot,
  businessDate,
  endpoint,
  holdStates,
  idOf,
  listOf,
  mailAddresses,
  mailedFileIDs,
  namedRecord,
  nameLine,
  noContent,
  noteText,
  shownShare,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { invoiceStates } from '../../document/invoice-states.ts';
import { mostSalesOrderLines } from '../../document/most-lines.ts';
import { shipmentStates } from '../../document/shipment-states.ts';
import { customerReference } from '../../parties/customer/customer.contract.ts';

import { orderDiscountReference, orderDiscountTerms } from '../../pricing/order-discount/order-discount.contract.ts';
import { carrierKind } from '../../terms/carrier/carrier.contract.ts';
import { salesOrderReferences } from './sales-order-fields.ts';
import { salesOrderLine, salesOrderLineEntry, salesOrderLineInput } from './sales-order-line.contract.ts';
import { salesOrderStates } from './sales-order-status.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A status in answers. */
export const salesOrderStatusView = salesOrderStates.view;

/** A shipment of an order (spec commerce section 3). */
export const salesOrderShipment = z.object({
  id: z.string(),
  number: z.string(),
  trackingNumber: z.string().nullable(),
  statusCode: shipmentStates.code,
  createdAt: z.iso.datetime(),
  /** Null before it ships. */
  shippedAt: z.iso.datetime().nullable(),
  carrierID: z.string().nullable(),
});
export type SalesOrderShipment = z.output<typeof salesOrderShipment>;

/** An invoice of an order. */
export const salesOrderInvoice = z.object({
  id: z.string(),
  number: z.string(),
  status: invoiceStates.code,
  total: z.number(),
  createdAt: z.iso.datetime(),
});
export type SalesOrderInvoice = z.output<typeof salesOrderInvoice>;

/** Progress and amounts from the documents of an order; empty and 0 without documents. Ratios have two decimals. */
export const salesOrderProgress = {
  /** Picked share of the ordered quantity of sale products. */
  pickProgress: shownShare,
  packProgress: shownShare,
  shipProgress: shownShare,
  /** Invoiced share of the ordered quantity; the order is fulfilled at 1. */
  fulfillmentProgress: shownShare,
  shipments: z.array(salesOrderShipment),
  pickID: z.string().nullable(),
  isPaid: z.boolean(),
  productionRunID: z.string().nullable(),
};

/** A sales order with its lines (spec commerce section 3). */
export const salesOrder = z.object({
  /** `so_...` */
  id: z.string(),
  /** Unique in the account. */
  number: z.string(),
  /** The customer's order number. */
  customerPO: z.string().nullable(),
  status: salesOrderStatusView,
  customer: named.extend({
    number: z.string(),
    status: holdStates.code,
    email: z.string().nullable(),
  }),
  billTo: addressSnapshot.nullable(),
  shipTo: addressSnapshot.nullable(),
  ...salesOrderReferences.reply,
  carrier: carrierKind.shown.extend({ trackingUrlTemplate: z.string().nullable() }).nullable(),
  /** A member of the team; only the name, because customers see it too. */
  salesRep: namedRecord.nullable(),
  /** The person who entered it; `id` is null for callers that are not members. */
  createdBy: z.object({ id: z.string().nullable(), name: z.string() }),
  /** Internal note; null for portal customers. */
  note: z.string().nullable(),
  /** Note for or from the customer: in the portal and in mails about the order. */
  customerNote: z.string().nullable(),
  /** Recipients of the order confirmation. */
  acknowledgementEmailContacts: z.array(z.string()),
  /** Recipients of invoices. */
  invoiceEmailContacts: z.array(z.string()),
  isAcknowledgmentSent: z.boolean(),
  /** Calendar date, in the account's time zone. */
  promisedAt: z.string().nullable(),
  /** Last day on which an estimate is valid. */
  expiredAt: z.string().nullable(),
  /** Time when the estimate was offered: its customer can see it, and its prices are fixed. */
  offeredAt: z.iso.datetime().nullable(),
  /** Counts the changes of the offer that the customer can see; 0 before it is offered. */
  offerVersion: z.int(),
  issuedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  firstShipAt: z.iso.datetime().nullable(),
  ...salesOrderProgress,
  invoices: z.array(salesOrderInvoice),
  paymentIntentIDs: z.array(z.string()),
  orderDiscountID: z.string().nullable(),
  /** With the terms at the time when it was given. */
  orderDiscount: orderDiscountTerms.extend({ id: z.string() }).nullable(),
  /** By line item number. */
  lines: z.array(salesOrderLine),
  lineCount: z.int(),
  /** Sum of the line totals. */
  subtotal: z.number(),
  /** Amount of the order discount. */
  discount: z.number(),
  /** `subtotal - discount` */
  total: z.number(),
  /** In pounds, by the pack sizes of sale lines. */
  estimatedWeight: z.number(),
  /** Whether fields and lines can be changed now. */
  isEditable: z.boolean(),
  isDeletable: z.boolean(),
  /** Codes that change-status accepts now. */
  allowedStatusChanges: z.array(salesOrderStates.code),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SalesOrder = z.output<typeof salesOrder>;

const addressID = idOf('adr', 'Address is required');

const fields = {
  customerPO: nameLine(100).nullish(),
  /** One-off addresses, or ids of the customer's addresses. */
  billTo: addressInput.nullish(),
  billToID: addressID.nullish(),
  shipTo: addressInput.nullish(),
  shipToID: addressID.nullish(),
  ...salesOrderReferences.input,
  /** Internal note, hidden from customers; 403 from portal customers. */
  note: noteText.nullish(),
  /** Note for or from the customer. */
  customerNote: noteText.nullish(),
  acknowledgementEmailContacts: mailAddresses.optional(),
  invoiceEmailContacts: mailAddresses.optional(),
  promisedAt: businessDate.nullish(),
  expiredAt: businessDate.nullish(),
  /** Null removes it; 409 `discount_not_applicable` with the reason in `details`. */
  orderDiscountID: orderDiscountReference.nullish(),
};

/** A hold of the acting person: an issued order takes over its stock, any other order releases it. */
const holdReference = idOf('hold').nullish();

const oneAddress = (body: { [key: string]: unknown }): boolean =>
  !(body['billTo'] && body['billToID']) && !(body['shipTo'] && body['shipToID']);
/**
 * Message for invalid dates of an order; undefined for valid ones. Both are days: an estimate must not expire before
 * the promised date.
 */
export const orderDatesFault = ({ promisedAt, expiredAt }: { promisedAt?: unknown; expiredAt?: unknown }) =>
  typeof promisedAt === 'string' && typeof expiredAt === 'string' && expiredAt < promisedAt
    ? 'The estimate would end before the promised date'
    : undefined;

const oneAddressError = { error: 'Send an address or the id of one, not both', path: ['shipTo'] };

/**
 * Body of `createSalesOrder`. Absent values come from the customer: addresses, carrier and option, terms, priority,
 * sales rep; null means none. Without any sales rep, the order goes to the rep of the matching territory. Without
 * `number` the next number is assigned.
 */
export const createSalesOrderBody = z
  .strictObject({
    customerID: customerReference,
    number: nameLine(40).nullish(),
    /** An order that is issued at once reserves stock like a status change. */
    status: z
      .enum(['estimate', 'bid_request', 'issued'], { error: 'A new order is an estimate, a bid request or issued' })
      .default('estimate'),
    ...fields,
    holdID: holdReference,
    lines: z
      .array(salesOrderLineInput)
      .max(mostSalesOrderLines, { error: `At most ${mostSalesOrderLines} lines` })
      .default([]),
  })
  .refine(oneAddress, oneAddressError);
export type CreateSalesOrderInput = z.output<typeof createSalesOrderBody>;

/** Body of `updateSalesOrder`; number and customer are fixed. `lines`, if given, is the complete list. */
export const updateSalesOrderBody = z
  .strictObject({
    ...fields,
    holdID: holdReference,
    lines: z
      .array(salesOrderLineEntry)
      .max(mostSalesOrderLines, { error: `At most ${mostSalesOrderLines} lines` })
      .optional(),
    version: z.int().optional(),
  })
  .refine(oneAddress, oneAddressError);
export type UpdateSalesOrderInput = z.output<typeof updateSalesOrderBody>;

/** The statuses with their names. */
export const listSalesOrderStatuses = endpoint({
  name: 'listSalesOrderStatuses',
  method: 'GET',
  path: '/v1/sales-orders/statuses',
  permission: 'sales_orders:read',
  customers: 'words for the states of own orders',
  summary: 'Lists the statuses of sales orders.',
  reply: listOf(salesOrderStatusView),
});

/** One order with its lines. */
export const getSalesOrder = endpoint({
  name: 'getSalesOrder',
  method: 'GET',
  path: '/v1/sales-orders/{orderID}',
  permission: 'sales_orders:read',
  customers: 'own orders',
  summary: 'Reads a sales order with its lines.',
  reply: salesOrder,
});

/**
 * Adds an order with its lines; 409 `number_taken` for a number in use. Portal customers order for themselves at list
 * prices; stock for an issued order has to be available, else 409 `insufficient_stock` with one entry per line.
 */
export const createSalesOrder = endpoint({
  name: 'createSalesOrder',
  method: 'POST',
  path: '/v1/sales-orders',
  permission: 'sales_orders:create',
  customers: 'own orders',
  summary: 'Creates a sales order.',
  body: createSalesOrderBody,
  reply: salesOrder,
});

/**
 * Changes an order; 409 `order_not_editable` for a fulfilled, shipped or completed one. Nothing that is issued grows
 * for a customer on hold (409 `customer_on_hold`), nor of a product that is not sold any more (409
 * `confirmation_required`).
 */
export const updateSalesOrder = endpoint({
  name: 'updateSalesOrder',
  method: 'PATCH',
  path: '/v1/sales-orders/{orderID}',
  permission: 'sales_orders:update',
  summary: 'Changes a sales order.',
  body: updateSalesOrderBody,
  reply: salesOrder,
});

/** Deletes an estimate or bid request; else 409 `order_not_deletable`. Its number is not reused. */
export const deleteSalesOrder = endpoint({
  name: 'deleteSalesOrder',
  method: 'DELETE',
  path: '/v1/sales-orders/{orderID}',
  permission: 'sales_orders:delete',
  summary: 'Deletes a sales order.',
  reply: noContent,
});

/**
 * Changes the status of an order; 409 `invalid_status_change` with the allowed codes, 409 `customer_on_hold` for
 * issuing to a customer on hold, 409 `confirmation_required` for products that are not sold any more. `sendEmail` mails
 * the order to its contacts, else to the customer.
 */
export const changeSalesOrderStatus = endpoint({
  name: 'changeSalesOrderStatus',
  method: 'PUT',
  path: '/v1/sales-orders/{orderID}/actions/change-status',
  permission: 'sales_orders:update',
  summary: 'Changes the status of a sales order.',
  body: z.strictObject({
    statusChange: salesOrderStates.code,
    sendEmail: z.boolean().optional(),
    /** Replaces the order's contacts. */
    recipients: mailAddresses.optional(),
    /** Files of the order that go along with the mail. */
    fileIDs: mailedFileIDs,
    holdID: holdReference,
    version: z.int().optional(),
  }),
  reply: salesOrder,
});

/** Words and endpoints of sales orders. */
export const salesOrders = {
  type: 'sales_order',
  prefix: 'so',
  words: ['order', 'sales orders'],
  get: getSalesOrder,
  create: createSalesOrder,
  update: updateSalesOrder,
  remove: deleteSalesOrder,
} as const;
