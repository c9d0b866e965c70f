import { type AccountContext, sql } from '@millwright/core/server';

/**
 * SKUs that items have and that are these or differ from them by case only, by the wanted one: the one that is the same
 * if there is one. People read both as one, and so do scanners; an index of PostgreSQL keeps new ones apart.
 */
export async function likeSKUs(ctx: AccountContext, skus: readonly string[]): Promise<Map<string, string>> {
  if (!skus.length) return new Map();
  const { rows } = await sql<{ wanted: string; sku: string }>`with wanted as (
      select distinct sku from unnest(${[...skus]}::text[]) as given(sku)),
    found as materialized (
      select sku from inventory.item where account_id = ${ctx.account.id} and not is_case_twin
        and lower(sku) = any(array(select lower(sku) from wanted))
      union select sku from inventory.item
      where account_id = ${ctx.account.id} and sku = any(array(select sku from wanted)))
    select distinct on (wanted.sku) wanted.sku as wanted, found.sku as sku
    from wanted join found on lower(found.sku) = lower(wanted.sku)
    order by wanted.sku, found.sku = wanted.sku desc, found.sku`.execute(ctx.em.query());
  return new Map(rows.map(({ wanted, sku }) => [wanted, sku]));
}
