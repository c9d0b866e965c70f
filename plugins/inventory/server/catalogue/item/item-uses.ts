import { type AccountContext, sql } from '@millwright/core/server';

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
