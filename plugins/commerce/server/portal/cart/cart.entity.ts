import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** A line as it was added. Prices are computed anew each time the cart is shown. */
export interface StoredCartLine {
  id: string;
  itemID: string;
  /** Decimal text, in the unit. */
  quantity: string;
  unitID: string;
  /** Price per unit when the line was added or its price was last accepted: decimal text. */
  seenPrice: string;
}

/**
 * The products that a customer's person is about to order: one cart per person, kept until it is ordered. Product ids
 * have no foreign key: a line with a deleted product stays in the cart and shows that.
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
