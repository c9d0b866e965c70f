import { type AccountContext, sql } from '@millwright/core/server';

/**
 * SKUs that items have and that are these or differ from them by case only, by the wanted one: the one that is the same
 * if there is one. People read both as one, and so do scanners; an index of PostgreSQL keeps new ones apart.
 */
export async function likeSKUs(ctx: AccountContext, skus: readonly string[]): Promise<Map<string, string>> {
  if (!skus.length) return new Map();
  const { rows } = await sql<{ wanted: string; sku: string }>`with wanted as materialized (
      select distinct sku, lower(sku) as lower_sku from unnest(${[...skus]}::text[]) as given(sku)),
    found as (
      select wanted.sku as wanted, item.sku from wanted join inventory.item item on item.lower_sku = wanted.lower_sku
      where item.account_id = ${ctx.account.id}
      union all select sku, sku from inventory.item
      where account_id = ${ctx.account.id} and sku = any(${[...skus]}::text[]))
    select distinct on (wanted) wanted, sku from found
    order by wanted, sku = wanted desc`.execute(ctx.em.query());
  return new Map(rows.map(({ wanted, sku }) => [wanted, sku]));
}
