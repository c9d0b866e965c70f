import { type AccountContext, enabledOf, sql } from '@millwright/core/server';
import type { ItemMakerPort } from '../../../../contracts/index.ts';

type Department = { id: string; name: string };

/** The stock that an order line lacks. */
export interface ShortLine {
  orderID: string;
  orderLineID: string;
  itemID: string;
  /** In base units. */
  short: string;
}

/** Lines of these orders that lack stock. */
export async function shortLinesOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<ShortLine[]> {
  if (!orderIDs.length) return [];
  const { rows } = await sql<ShortLine>`select source_id as "orderID", line_id as "orderLineID", item_id as "itemID",
      short::text as short
    from inventory.v_demands where account_id = ${ctx.account.id} and source_type = 'sales_order'
      and source_id = any(${[...orderIDs]}::text[]) and reserved < quantity`.execute(ctx.em.query());
  return rows;
}

/** Lots of these items that are in stock but may not be used, as texts: 'Lot L1 expired Nov 27'. */
export async function blockedLotsOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, string[]>> {
  if (!itemIDs.length) return new Map();
  const { rows } = await sql<{ itemID: string; text: string }>`select distinct stock.item_id as "itemID",
      stock.blocked_because as text from inventory.v_stock_on_hand stock
    where stock.account_id = ${ctx.account.id} and stock.owner_id = ${ctx.account.id}
      and stock.item_id = any(${[...itemIDs]}::text[]) and stock.is_blocked and stock.on_hand > 0
    order by 1, 2`.execute(ctx.em.query());
  return new Map(
    [...Map.groupBy(rows, ({ itemID }) => itemID)].map(([itemID, own]) => [itemID, own.map(({ text }) => text)]),
  );
}

/** Departments that make short items, asked from every plugin that makes items. */
export class ItemMakers {
  readonly #makers: readonly ItemMakerPort[];

  constructor(makers: readonly ItemMakerPort[]) {
    this.#makers = makers;
  }

  /** Departments that make each item. */
  async of(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, Department[]>> {
    const found = new Map<string, Department[]>();
    if (!itemIDs.length) return found;
    for (const port of enabledOf(ctx, this.#makers))
      for (const [itemID, departments] of await port.makersOf(ctx, [...new Set(itemIDs)]))
        found.set(itemID, [...(found.get(itemID) ?? []), ...departments]);
    return found;
  }

  /** Items that these departments make. */
  async itemsOf(ctx: AccountContext, departmentIDs: readonly string[]): Promise<string[]> {
    const items: string[] = [];
    for (const port of enabledOf(ctx, this.#makers)) items.push(...(await port.itemsOf(ctx, departmentIDs)));
    return items;
  }

  /** Departments that make the short items of orders, by order. */
  async ofOrders(ctx: AccountContext, orderIDs: readonly string[]): Promise<Map<string, Department[]>> {
    const byOrder = new Map<string, Department[]>();
    if (!enabledOf(ctx, this.#makers).length) return byOrder;
    const short = await shortLinesOf(ctx, orderIDs);
    const makers = await this.of(
      ctx,
      short.map(({ itemID }) => itemID),
    );
    for (const { orderID, itemID } of short)
      byOrder.set(orderID, [...(byOrder.get(orderID) ?? []), ...(makers.get(itemID) ?? [])]);
    return byOrder;
  }
}
