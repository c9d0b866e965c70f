import { type AccountContext, sql } from '@millwright/core/server';
import type { CatalogueUse } from '../../../contracts/index.ts';

/** The items for which a condition on `item` (its alias) holds, as a use: none for none. */
export async function usesByItems(
  ctx: AccountContext,
  condition: ReturnType<typeof sql<boolean>>,
  [one, many]: readonly [string, string] = ['item', 'items'],
): Promise<CatalogueUse[]> {
  const { rows } = await sql<{ count: number; examples: string[] }>`select count(*)::int as count,
      coalesce((array_agg(item.sku order by item.sku))[1:5], '{}') as examples
    from inventory.item item where item.account_id = ${ctx.account.id} and ${condition}`.execute(ctx.em.query());
  const { count, examples } = rows[0] ?? { count: 0, examples: [] };
  return count ? [{ what: count === 1 ? one : many, count, examples }] : [];
}

/** Items for each of the records that a column of theirs refers to, as uses. */
export async function usesByItemsOf(
  ctx: AccountContext,
  column: 'product_line_id' | 'category_id' | 'product_group_id',
  ids: readonly string[],
  words: readonly [string, string] = ['item', 'items'],
): Promise<Map<string, CatalogueUse[]>> {
  const { rows } = await sql<{
    id: string;
    count: number;
    examples: string[];
  }>`select ${sql.ref(`item.${column}`)} as id,
      count(*)::int as count, (array_agg(item.sku order by item.sku))[1:5] as examples
    from inventory.item item
    where item.account_id = ${ctx.account.id} and ${sql.ref(`item.${column}`)} = any(${[...ids]}::text[])
    group by 1`.execute(ctx.em.query());
  return new Map(rows.map(({ id, count, examples }) => [id, [{ what: words[count === 1 ? 0 : 1], count, examples }]]));
}

/** Names that refer to something, as a use: none for none. */
export const usesByNames = (names: readonly string[], [one, many]: readonly [string, string]): CatalogueUse[] =>
  names.length ? [{ what: names.length === 1 ? one : many, count: names.length, examples: names.slice(0, 5) }] : [];
