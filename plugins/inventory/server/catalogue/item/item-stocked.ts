import { sql } from '@millwright/core/server';

/** Whether anything lies, is promised, waited for or expected of an item joined under the name `item`: then it stays stock. */
export const isItemStocked = sql<boolean>`(exists (select from inventory.item_position position
    where position.account_id = item.account_id and position.item_id = item.id
      and (position.on_hand > 0 or position.held > 0 or position.demanded > 0))
  or exists (select from inventory.supply supply
    where supply.account_id = item.account_id and supply.item_id = item.id and supply.closed_at is null))`;

/** What a stocked item is refused that would become a service. */
export const stockedText = 'There is stock of this product, or some is promised or expected: it stays of type sale';
