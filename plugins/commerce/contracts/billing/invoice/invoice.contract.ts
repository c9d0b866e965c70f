import {
  addressInput,
  addressSnapshot,
  binaryReply,
  booleanText,
  bulkAnswer,
  bulkBody,
  endpoint,
  filterValue,
  idOf,
  isoDate,
  listOf,
  listQuery,
  mailAddresses,
  noteText,
  productTypes,
  quantity,
  recordShape,
  repeated,
  shownMoney,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { invoiceStates } from '../../document/invoice-states.ts';
import { paymentTermCode } from '../../terms/payment-term/payment-term.contract.ts';
import { priorityCode } from '../../terms/priority/priority.contract.ts';

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
  date: z.iso.date(),
  dueAt: z.iso.date(),
  /** Open after its due date. */
  isOverdue: z.boolean(),
  customer: named.extend({ number: z.string(), email: z.string().nullable(), isEdiEnabled: z.boolean() }),
  /** Null for invoices of an older system. */
  order: numbered.nullable(),
  orderID: z.string().nullable(),
  orderNumber: z.string().nullable(),
  customerPO: z.string().nullable(),
  /** Null if nothing was shipped. */
  shipment: numbered.nullable(),
  shipmentID: z.string().nullable(),
  lineCount: z.int(),
  priority: named.extend({ code: priorityCode }).nullable(),
  paymentTerm: named.extend({ code: paymentTermCode }).nullable(),
  salesRep: named.nullable(),
  /** Sum of the line totals, and the share of the order's discount on this invoice. */
  subtotal: z.number(),
  discount: shownMoney,
  /** Credits that exceed the billed amount; they become a separate credit memo. */
  carried: z.number(),
  /** subtotal - discount + carried: never below 0. */
  totalInvoiced: shownMoney,
  /** Amount covered by payments and credits, and the open rest; 0 for a void invoice. */
  allocated: z.number(),
  open: shownMoney,
  isPaidInFull: z.boolean(),
  /** Whether a mail server has accepted it. */
  hasBeenSent: z.boolean(),
  isEdiSent: z.boolean(),
  /** Whether the customer accepts invoices by mail. */
  acceptsInvoiceEmails: z.boolean(),
};

/** An invoice in lists (spec commerce section 3). */
export const invoiceRow = z.object(facts);
export type InvoiceRow = z.output<typeof invoiceRow>;

/** A line of an invoice. */
export const invoiceLine = z.object({
  /** `inl_...` */
  id: z.string(),
  /** From 1. */
  position: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The billed order line; null for freight and for invoices of an older system. */
  orderLine: z.object({ id: z.string(), lineItemNumber: z.int() }).nullable(),
  orderLineID: z.string().nullable(),
  /** Null for freight. */
  itemID: z.string().nullable(),
  sku: z.string(),
  description: z.string(),
  productType: z.enum(productTypes),
  /** In the ordered unit. */
  quantity,
  unitPrice: z.number(),
  /** Quantity times price, half up to cents. */
  total: z.number(),
  /** Its share of the order's discount. */
  discount: shownMoney,
  /** Quantity and amount credited later. */
  quantityCredited: z.number(),
  amountCredited: z.number(),
  /** Value of the goods at issue, less returns; null for customers. */
  cost: z.number().nullable(),
  /** Reason of the freight amount. */
  why: z.string().nullable(),
});
export type InvoiceLine = z.output<typeof invoiceLine>;

/** An allocation of a credit to an invoice or debit. */
export const allocationView = z.object({
  /** `alc_...` */
  id: z.string(),
  transaction: numbered,
  transactionID: z.string(),
  transactionNumber: z.string(),
  transactionType: z.string(),
  /** Null for an allocation to a debit. */
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
  /** Reason of the allocation, for people. */
  why: z.string(),
  appliedOn: z.string(),
  /** Day on which it was taken back; null if it was not. */
  unappliedOn: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AllocationView = z.output<typeof allocationView>;

/** An invoice with its lines and allocations. */
export const invoice = z.object({
  ...facts,
  billTo: addressSnapshot.nullable(),
  shipTo: addressSnapshot.nullable(),
  /** Mail recipients. */
  invoiceEmailContacts: z.array(z.string()),
  /** Printed for the customer. */
  note: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  voidedAt: z.iso.datetime().nullable(),
  /** By position. */
  lines: z.array(invoiceLine),
  /** Cost and margin of sale and service lines, after discounts and credits. */
  cost: z.number().nullable(),
  margin: z.number().nullable(),
  /** Valid allocations, the oldest first. */
  allocations: z.array(allocationView),
  /** Whether fields other than the note can be changed. */
  isEditable: z.boolean(),
  /** Whether it can be voided directly; an invoice of a shipment is voided with the shipment. */
  isVoidable: z.boolean(),
});
export type Invoice = z.output<typeof invoice>;

const ids = repeated(z.string().max(100));

const invoiceFilters = {
  status: repeated(invoiceStates.code),
  isOverdue: booleanText,
  hasBeenSent: booleanText,
  /** Invoices with a line of these products, or of these product lines. */
  invoiceIDs: ids,
  itemIDs: ids,
  productLineIDs: ids,
  customerIDs: ids,
  /** Customer types. */
  customerGroupIDs: ids,
  salesRepIDs: ids,
  orderIDs: ids,
  /** Invoice dates, both included. */
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

/** Invoices, the newest first. `query` matches parts of number, order number, customer PO, customer name and number. */
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
 * Invoices an order without goods to ship; 409 `order_ships` for an order with sale lines, 409 `nothing_to_invoice` if
 * everything is invoiced, 409 `order_not_issued` for an order that is not binding yet.
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
  invoiceEmailContacts: mailAddresses.optional(),
  dueAt: isoDate.optional(),
  version: z.int().optional(),
});
export type UpdateInvoiceInput = z.output<typeof updateInvoiceBody>;

/** Changes an invoice; 409 `invoice_sent` for fields other than the note after it was sent. */
export const updateInvoice = endpoint({
  name: 'updateInvoice',
  method: 'PATCH',
  path: '/v1/invoices/{invoiceID}',
  permission: 'invoices:update',
  summary: 'Changes an invoice.',
  body: updateInvoiceBody,
  reply: invoice,
});

/** Voids an invoice that was not sent; 409 `invoice_not_voidable` with the reason. Its number is not reused. */
export const voidInvoice = endpoint({
  name: 'voidInvoice',
  method: 'POST',
  path: '/v1/invoices/{invoiceID}/actions/void',
  permission: 'invoices:delete',
  summary: 'Voids an invoice.',
  body: z.strictObject({ version: z.int().optional() }),
  reply: invoice,
});

/** The invoice as a PDF with the account's branding. */
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
 * Mails invoices to their contacts, else to the customer, and lists those that cannot be mailed, with the reason. Takes
 * ids or the list's filter; above 2,000 invoices by a change set.
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

/** Words and endpoint of invoices. */
export const invoices = { type: 'invoice', prefix: 'inv', words: ['invoice', 'invoices'], get: getInvoice } as const;
