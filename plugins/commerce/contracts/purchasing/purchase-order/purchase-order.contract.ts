import {
  addressInput,
  addressSnapshot,
  binaryReply,
  businessDate,
  endpoint,
  idOf,
  listOf,
  mailAddresses,
  mailedFileIDs,
  nameLine,
  noContent,
  noteText,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { supplierReference } from '../../parties/supplier/supplier.contract.ts';
import { purchaseOrderReferences } from './purchase-order-fields.ts';
import {
  mostPurchaseOrderLines,
  purchaseOrderLine,
  purchaseOrderLineEntry,
  purchaseOrderLineInput,
} from './purchase-order-line.contract.ts';
import { purchaseOrderStates } from './purchase-order-status.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A status in answers. */
export const purchaseOrderStatusView = purchaseOrderStates.view;

/** A purchase order with its lines (spec commerce section 3). */
export const purchaseOrder = z.object({
  /** `po_...` */
  id: z.string(),
  /** Unique in the account. */
  number: z.string(),
  status: purchaseOrderStatusView,
  supplier: named.extend({ number: z.string(), email: z.string().nullable(), isActive: z.boolean() }),
  billTo: addressSnapshot.nullable(),
  /** Delivery address. */
  shipTo: addressSnapshot.nullable(),
  ...purchaseOrderReferences.reply,
  /** Recipients of mails about the order. */
  contacts: z.array(z.string()),
  /** The person who entered it; `id` is null for callers that are not members. */
  createdBy: z.object({ id: z.string().nullable(), name: z.string() }),
  /** Internal note. */
  note: z.string().nullable(),
  /** For the supplier: printed on the document and in mails. */
  supplierNote: z.string().nullable(),
  /** Requested date of the goods, in the account's time zone. */
  scheduledAt: z.string().nullable(),
  /** The earliest expected date of missing goods of an issued order. */
  expectedOn: z.string().nullable(),
  issuedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** Whether the order was mailed to the supplier. */
  emailSent: z.boolean(),
  /** Its receiving order; null before the order is issued. */
  receivingOrder: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** Share of the ordered quantity that was put away, two decimals; 1 only if every line is complete. */
  deliveryProgress: z.number(),
  /** By line item number. */
  lines: z.array(purchaseOrderLine),
  lineCount: z.int(),
  /** Sum of the line totals. */
  total: z.number(),
  /** Whether fields and lines can be changed now. */
  isEditable: z.boolean(),
  isDeletable: z.boolean(),
  /** Codes that change-status accepts now. */
  allowedStatusChanges: z.array(purchaseOrderStates.code),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

const addressID = idOf('adr', 'Address is required');

const fields = {
  /** One-off addresses, or ids of the account's addresses. */
  billTo: addressInput.nullish(),
  billToID: addressID.nullish(),
  shipTo: addressInput.nullish(),
  shipToID: addressID.nullish(),
  ...purchaseOrderReferences.input,
  contacts: mailAddresses.optional(),
  note: noteText.nullish(),
  supplierNote: noteText.nullish(),
  scheduledAt: businessDate.nullish(),
};

const oneAddress = (body: { [key: string]: unknown }): boolean =>
  !(body['billTo'] && body['billToID']) && !(body['shipTo'] && body['shipToID']);
const oneAddressError = { error: 'Send an address or the id of one, not both', path: ['shipTo'] };
const tooManyLines = { error: `At most ${mostPurchaseOrderLines} lines` };

/**
 * Body of `createPurchaseOrder`. Absent values come from the account (addresses) and the supplier (payment term); null
 * means none. Without `number` the next number is assigned.
 */
export const createPurchaseOrderBody = z
  .strictObject({
    supplierID: supplierReference,
    number: nameLine(40).nullish(),
    status: z
      .enum(['estimate', 'bid_request', 'issued'], {
        error: 'A new order is a draft (estimate), a request for quotation (bid_request) or issued',
      })
      .default('estimate'),
    ...fields,
    lines: z.array(purchaseOrderLineInput).max(mostPurchaseOrderLines, tooManyLines).default([]),
  })
  .refine(oneAddress, oneAddressError);
export type CreatePurchaseOrderInput = z.output<typeof createPurchaseOrderBody>;

/** Body of `updatePurchaseOrder`; number and supplier are fixed. `lines`, if given, is the complete list. */
export const updatePurchaseOrderBody = z
  .strictObject({
    ...fields,
    lines: z.array(purchaseOrderLineEntry).max(mostPurchaseOrderLines, tooManyLines).optional(),
    version: z.int().optional(),
  })
  .refine(oneAddress, oneAddressError);
export type UpdatePurchaseOrderInput = z.output<typeof updatePurchaseOrderBody>;

/** The statuses with their names. */
export const listPurchaseOrderStatuses = endpoint({
  name: 'listPurchaseOrderStatuses',
  method: 'GET',
  path: '/v1/purchase-orders/statuses',
  permission: 'purchase_orders:read',
  summary: 'Lists the statuses of purchase orders.',
  reply: listOf(purchaseOrderStatusView),
});

/** One order with its lines. */
export const getPurchaseOrder = endpoint({
  name: 'getPurchaseOrder',
  method: 'GET',
  path: '/v1/purchase-orders/{orderID}',
  permission: 'purchase_orders:read',
  summary: 'Reads a purchase order with its lines.',
  reply: purchaseOrder,
});

/**
 * Adds an order with its lines; 409 `number_taken` for a number in use, 409 `supplier_inactive`, 409
 * `item_not_supplied` for an item without a price that the supplier does not supply.
 */
export const createPurchaseOrder = endpoint({
  name: 'createPurchaseOrder',
  method: 'POST',
  path: '/v1/purchase-orders',
  permission: 'purchase_orders:create',
  summary: 'Creates a purchase order.',
  body: createPurchaseOrderBody,
  reply: purchaseOrder,
});

/** Changes an order; 409 `purchase_order_not_editable` for a fulfilled or completed one. */
export const updatePurchaseOrder = endpoint({
  name: 'updatePurchaseOrder',
  method: 'PATCH',
  path: '/v1/purchase-orders/{orderID}',
  permission: 'purchase_orders:update',
  summary: 'Changes a purchase order.',
  body: updatePurchaseOrderBody,
  reply: purchaseOrder,
});

/** Deletes a draft or request for quotation; else 409 `purchase_order_not_deletable`. Its number is not reused. */
export const deletePurchaseOrder = endpoint({
  name: 'deletePurchaseOrder',
  method: 'DELETE',
  path: '/v1/purchase-orders/{orderID}',
  permission: 'purchase_orders:delete',
  summary: 'Deletes a purchase order.',
  reply: noContent,
});

/**
 * Changes the status of an order; 409 `invalid_purchase_status` with the allowed codes. Only an issued order creates
 * expected supply. `sendEmail` mails it to its contacts, else to the supplier.
 */
export const changePurchaseOrderStatus = endpoint({
  name: 'changePurchaseOrderStatus',
  method: 'PUT',
  path: '/v1/purchase-orders/{orderID}/actions/change-status',
  permission: 'purchase_orders:update',
  summary: 'Changes the status of a purchase order.',
  body: z.strictObject({
    statusChange: purchaseOrderStates.code,
    sendEmail: z.boolean().optional(),
    /** Replaces the order's contacts. */
    recipients: mailAddresses.optional(),
    /** Files of the order that go along with the mail. */
    fileIDs: mailedFileIDs,
    version: z.int().optional(),
  }),
  reply: purchaseOrder,
});

/** The order for the supplier, as `application/pdf`; in that status a request for quotation. */
export const getPurchaseOrderPDF = endpoint({
  name: 'getPurchaseOrderPDF',
  method: 'GET',
  path: '/v1/purchase-orders/{orderID}/pdf',
  outside: true,
  isLong: true,
  permission: 'purchase_orders:read',
  summary: 'The purchase order as a PDF.',
  reply: binaryReply('application/pdf'),
});

/** Words and endpoints of purchase orders. */
export const purchaseOrders = {
  type: 'purchase_order',
  prefix: 'po',
  words: ['purchase order', 'purchase orders'],
  get: getPurchaseOrder,
  create: createPurchaseOrder,
  update: updatePurchaseOrder,
  remove: deletePurchaseOrder,
} as const;
