import { type AccountContext, sql } from '@millwright/core/server';

/**
 * SKUs that items have and that are these or differ from them by case only, by the wanted one: the one that is the same
 * if there is one. People read both as one, and so do scanners; an index of PostgreSQL keeps new ones apart.
 */
export async function likeSKUs(ctx: AccountContext, skus: readonly string[]): Promise<Map<string, string>> {
  if (!skus.length) return new Map();
  // Row-level security keeps conditions on lower() away from the index on it: PostgreSQL reads the account's items, and
  // comparing each of them with a list of a thousand takes ten times as long as a join.
  const { rows } = await sql<{ wanted: string; sku: string }>`with wanted as materialized (
      select distinct sku, lower(sku) as folded from unnest(${[...skus]}::text[]) as given(sku)),
    found as materialized (
      select item.sku from wanted join inventory.item item on lower(item.sku) = wanted.folded
      where item.account_id = ${ctx.account.id} and not item.is_case_twin
      union select sku from inventory.item
      where account_id = ${ctx.account.id} and sku = any(${[...skus]}::text[]))
    select distinct on (wanted.sku) wanted.sku as wanted, found.sku as sku
    from wanted join found on lower(found.sku) = wanted.folded
    order by wanted.sku, found.sku = wanted.sku desc, found.sku`.execute(ctx.em.query());
  return new Map(rows.map(({ wanted, sku }) => [wanted, sku]));
}
