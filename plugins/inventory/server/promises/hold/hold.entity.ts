import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';

/** Stock that is set aside for minutes, while somebody types an order. */
export const Hold = defineEntity({
  ...tenantTable('inventory', 'hold'),
  name: 'Hold',
  properties: {
    ...tenantColumns(),
    /** Only who took it may renew, use or release it: `usr_...`, `ak_...`, or the document that is being paid. */
    actorID: column.id(),
    actorName: column.text(),
    /** Whose portal it was taken in; staff have none, and outrank it. */
    customerID: column.id().nullable(),
    expiresAt: column.timestamp(),
  },
  indexes: [
    { properties: ['accountID', 'actorID'] },
    { properties: ['accountID', 'expiresAt'] },
    { properties: ['accountID', 'customerID'], where: 'customer_id is not null' },
  ],
});
export type Hold = InferEntity<typeof Hold>;

/** What a hold sets aside of the account's own stock of an item, in base units; `wanted` may be more than there was. */
export const HoldLine = defineEntity({
  ...tenantTable('inventory', 'hold_line', {
    jobColumns: {
      select: ['account_id', 'expires_at', 'quantity'],
      update: [],
      why: 'accounts with holds that ran out',
    },
  }),
  name: 'HoldLine',
  properties: {
    ...accountColumn(),
    hold: () => belongsTo(Hold, 'hold_id').primary(),
    item: () => belongsTo(Item, 'item_id').primary(),
    wanted: column.quantity(),
    quantity: column.quantity(),
    expiresAt: column.timestamp(),
  },
  indexes: [
    { properties: ['accountID', 'item', 'expiresAt'] },
    { properties: ['expiresAt', 'accountID'], where: 'quantity > 0' },
  ],
  checks: [{ name: 'hold_line_quantity', expression: 'wanted > 0 and quantity >= 0 and quantity <= wanted' }],
});
export type HoldLine = InferEntity<typeof HoldLine>;

/**
 * Since when the people of a customer have held stock without ordering it, and until when at the latest. Locked before
 * their holds are counted, so that many of them at once stay within what the customer may hold together.
 */
export const CustomerHolding = defineEntity({
  ...tenantTable('inventory', 'customer_holding'),
  name: 'CustomerHolding',
  properties: {
    ...accountColumn(),
    customerID: column.id().primary(),
    since: column.timestamp(),
    until: column.timestamp(),
  },
});
export type CustomerHolding = InferEntity<typeof CustomerHolding>;
