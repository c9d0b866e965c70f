import {
  addressSnapshot,
  booleanText,
  endpoint,
  filterValue,
  isoDate,
  isoDateOrDateTime,
  listOf,
  listQuery,
  quantity,
  repeated,
  shownMoney,
  shownShare,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { priorityCode } from '../../terms/priority/priority.contract.ts';
import { purchaseOrderStatusView } from './purchase-order.contract.ts';
import { purchasedItem } from './purchase-order-line.contract.ts';
import { purchaseOrderStates } from './purchase-order-status.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A purchase order in lists (spec commerce section 3). */
export const purchaseOrderRow = z.object({
  id: z.string(),
  number: z.string(),
  status: purchaseOrderStatusView,
  supplier: named.extend({ number: z.string() }),
  priority: named.extend({ code: priorityCode }).nullable(),
  shipTo: addressSnapshot.nullable(),
  lineCount: z.int(),
  deliveryProgress: shownShare,
  /** The order's `scheduledAt`. */
  promisedAt: z.iso.date().nullable(),
  /** The earliest expected date of missing goods. */
  expectedOn: z.string().nullable(),
  issuedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  total: shownMoney,
  /** Whether the order has a contact, or its supplier an email address. */
  acceptsEmails: z.boolean(),
  emailSent: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PurchaseOrderRow = z.output<typeof purchaseOrderRow>;

const ids = repeated(z.string().max(100));

const purchaseOrderFilters = {
  statusCodes: repeated(purchaseOrderStates.code),
  supplierIDs: ids,
  /** With a line of one of these items. */
  itemIDs: ids,
  priorityCodes: repeated(priorityCode),
  /** Issued and not completed. */
  isOpen: booleanText,
  /** Open, with goods that were expected before today. */
  isLate: booleanText,
  /** Created on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
  issuedStartDate: filterValue(isoDateOrDateTime),
  issuedEndDate: filterValue(isoDateOrDateTime),
  promisedStartDate: filterValue(isoDate),
  promisedEndDate: filterValue(isoDate),
};

/** Text search and filters of the order list, for bulk actions over everything that matches. */
export const purchaseOrderFilter = z.strictObject({ query: filterValue(singleLine(200)), ...purchaseOrderFilters });
export type PurchaseOrderFilter = z.output<typeof purchaseOrderFilter>;

/**
 * Orders, the newest first, or by the requested order. `query` matches parts of number, supplier name and supplier
 * number.
 */
export const listPurchaseOrders = endpoint({
  name: 'listPurchaseOrders',
  method: 'GET',
  path: '/v1/purchase-orders',
  permission: 'purchase_orders:read',
  summary: 'Lists purchase orders.',
  query: listQuery({
    sortBy: ['number', 'createdAt', 'issuedAt', 'promisedAt', 'expectedOn', 'total', 'supplier'],
    filters: purchaseOrderFilters,
  }),
  reply: listOf(purchaseOrderRow),
});

/** Expected goods of an issued order on a day. */
export const expectedPurchase = z.object({
  /** Id of the order's line. */
  id: z.string(),
  /** Calendar date; may be in the past. */
  expectedOn: z.string(),
  order: z.object({ id: z.string(), number: z.string() }),
  supplier: named.extend({ number: z.string() }),
  item: purchasedItem,
  supplierPartNumber: z.string().nullable(),
  quantityOrdered: quantity,
  /** Ordered quantity less the quantity put away. */
  quantityExpected: quantity,
});
export type ExpectedPurchase = z.output<typeof expectedPurchase>;

/** Lines of issued orders with expected goods, by day; overdue ones first. */
export const listExpectedPurchases = endpoint({
  name: 'listExpectedPurchases',
  method: 'GET',
  path: '/v1/purchase-orders/expected',
  permission: 'purchase_orders:read',
  summary: 'Lists what purchase orders bring, by day.',
  query: listQuery({
    sortBy: ['expectedOn', 'sku', 'supplier'],
    filters: {
      supplierIDs: ids,
      itemIDs: ids,
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
    },
  }),
  reply: listOf(expectedPurchase),
});
