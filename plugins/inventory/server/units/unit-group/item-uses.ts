import { type AccountContext, type RecordUse, sql } from '@millwright/core/server';

/** The items that match a condition on `item` (its alias), as a use; no use for no items. */
export async function usesByItems(
  ctx: AccountContext,
  condition: ReturnType<typeof sql<boolean>>,
  [one, many]: readonly [string, string] = ['item', 'items'],
): Promise<RecordUse[]> {
  const { rows } = await sql<{ count: number; examples: string[] }>`select count(*)::int as count,
      coalesce((array_agg(item.sku order by item.sku))[1:5], '{}') as examples
    from inventory.item item where item.account_id = ${ctx.account.id} and ${condition}`.execute(ctx.em.query());
  const { count, examples } = rows[0] ?? { count: 0, examples: [] };
  return count ? [{ what: count === 1 ? one : many, count, examples }] : [];
}

/** Names of referring records as a use; no use for no names. */
export const usesByNames = (names: readonly string[], [one, many]: readonly [string, string]): RecordUse[] =>
  names.length ? [{ what: names.length === 1 ? one : many, count: names.length, examples: names.slice(0, 5) }] : [];
