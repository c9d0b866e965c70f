import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { salesOrder } from './sales-order.contract.ts';

/**
 * Offers an estimate to its customer without a mail: the portal has it from then on, and prices and discount stay until
 * `actions/reprice`. What is mailed is offered too. 409 `not_an_estimate`.
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

/** Prices an estimate anew by the rules of today; typed prices stay. 409 `not_an_estimate`. */
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
