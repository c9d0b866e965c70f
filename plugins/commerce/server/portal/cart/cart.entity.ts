import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** A line as it was put in; prices are found anew whenever the cart is shown. */
export interface StoredCartLine {
  id: string;
  itemID: string;
  /** Decimal text, in the unit. */
  quantity: string;
  unitID: string;
  /** Price of one of the unit when the line was put in or last agreed to: decimal text. */
  seenPrice: string;
}

/**
 * What a person of a customer is about to order: one a person, kept until it is ordered. Ids of products are kept
 * without reference: one that is gone stays in the cart as a line that says so.
 */
export const Cart = defineEntity({
  ...tenantTable('commerce', 'cart', { customerColumn: 'customer_id' }),
  name: 'Cart',
  properties: {
    ...tenantColumns(),
    memberID: column.id(),
    customerID: column.id(),
    lines: column.json<StoredCartLine[]>(),
  },
  uniques: [{ properties: ['accountID', 'memberID', 'customerID'] }],
});
export type Cart = InferEntity<typeof Cart>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.cart': TableRow<typeof Cart>;
  }
}
