import {
  addressInput,
  addressSnapshot,
  binaryReply,
  businessDate,
  emailAddress,
  endpoint,
  idOf,
  listOf,
  noContent,
  noteText,
  singleLine,
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

/** A status as answers show it. */
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
  /** Where the goods go. */
  shipTo: addressSnapshot.nullable(),
  ...purchaseOrderReferences.reply,
  /** Who gets mails about the order. */
  contacts: z.array(z.string()),
  /** Who entered it; `id` is null where that was no member of the team. */
  createdBy: z.object({ id: z.string().nullable(), name: z.string() }),
  /** The account's own. */
  note: z.string().nullable(),
  /** For the supplier: on the paper and in mails. */
  supplierNote: z.string().nullable(),
  /** Calendar date on which the goods are wanted, in the account's time zone. */
  scheduledAt: z.string().nullable(),
  /** The earliest day on which something of an issued order is still expected. */
  expectedOn: z.string().nullable(),
  issuedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** Whether the order was mailed to the supplier. */
  emailSent: z.boolean(),
  /** What the dock waits for; null until the order is issued. */
  receivingOrder: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** Put away over ordered, to two decimals; 1 only where every line is there in full. */
  deliveryProgress: z.number(),
  /** By line item number. */
  lines: z.array(purchaseOrderLine),
  lineCount: z.int(),
  /** Sum of the line totals. */
  total: z.number(),
  /** Whether fields and lines may change now. */
  isEditable: z.boolean(),
  isDeletable: z.boolean(),
  /** Codes that change-status takes now. */
  allowedStatusChanges: z.array(purchaseOrderStates.code),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

const addressID = idOf('adr', 'Address is required');
const emails = z.array(emailAddress).max(20, { error: 'At most 20 addresses' });

const fields = {
  /** One-off addresses, or ids of the account's own. */
  billTo: addressInput.nullish(),
  billToID: addressID.nullish(),
  shipTo: addressInput.nullish(),
  shipToID: addressID.nullish(),
  ...purchaseOrderReferences.input,
  contacts: emails.optional(),
  note: noteText.nullish(),
  supplierNote: noteText.nullish(),
  scheduledAt: businessDate.nullish(),
};

const oneAddress = (body: { [key: string]: unknown }): boolean =>
  !(body['billTo'] && body['billToID']) && !(body['shipTo'] && body['shipToID']);
const oneAddressError = { error: 'Send an address or the id of one, not both', path: ['shipTo'] };
const tooManyLines = { error: `At most ${mostPurchaseOrderLines} lines` };

/**
 * Body of `createPurchaseOrder`. What is absent comes from the account (addresses) and the supplier (payment term);
 * null means none. Without `number` the next one of the series is taken.
 */
export const createPurchaseOrderBody = z
  .strictObject({
    supplierID: supplierReference,
    number: singleLine(40).nullish(),
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

/** Body of `updatePurchaseOrder`; number and supplier stay. `lines`, where sent, is the whole list. */
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
 * Adds an order with its lines; 409 `number_taken` for a number that is, 409 `supplier_inactive`, 409
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

/** Changes an order; 409 `purchase_order_not_editable` once it is fulfilled or completed. */
export const updatePurchaseOrder = endpoint({
  name: 'updatePurchaseOrder',
  method: 'PATCH',
  path: '/v1/purchase-orders/{orderID}',
  permission: 'purchase_orders:update',
  summary: 'Changes a purchase order.',
  body: updatePurchaseOrderBody,
  reply: purchaseOrder,
});

/** Deletes a draft or request for quotation; else 409 `purchase_order_not_deletable`. Its number stays taken. */
export const deletePurchaseOrder = endpoint({
  name: 'deletePurchaseOrder',
  method: 'DELETE',
  path: '/v1/purchase-orders/{orderID}',
  permission: 'purchase_orders:delete',
  summary: 'Deletes a purchase order.',
  reply: noContent,
});

/**
 * Gives an order another status; 409 `invalid_purchase_status` names the codes that are allowed. An issued order brings
 * supply, any other does not. `sendEmail` mails it to its contacts, else to the supplier.
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
    /** In place of the order's contacts. */
    recipients: emails.optional(),
    version: z.int().optional(),
  }),
  reply: purchaseOrder,
});

/** The order as the supplier gets it, as `application/pdf`: a request for quotation while it is one. */
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
