import { type AccountContext, type RestoredRecord, sql } from '@millwright/core/server';

/**
 * Which records cannot come back, because rows of a table that go with them name an item that was deleted since: items
 * belong to inventory, so no foreign key says it. By id.
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
