import { type AccountContext, evaluatedOnce, sql, touched } from '@millwright/core/server';
import { listPicks, listSalesOrders } from '../../../../contracts/index.ts';
import { salesOrderIs } from '../../../states/states.ts';

/**
 * Recomputes the picked quantities of order lines, the sums of the orders, and whether the picks are finished: a pick
 * is finished when its whole open quantity is packed. The caller has locked the orders and flushed the pick lines.
 * Answers the ids of finished picks.
 */
export async function recountPicks(ctx: AccountContext, orderIDs: readonly string[]): Promise<ReadonlySet<string>> {
  const now = ctx.clock.now();
  const account = ctx.account.id;
  const ids = [...orderIDs];
  const counted =
    evaluatedOnce(sql`select line.account_id, line.order_id, line.id, line.product_type, line.base_quantity,
      coalesce(sum(picked.quantity), 0) as picked,
      coalesce(sum(picked.quantity) filter (where picked.packed_at is not null), 0) as packed
    from commerce.sales_order_line line
    left join commerce.pick_line picked on picked.account_id = line.account_id and picked.order_line_id = line.id
    where line.account_id = ${account} and line.order_id = any(${ids}::text[])
    group by line.account_id, line.id`);
  const summed = evaluatedOnce(sql`select counted.account_id, counted.order_id,
      coalesce(sum(counted.picked) filter (where counted.product_type = 'sale'), 0) as picked,
      coalesce(bool_and(counted.packed >= counted.base_quantity) filter (where counted.product_type = 'sale'), true)
        as is_packed
    from ${counted} counted group by counted.account_id, counted.order_id`);
  const rows = await ctx.em.writeBeside(
    sql<{ id: string; isFinished: boolean }>`update commerce.pick pick
      set version = pick.version + 1, updated_at = ${now},
        finished_at = case when summed.is_packed or ${salesOrderIs.not.open('sold.status')}
          then coalesce(pick.finished_at, ${now}) end
      from ${summed} summed
      join commerce.sales_order sold on sold.account_id = summed.account_id and sold.id = summed.order_id
      where pick.account_id = ${account} and pick.order_id = any(${ids}::text[])
        and pick.account_id = summed.account_id and pick.order_id = summed.order_id
        and pick.deleted_at is null
      returning pick.id, pick.finished_at is not null as "isFinished"`,
    sql`update commerce.sales_order_line line set quantity_picked = counted.picked, updated_at = ${now}
      from ${counted} counted
      where line.account_id = ${account} and line.order_id = any(${ids}::text[])
        and line.account_id = counted.account_id and line.id = counted.id
        and line.quantity_picked <> counted.picked`,
    sql`update commerce.sales_order sold set quantity_picked = summed.picked from ${summed} summed
      where sold.account_id = ${account} and sold.id = any(${ids}::text[])
        and sold.account_id = summed.account_id and sold.id = summed.order_id
        and sold.quantity_picked <> summed.picked`,
  );
  touched(ctx, listPicks, listSalesOrders);
  return new Set(rows.flatMap(({ id, isFinished }) => (isFinished ? id : [])));
}
