import {
  addressSnapshot,
  booleanText,
  endpoint,
  filterValue,
  holdStates,
  isoDate,
  isoDateOrDateTime,
  listOf,
  listQuery,
  repeated,
  shownMoney,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

import { priorityCode } from '../../terms/priority/priority.contract.ts';
import { salesOrderProgress, salesOrderStatusView } from './sales-order.contract.ts';
import { salesOrderReferences } from './sales-order-fields.ts';
import { salesOrderStates } from './sales-order-status.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A sales order in lists (spec commerce section 3). */
export const salesOrderRow = z.object({
  id: z.string(),
  number: z.string(),
  customerPO: z.string().nullable(),
  priority: named.extend({ code: priorityCode }).nullable(),
  paymentTerm: named.nullable(),
  lineCount: z.int(),
  ...salesOrderProgress,
  status: salesOrderStatusView,
  customer: named.extend({ number: z.string(), status: holdStates.code }),
  shipTo: addressSnapshot.nullable(),
  salesRep: named.nullable(),
  issuedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** Calendar dates. */
  promisedAt: z.iso.date().nullable(),
  expiredAt: z.iso.date().nullable(),
  /** The first contact of the order, else the customer's email address. */
  email: z.string().nullable(),
  /** Amount of the order discount, and the total after it. */
  discount: shownMoney,
  total: shownMoney,
  /** Issued, with a line that is short. */
  isShort: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SalesOrderRow = z.output<typeof salesOrderRow>;

const ids = repeated(z.string().max(100));

const salesOrderFilters = {
  statusCodes: repeated(salesOrderStates.code),
  customerIDs: ids,
  /** Customer types. */
  customerGroupIDs: ids,
  ...salesOrderReferences.filters,
  priorityCodes: repeated(priorityCode),
  /** With a line of one of these products. */
  itemIDs: ids,
  /** Issued and not completed. */
  isOpen: booleanText,
  /** Open after its promised date. */
  isLate: booleanText,
  /** Issued, with a line that is short. */
  isShort: booleanText,
  /** Created on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
  issuedStartDate: filterValue(isoDateOrDateTime),
  issuedEndDate: filterValue(isoDateOrDateTime),
  promisedStartDate: filterValue(isoDate),
  promisedEndDate: filterValue(isoDate),
};

/** Text search and filters of the order list, for bulk actions over everything that matches. */
export const salesOrderFilter = z.strictObject({ query: filterValue(singleLine(200)), ...salesOrderFilters });
export type SalesOrderFilter = z.output<typeof salesOrderFilter>;

/**
 * Orders, the newest first, or by the requested order. `query` matches parts of number, customer PO, customer name and
 * customer number.
 */
export const listSalesOrders = endpoint({
  name: 'listSalesOrders',
  method: 'GET',
  path: '/v1/sales-orders',
  permission: 'sales_orders:read',
  customers: 'own orders',
  summary: 'Lists sales orders.',
  query: listQuery({
    sortBy: ['number', 'createdAt', 'issuedAt', 'promisedAt', 'total', 'customer'],
    filters: salesOrderFilters,
  }),
  reply: listOf(salesOrderRow),
});

const sums = z.object({ count: z.int(), total: shownMoney });

/** Figures of the dashboard. */
export const salesOrderSummary = z.object({
  /** Issued and not completed. */
  open: sums,
  /** Open after the promised date. */
  late: sums,
  /** Estimates and bid requests. */
  quoted: sums,
  /** Created since Monday, in the account's time zone, and in the same part of the week before. */
  thisWeek: sums,
  lastWeek: sums,
  /** One entry for each of the last 14 days, oldest first. */
  days: z.array(sums.extend({ date: z.string() })),
  /** By order value of the last 90 days; at most five. */
  topCustomers: z.array(named.extend({ number: z.string(), count: z.int(), total: shownMoney })),
});
export type SalesOrderSummary = z.output<typeof salesOrderSummary>;

/** Figures of the orders for the dashboard. */
export const getSalesOrderSummary = endpoint({
  name: 'getSalesOrderSummary',
  method: 'GET',
  path: '/v1/sales-orders/summary',
  permission: 'sales_orders:read',
  customers: 'own orders',
  summary: 'Figures of the sales orders: open, late, this week, best customers.',
  reply: salesOrderSummary,
});
