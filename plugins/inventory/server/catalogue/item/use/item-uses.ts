import { type AccountContext, sql } from '@millwright/core/server';

/** Deletes items without references, with the rows that belong only to them. */
export async function deleteItems(
  ctx: AccountContext,
  itemIDs: readonly string[],
): Promise<{ id: string; sku: string }[]> {
  const ofItems = sql`account_id = ${ctx.account.id} and item_id = any(${[...itemIDs]}::text[])`;
  await sql`delete from inventory.item_attribute where ${ofItems}`.execute(ctx.em.query());
  // Positions without stock carry no information.
  await sql`delete from inventory.item_position where ${ofItems}`.execute(ctx.em.query());
  const { rows } = await sql<{ id: string; sku: string }>`delete from inventory.item
    where account_id = ${ctx.account.id} and id = any(${[...itemIDs]}::text[]) returning id, sku`.execute(
    ctx.em.query(),
  );
  return rows;
}
