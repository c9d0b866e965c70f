import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import type { CatalogueUse, ProductUsagePort } from '../../../contracts/index.ts';

/** What stock says of items: their history stays, so they do. */
const stockUses: Readonly<Record<string, readonly [one: string, many: string]>> = {
  movement: ['stock movement', 'stock movements'],
  demand: ['document that waits for stock', 'documents that wait for stock'],
  supply: ['expected receipt', 'expected receipts'],
  lot: ['lot', 'lots'],
  hold: ['order that is being typed', 'orders that are being typed'],
};

/** What refers to these items: stock and its promises, and what other domains say. Items without uses are missing in the map. */
export async function usesOfItems(
  ctx: AccountContext,
  usage: ProductUsagePort | undefined,
  itemIDs: readonly string[],
): Promise<Map<string, CatalogueUse[]>> {
  if (itemIDs.length === 0) return new Map();
  const own = sql`account_id = ${ctx.account.id} and item_id = any(${[...itemIDs]}::text[])`;
  const { rows } = await sql<{ itemID: string; kind: string; count: number; examples: string[] }>`select ${plannedOnce}
      item_id as "itemID", 'movement' as kind, count(*)::int as count, '{}'::text[] as examples
      from inventory.movement where ${own} group by item_id
    union all select item_id, 'demand', count(distinct source_id)::int, (array_agg(distinct source_number))[1:5]
      from inventory.demand where ${own} group by item_id
    union all select item_id, 'supply', count(*)::int, '{}' from inventory.supply where ${own} group by item_id
    union all select item_id, 'lot', count(*)::int, (array_agg(lot_number order by lot_number))[1:5]
      from inventory.lot where ${own} group by item_id
    union all select item_id, 'hold', count(distinct hold_id)::int, '{}' from inventory.hold_line where ${own} group by item_id`.execute(
    ctx.em.query(),
  );
  const uses = new Map<string, CatalogueUse[]>();
  const add = (itemID: string, use: CatalogueUse): void => void uses.set(itemID, [...(uses.get(itemID) ?? []), use]);
  for (const { itemID, kind, count, examples } of rows)
    add(itemID, { what: stockUses[kind]?.[count === 1 ? 0 : 1] ?? kind, count, examples });
  for (const [itemID, others] of (await usage?.usesOfProducts(ctx, itemIDs)) ?? [])
    for (const use of others) add(itemID, use);
  return uses;
}

/** Deletes items that nothing refers to, with what belongs to them alone. */
export async function deleteItems(
  ctx: AccountContext,
  itemIDs: readonly string[],
): Promise<{ id: string; sku: string }[]> {
  const own = sql`account_id = ${ctx.account.id} and item_id = any(${[...itemIDs]}::text[])`;
  await sql`delete from inventory.item_attribute where ${own}`.execute(ctx.em.query());
  // A position without stock remembers only that somebody asked.
  await sql`delete from inventory.item_position where ${own}`.execute(ctx.em.query());
  const { rows } = await sql<{ id: string; sku: string }>`delete from inventory.item
    where account_id = ${ctx.account.id} and id = any(${[...itemIDs]}::text[]) returning id, sku`.execute(
    ctx.em.query(),
  );
  return rows;
}
