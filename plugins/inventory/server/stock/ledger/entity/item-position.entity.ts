import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../../catalogue/item/item.entity.ts';

/**
 * An owner's stock of an item over all places, in base units, and the promised part of it. Every operation that
 * promises or moves stock of the item locks this row first. The owner is the account's own party (with the account's
 * id) or a customer.
 */
export const ItemPosition = defineEntity({
  ...tenantTable('inventory', 'item_position'),
  name: 'ItemPosition',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    owner: () => belongsTo(Party, 'owner_id'),
    /** Sum of the balances. */
    onHand: column.quantity().default('0'),
    /** Value on hand: the sum of the remaining values of the cost layers. */
    value: column.stockValue().default('0'),
    /** The value in cents, as in the books. */
    booked: column.money().generated('(round(value, 2)) stored'),
    /** Value and quantity just before the stock last ran out; 0 if it never did. */
    lastValue: column.stockValue().default('0'),
    lastQuantity: column.quantity().default('0'),
    /**
     * Sum of the cents by which movements were rounded one by one, before book values followed the position; and the
     * day of that change.
     */
    carried: column.money().default('0'),
    carriedOn: column.date().nullable(),
    /** Stock on hand that cannot be promised: unallocated stock in closed, reserved or not promisable places. */
    withheld: column.quantity().default('0'),
    /** Sum of the hold lines. */
    held: column.quantity().default('0'),
    /** Sum of `demand.reserved`. */
    reserved: column.quantity().default('0'),
    /** Sum of `demand.quantity`. */
    demanded: column.quantity().default('0'),
    /** When the first of its holds expires; the next operation that locks the row releases it. */
    holdsExpireAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'item', 'owner'] }],
  indexes: [{ properties: ['accountID', 'owner', 'item'] }],
  checks: [
    { name: 'item_position_value', expression: 'value >= 0 and (on_hand > 0 or value = 0)' },
    { name: 'item_position_withheld', expression: 'withheld >= 0 and withheld <= on_hand' },
    {
      name: 'item_position_promised',
      expression: 'held >= 0 and reserved >= 0 and held + reserved <= on_hand - withheld',
    },
    { name: 'item_position_demanded', expression: 'reserved <= demanded' },
    { name: 'item_position_last', expression: 'last_value >= 0 and (last_quantity > 0 or last_value = 0)' },
    { name: 'item_position_carried', expression: '(carried = 0) = (carried_on is null)' },
  ],
});
export type ItemPosition = InferEntity<typeof ItemPosition>;

declare module '../../../catalogue/shared/tables.ts' {
  interface Tables {
    'inventory.item_position': TableRow<typeof ItemPosition>;
  }
}
