import {
  addressInput,
  addressSnapshot,
  binaryReply,
  booleanText,
  bulkAnswer,
  bulkBody,
  emailAddress,
  endpoint,
  filterValue,
  idOf,
  isoDate,
  listOf,
  listQuery,
  noteText,
  productTypes,
  quantity,
  recordShape,
  repeated,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { invoiceStates } from '../../document/invoice-states.ts';
import { paymentTermCodes } from '../../terms/payment-term/payment-term.contract.ts';
import { priorityCodes } from '../../terms/priority/priority.contract.ts';

const named = z.object({ id: z.string(), name: z.string() });
const numbered = z.object({ id: z.string(), number: z.string() });

/** Id of an invoice in requests. */
export const invoiceReference = idOf('inv', 'Invoice is required');

const facts = {
  ...recordShape,
  /** Unique in the account. */
  number: z.string(),
  status: invoiceStates.view,
  /** Calendar dates, in the account's time zone. */
  date: z.string(),
  dueAt: z.string(),
  /** Open and past its due date. */
  isOverdue: z.boolean(),
  customer: named.extend({ number: z.string(), email: z.string().nullable(), isEdiEnabled: z.boolean() }),
  /** Null for what an older system invoiced. */
  order: numbered.nullable(),
  orderID: z.string().nullable(),
  orderNumber: z.string().nullable(),
  customerPO: z.string().nullable(),
  /** Null where nothing was shipped. */
  shipment: numbered.nullable(),
  shipmentID: z.string().nullable(),
  lineCount: z.int(),
  priority: named.extend({ code: z.enum(priorityCodes) }).nullable(),
  paymentTerm: named.extend({ code: z.enum(paymentTermCodes) }).nullable(),
  salesRep: named.nullable(),
  /** Sum of the line totals, and the part of the order's discount that this invoice carries. */
  subtotal: z.number(),
  discount: z.number(),
  /** Credits beyond what is billed: they go on as a credit memo of their own. */
  carried: z.number(),
  /** subtotal - discount + carried: never below 0. */
  totalInvoiced: z.number(),
  /** What payments and credits cover, and what is left; 0 of a void invoice. */
  allocated: z.number(),
  open: z.number(),
  isPaidInFull: z.boolean(),
  /** A mail server has taken it. */
  hasBeenSent: z.boolean(),
  isEdiSent: z.boolean(),
  /** Whether the customer takes invoices by mail. */
  acceptsInvoiceEmails: z.boolean(),
};

/** An invoice in lists (spec commerce section 3). */
export const invoiceRow = z.object(facts);
export type InvoiceRow = z.output<typeof invoiceRow>;

/** A line of an invoice as it was billed. */
export const invoiceLine = z.object({
  /** `inl_...` */
  id: z.string(),
  /** From 1. */
  position: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The line that it bills; null for freight and for what an older system invoiced. */
  orderLine: z.object({ id: z.string(), lineItemNumber: z.int() }).nullable(),
  orderLineID: z.string().nullable(),
  /** Null for freight. */
  itemID: z.string().nullable(),
  sku: z.string(),
  description: z.string(),
  productType: z.enum(productTypes),
  /** In the unit that was ordered. */
  quantity,
  unitPrice: z.number(),
  /** Quantity times price, half up to cents. */
  total: z.number(),
  /** Its part of the order's discount. */
  discount: z.number(),
  /** Credited of it since. */
  quantityCredited: z.number(),
  amountCredited: z.number(),
  /** What the goods were worth when they left, less what came back; null for customers. */
  cost: z.number().nullable(),
  /** Why a freight line costs what it costs. */
  why: z.string().nullable(),
});
export type InvoiceLine = z.output<typeof invoiceLine>;

/** What pays an invoice or debit, or what a credit pays. */
export const allocationView = z.object({
  /** `alc_...` */
  id: z.string(),
  transaction: numbered,
  transactionID: z.string(),
  transactionNumber: z.string(),
  transactionType: z.string(),
  /** Null where it pays a debit. */
  invoice: numbered.nullable(),
  /** One of the two is set. */
  invoiceID: z.string().nullable(),
  debitID: z.string().nullable(),
  /** Number of the invoice or debit. */
  targetNumber: z.string(),
  settlementID: z.string().nullable(),
  settlementNumber: z.string().nullable(),
  amount: z.number(),
  note: z.string().nullable(),
  /** Why it goes there, in words. */
  why: z.string(),
  appliedOn: z.string(),
  /** The day it was taken back; null while it stands. */
  unappliedOn: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AllocationView = z.output<typeof allocationView>;

/** An invoice with its lines and what pays it. */
export const invoice = z.object({
  ...facts,
  billTo: addressSnapshot.nullable(),
  shipTo: addressSnapshot.nullable(),
  /** Who gets it by mail. */
  invoiceEmailContacts: z.array(z.string()),
  /** What the customer reads on the paper. */
  note: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  voidedAt: z.iso.datetime().nullable(),
  /** By position. */
  lines: z.array(invoiceLine),
  /** Of sale and service lines: what they cost, and what is left of their price after it, discount and credits. */
  cost: z.number().nullable(),
  margin: z.number().nullable(),
  /** Those that stand, oldest first. */
  allocations: z.array(allocationView),
  /** Whether more than the note can change now. */
  isEditable: z.boolean(),
  /** Whether it can be voided by itself; what was shipped is voided with its shipment. */
  isVoidable: z.boolean(),
});
export type Invoice = z.output<typeof invoice>;

const ids = repeated(z.string().max(100));

const invoiceFilters = {
  status: repeated(invoiceStates.code),
  isOverdue: booleanText,
  hasBeenSent: booleanText,
  /** With a line of one of these products, or of these product lines. */
  itemIDs: ids,
  productLineIDs: ids,
  customerIDs: ids,
  /** Types of their customers. */
  customerGroupIDs: ids,
  salesRepIDs: ids,
  orderIDs: ids,
  /** Calendar dates of the invoice, both included. */
  startDate: filterValue(isoDate),
  endDate: filterValue(isoDate),
};

/** Text search and filters of the list, for bulk actions over everything that matches. */
export const invoiceFilter = z.strictObject({ query: filterValue(singleLine(200)), ...invoiceFilters });
export type InvoiceFilter = z.output<typeof invoiceFilter>;

const invoiceQuery = listQuery({
  sortBy: ['number', 'date', 'dueAt', 'totalInvoiced', 'open', 'customer', 'createdAt'],
  filters: invoiceFilters,
});

/** Invoices, the newest first. `query` finds parts of number, order number, customer PO, customer name and number. */
export const listInvoices = endpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/v1/invoices',
  permission: 'invoices:read',
  customers: 'own invoices',
  summary: 'Lists invoices.',
  query: invoiceQuery,
  reply: listOf(invoiceRow),
});

/** The invoices of one customer. */
export const listAccountInvoices = endpoint({
  name: 'listAccountInvoices',
  method: 'GET',
  path: '/v1/accounts/{accountID}/invoices',
  permission: 'invoices:read',
  customers: 'own invoices',
  summary: 'Lists the invoices of a customer; of all of them where it is the account itself.',
  query: invoiceQuery,
  reply: listOf(invoiceRow),
});

export const getInvoice = endpoint({
  name: 'getInvoice',
  method: 'GET',
  path: '/v1/invoices/{invoiceID}',
  permission: 'invoices:read',
  customers: 'own invoices',
  summary: 'Reads an invoice with its lines and allocations.',
  reply: invoice,
});

/**
 * Invoices an order that has nothing to ship; 409 `order_ships` where sale lines are waiting, 409 `nothing_to_invoice`
 * where everything is invoiced, 409 `order_not_issued` before the order is binding.
 */
export const createInvoice = endpoint({
  name: 'createInvoice',
  method: 'POST',
  path: '/v1/invoices',
  permission: 'invoices:create',
  summary: 'Invoices an order with nothing to ship.',
  body: z.strictObject({ orderID: idOf('so', 'Order is required') }),
  reply: invoice,
});

/** Body of `updateInvoice`. */
export const updateInvoiceBody = z.strictObject({
  note: noteText.nullish(),
  billTo: addressInput.nullish(),
  invoiceEmailContacts: z.array(emailAddress).max(20, { error: 'At most 20 addresses' }).optional(),
  dueAt: isoDate.optional(),
  version: z.int().optional(),
});
export type UpdateInvoiceInput = z.output<typeof updateInvoiceBody>;

/** Changes an invoice; 409 `invoice_sent` for anything but the note once the customer has it. */
export const updateInvoice = endpoint({
  name: 'updateInvoice',
  method: 'PATCH',
  path: '/v1/invoices/{invoiceID}',
  permission: 'invoices:update',
  summary: 'Changes an invoice.',
  body: updateInvoiceBody,
  reply: invoice,
});

/** Takes back an invoice that nobody has yet; 409 `invoice_not_voidable` saying why. Its number stays taken. */
export const voidInvoice = endpoint({
  name: 'voidInvoice',
  method: 'POST',
  path: '/v1/invoices/{invoiceID}/actions/void',
  permission: 'invoices:delete',
  summary: 'Voids an invoice.',
  body: z.strictObject({ version: z.int().optional() }),
  reply: invoice,
});

/** The invoice as a PDF in the account's brand. */
export const getInvoicePDF = endpoint({
  name: 'getInvoicePDF',
  method: 'GET',
  path: '/v1/invoices/{invoiceID}/pdf',
  outside: true,
  isLong: true,
  permission: 'invoices:read',
  customers: 'own invoices',
  summary: 'The invoice as a PDF.',
  reply: binaryReply('application/pdf'),
});

/**
 * Mails the invoices to their contacts, else to the customer, and lists those that cannot be with the reason. Takes ids
 * or the list's filter; over 2,000 a change set does it.
 */
export const bulkEmailInvoices = endpoint({
  name: 'bulkEmailInvoices',
  method: 'PUT',
  path: '/v1/invoices/actions/bulk-email',
  isLong: true,
  permission: 'invoices:update',
  summary: 'Mails many invoices.',
  body: bulkBody({ ids: 'ids', one: 'invoice', several: 'invoices', filter: invoiceFilter }),
  reply: bulkAnswer,
});
