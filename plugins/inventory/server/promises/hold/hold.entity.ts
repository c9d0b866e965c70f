import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';

/** Stock that is set aside for minutes, while somebody types an order. */
export const Hold = defineEntity({
  ...tenantTable('inventory', 'hold'),
  name: 'Hold',
  properties: {
    ...tenantColumns(),
    /** Only who took it may renew, use or release it: `user_...`, `ak_...`. */
    actorID: column.id(),
    actorName: column.text(),
    expiresAt: column.timestamp(),
  },
  indexes: [{ properties: ['accountID', 'actorID'] }, { properties: ['accountID', 'expiresAt'] }],
});
export type Hold = InferEntity<typeof Hold>;

/** What a hold sets aside of the account's own stock of an item, in base units; `wanted` may be more than there was. */
export const HoldLine = defineEntity({
  ...tenantTable('inventory', 'hold_line'),
  name: 'HoldLine',
  properties: {
    ...accountColumn(),
    hold: () => belongsTo(Hold, 'hold_id').primary(),
    item: () => belongsTo(Item, 'item_id').primary(),
    wanted: column.quantity(),
    quantity: column.quantity(),
    expiresAt: column.timestamp(),
  },
  indexes: [{ properties: ['accountID', 'item', 'expiresAt'] }],
  checks: [{ name: 'hold_line_quantity', expression: 'wanted > 0 and quantity >= 0 and quantity <= wanted' }],
});
export type HoldLine = InferEntity<typeof HoldLine>;
