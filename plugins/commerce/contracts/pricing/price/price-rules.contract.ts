import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { mostSalesOrderLines } from '../../document/most-lines.ts';
import { customerReference } from '../../parties/customer/customer.contract.ts';
import { pricedItem } from '../rule-references.ts';
import { priceRules } from './price-rules.ts';

/**
 * All price rules of these products for a customer from today on, for forms that price lines during input with
 * `priceOf`. 403 for portal customers, because rules name other recipients; customers get an explanation with each line
 * of an order instead.
 */
export const findPriceRules = endpoint({
  name: 'findPriceRules',
  method: 'POST',
  path: '/v1/sales-orders/actions/find-price-rules',
  permission: 'sales_orders:read',
  reads: true,
  summary: 'Finds what sets the prices of products for a customer.',
  body: z.strictObject({
    customerID: customerReference,
    productIDs: z.array(pricedItem).max(mostSalesOrderLines, { error: `At most ${mostSalesOrderLines} products` }),
  }),
  /** `on` is today in the account's time zone. */
  reply: priceRules.extend({ on: z.string() }),
});
