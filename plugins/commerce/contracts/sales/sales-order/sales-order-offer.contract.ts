import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { salesOrder } from './sales-order.contract.ts';

/**
 * Offers an estimate to its customer without a mail: it appears in the portal, and prices and discount are fixed until
 * `actions/reprice`. Mailing an estimate offers it too. 409 `not_an_estimate`.
 */
export const offerSalesOrder = endpoint({
  name: 'offerSalesOrder',
  method: 'POST',
  path: '/v1/sales-orders/{orderID}/actions/offer',
  permission: 'sales_orders:update',
  summary: 'Offers an estimate to its customer.',
  body: z.strictObject({ version: z.int().optional() }),
  reply: salesOrder,
  status: 200,
});

/** Calculates the prices of an estimate by the present rules; typed prices stay. 409 `not_an_estimate`. */
export const repriceSalesOrder = endpoint({
  name: 'repriceSalesOrder',
  method: 'POST',
  path: '/v1/sales-orders/{orderID}/actions/reprice',
  permission: 'sales_orders:update',
  summary: 'Prices an estimate anew.',
  body: z.strictObject({ version: z.int().optional() }),
  reply: salesOrder,
  status: 200,
});
