import { type AccountContext, sql, todayOf } from '@millwright/core/server';

/** A product that is not sold any more. */
export interface EndedProduct {
  id: string;
  sku: string;
  /** Its last day of sale. */
  endDate: string;
}

/** Says which products are not sold any more: `HAT was sold until 2026-11-01`. */
export const endedText = (ended: readonly EndedProduct[]): string =>
  ended.map(({ sku, endDate }) => `${sku} was sold until ${endDate}`).join(', ');

/** Products among these rows of `item` that are not sold any more on a day, as a JSON array. */
export const endedProducts = (ctx: AccountContext, which: ReturnType<typeof sql>, on = todayOf(ctx)) =>
  sql<EndedProduct[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', item.id, 'sku', item.sku,
      'endDate', item.end_date::text) order by item.sku), '[]')
    from inventory.v_items item where item.account_id = ${ctx.account.id} and item.end_date < ${on}::date
      and item.id = any(array(${which})))`;
