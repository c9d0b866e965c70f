import { type AccountContext, listed, sql } from '@millwright/core/server';
import { stockProblems } from '../../../../contracts/index.ts';

/**
 * Whether there is stock, a promise, demand or expected supply of an item joined as `item`; such an item must stay a
 * stock item.
 */
export const isItemStocked = sql<boolean>`(exists (select from inventory.item_position position
    where position.account_id = item.account_id and position.item_id = item.id
      and (position.on_hand > 0 or position.held > 0 or position.demanded > 0))
  or exists (select from inventory.supply supply
    where supply.account_id = item.account_id and supply.item_id = item.id and supply.closed_at is null))`;

/** Message for a stocked item that is to become a service. */
export const stockedText = 'There is stock of this product, or some is promised or expected: it stays of type sale';

/** Whether an item joined as `item` is kept in stock; services, freight and the like are not. */
export const isStockItem = sql<boolean>`(item.type <> 'product' or item.product_type = 'sale')`;

/** Message for services. */
export const notStockedText = (sku: string): string => `${sku} is a service or charge, which is no stock`;

/**
 * Refuses services in lines that bring stock; the items are locked until the transaction ends, so their type cannot
 * change.
 * @throws Problem 409 `item_not_stocked` with one entry per service
 */
export async function refuseServices(ctx: AccountContext, lines: readonly { itemID: string; path: string }[]) {
  const ids = listed([...new Set(lines.map(({ itemID }) => itemID))]);
  const { rows } = await sql<{ id: string; sku: string; isStock: boolean }>`select id, sku, ${isStockItem} as "isStock"
    from inventory.item item where account_id = ${ctx.account.id} and id = any(${ids})
    order by id for key share`.execute(ctx.em.query());
  const services = new Map(rows.flatMap(({ id, sku, isStock }) => (isStock ? [] : [[id, sku] as const])));
  const errors = lines.flatMap(({ itemID, path }) => {
    const sku = services.get(itemID);
    return sku === undefined ? [] : [{ path, message: notStockedText(sku) }];
  });
  if (errors.length) throw stockProblems.item_not_stocked({ errors });
}
