import { type AccountContext, type RestoredRecord, sql } from '@millwright/core/server';

/**
 * Records that cannot be restored, by id, because rows that belong to them refer to an item that was deleted since.
 * Items belong to inventory, so there is no foreign key.
 */
export async function goneItems(
  ctx: AccountContext,
  records: readonly RestoredRecord[],
  table: string,
): Promise<Map<string, string>> {
  const named = records.flatMap(({ id, rows }) =>
    ((JSON.parse(rows[table] ?? '[]') as { item_id: string }[]) ?? []).map(({ item_id: itemID }) => ({ id, itemID })),
  );
  const itemIDs = [...new Set(named.map(({ itemID }) => itemID))];
  if (!itemIDs.length) return new Map();
  const { rows: there } = await sql<{ id: string }>`select id from inventory.v_items
    where account_id = ${ctx.account.id} and id = any(${itemIDs}::text[])`.execute(ctx.em.query());
  const known = new Set(there.map(({ id }) => id));
  return new Map(
    named.filter(({ itemID }) => !known.has(itemID)).map(({ id }) => [id, 'one of its items was deleted since']),
  );
}
