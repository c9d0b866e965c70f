import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { filterShape, groupBy, groupings, periodShape, queryShape, salesFilterShape } from './filter.ts';
import { trend } from './trend.ts';

/** The evaluated period, and the time of reading. */
export const periodAnswer = { startDate: z.string(), endDate: z.string(), asOf: z.iso.datetime() };

/** A row of a breakdown; the sum of all rows equals the total, to the cent. */
export const breakdownRow = z.object({
  /** Null for facts without a value, and for the sum of the rows after the largest 200. */
  id: z.string().nullable(),
  name: z.string(),
  /** True for the sum of the rows after the largest ones. */
  isRest: z.boolean(),
  amount: z.number(),
});
export type BreakdownRow = z.output<typeof breakdownRow>;

const breakdown = {
  groupBy: z.enum(groupings),
  /** The largest first. */
  rows: z.array(breakdownRow),
};

const salesBody = z.strictObject({
  ...periodShape,
  ...salesFilterShape,
  itemIDs: filterShape.itemIDs,
  ...queryShape,
  groupBy,
});

/** Sales of a period (spec operations section 7). Money in the account's currency. */
export const salesAnswer = z.object({
  ...periodAnswer,
  /** `invoiced - credited` */
  total: z.number(),
  /** Line totals of invoices less their order discounts, by invoice date; void invoices are excluded. */
  invoiced: z.number(),
  /** Credits, by credit date. */
  credited: z.number(),
  /** Number of invoices and credits. */
  documentCount: z.int(),
  trend,
  ...breakdown,
});
export type SalesAnswer = z.output<typeof salesAnswer>;

/** Errors: 400 `invalid_input` naming the field for a reversed or too long period and for unknown ids. */
export const analyzeSales = endpoint({
  name: 'analyzeSales',
  method: 'PUT',
  path: '/v1/analytics/sales',
  permission: 'sales_analytics:read',
  isReport: true,
  summary: 'Sums up sales of a period.',
  reads: true,
  body: salesBody,
  reply: salesAnswer,
});

/** Orders by day of issue: their line totals, before order discounts. */
export const ordersAnswer = z.object({
  ...periodAnswer,
  total: z.number(),
  orderCount: z.int(),
  /** `total / orderCount`; null without orders. */
  averageValue: z.number().nullable(),
  /** Issued orders that are not completed, regardless of the period: number, line totals, and number of late ones. */
  openCount: z.int(),
  openTotal: z.number(),
  lateCount: z.int(),
  trend,
  ...breakdown,
});
export type OrdersAnswer = z.output<typeof ordersAnswer>;

export const analyzeOrders = endpoint({
  name: 'analyzeOrders',
  method: 'PUT',
  path: '/v1/analytics/orders',
  permission: 'sales_analytics:read',
  isReport: true,
  summary: 'Sums up orders that were issued, by default in the last 30 days.',
  reads: true,
  body: z.strictObject({ ...periodShape, ...salesFilterShape, itemIDs: filterShape.itemIDs, ...queryShape, groupBy }),
  reply: ordersAnswer,
});

/** Orders by year and quarter of issue, for ten years, the newest first, including years without orders. */
export const quarterlyOrdersAnswer = z.object({
  asOf: z.iso.datetime(),
  years: z.array(
    z.object({
      year: z.int(),
      q1: z.number(),
      q2: z.number(),
      q3: z.number(),
      q4: z.number(),
      total: z.number(),
    }),
  ),
});
export type QuarterlyOrdersAnswer = z.output<typeof quarterlyOrdersAnswer>;

export const analyzeQuarterlyOrders = endpoint({
  name: 'analyzeQuarterlyOrders',
  method: 'PUT',
  path: '/v1/analytics/quarterly-orders',
  permission: 'sales_analytics:read',
  isReport: true,
  summary: 'Sums up orders by year and quarter.',
  reads: true,
  body: z.strictObject({ ...salesFilterShape, itemIDs: filterShape.itemIDs }),
  reply: quarterlyOrdersAnswer,
});

/** A customer whose first order was issued in the period. */
export const newCustomer = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  salesRepName: z.string().nullable(),
  firstOrderID: z.string(),
  firstOrderNumber: z.string(),
  /** Day of the first order. */
  firstOrderedOn: z.string(),
  /** Line total of the first order. */
  amount: z.number(),
});

export const newCustomersAnswer = z.object({
  ...periodAnswer,
  count: z.int(),
  trend,
  /** The newest 500. */
  customers: z.array(newCustomer),
});
export type NewCustomersAnswer = z.output<typeof newCustomersAnswer>;

export const analyzeNewCustomers = endpoint({
  name: 'analyzeNewCustomers',
  method: 'PUT',
  path: '/v1/analytics/new-customers',
  permission: 'sales_analytics:read',
  isReport: true,
  summary: 'Counts customers by the day of their first order.',
  reads: true,
  body: z.strictObject({
    ...periodShape,
    customerGroupIDs: filterShape.customerGroupIDs,
    salesRepIDs: filterShape.salesRepIDs,
  }),
  reply: newCustomersAnswer,
});

/** Open order lines of sale products, by product: open quantities and available stock. */
export const productOnOrder = z.object({
  itemID: z.string(),
  sku: z.string(),
  description: z.string(),
  /** In the product's default unit, named `unit`. */
  ordered: z.number(),
  shipped: z.number(),
  open: z.number(),
  onHand: z.number(),
  /** Demand without reserved stock. */
  short: z.number(),
  /** Quantity on order that has not arrived. */
  expected: z.number(),
  unit: z.string(),
  orderCount: z.int(),
  /** Line totals of unshipped quantities. */
  openAmount: z.number(),
});

export const productsOnOrderAnswer = z.object({
  asOf: z.iso.datetime(),
  openAmount: z.number(),
  productCount: z.int(),
  shortCount: z.int(),
  /** The largest 500, by open amount. */
  products: z.array(productOnOrder),
  restAmount: z.number(),
});
export type ProductsOnOrderAnswer = z.output<typeof productsOnOrderAnswer>;

export const analyzeProductsOnOrder = endpoint({
  name: 'analyzeProductsOnOrder',
  method: 'PUT',
  path: '/v1/analytics/products-on-order',
  permission: 'sales_analytics:read',
  isReport: true,
  summary: 'Sums up open orders by product.',
  reads: true,
  body: z.strictObject({ ...salesFilterShape, itemIDs: filterShape.itemIDs }),
  reply: productsOnOrderAnswer,
});
