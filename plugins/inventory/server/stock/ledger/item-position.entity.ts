import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';

/**
 * What an owner has of an item in all places, in base units, and how much of it is spoken for. The one row that whoever
 * promises or moves stock of the item locks first. The owner is the account's own party (its id is the account's) or a
 * customer.
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
    /** What it is worth: the sum of what is left in the cost layers. */
    value: column.stockValue().default('0'),
    /** The same in cents, as the books have it. */
    booked: column.money().generated('(round(value, 2)) stored'),
    /** What it was worth, and how much of it there was, when it last ran out; 0 where it never did. */
    lastValue: column.stockValue().default('0'),
    lastQuantity: column.quantity().default('0'),
    /** Cents by which the movements were rounded one by one, before the books followed the position; and their day. */
    carried: column.money().default('0'),
    carriedOn: column.date().nullable(),
    /**
     * What nobody has set aside of the balances in places that are closed, reserved or not promisable: on hand, but
     * promised to nobody.
     */
    withheld: column.quantity().default('0'),
    /** Sum of the hold lines. */
    held: column.quantity().default('0'),
    /** Sum of `demand.reserved`. */
    reserved: column.quantity().default('0'),
    /** Sum of `demand.quantity`. */
    demanded: column.quantity().default('0'),
    /** When the first of its holds runs out; whoever locks the row afterwards frees it. */
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

declare module '../../catalogue/shared/tables.ts' {
  interface Tables {
    'inventory.item_position': TableRow<typeof ItemPosition>;
  }
}
