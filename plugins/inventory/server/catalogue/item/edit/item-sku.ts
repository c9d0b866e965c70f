import { type AccountContext, sql } from '@millwright/core/server';

/**
 * Existing SKUs that equal the wanted ones in any case, by the wanted SKU; an exactly equal one is preferred. People
 * and scanners do not distinguish case; a unique index keeps new SKUs apart.
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
