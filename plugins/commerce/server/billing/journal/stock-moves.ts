import { type AccountContext, sql } from '@millwright/core/server';

/** Calendar dates of a journal query, both included. Null means no limit. */
export interface JournalDays {
  startDate: string | null;
  endDate: string | null;
}

/** The start of a calendar date in the account's time zone, plus a number of days. */
const bound = ({ account: { timeZone } }: AccountContext, day: string, days: number) =>
  sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${timeZone})`;

/** SQL condition that a time lies on one of the days. */
export const within = (ctx: AccountContext, column: string, { startDate, endDate }: JournalDays) => {
  const at = sql.ref(column);
  return sql<boolean>`(${startDate ? sql`${at} >= ${bound(ctx, startDate, 0)}` : sql`true`}
    and ${endDate ? sql`${at} < ${bound(ctx, endDate, 1)}` : sql`true`})`;
};

/**
 * Inventory postings of the account's own stock movements, positive when stock grows, with the offsetting account. Each
 * movement stores the amount in cents by which it changed the books, so that the inventory account equals the stock
 * value. Moves between places are not posted. Later cost corrections of goods that had already left, and manual
 * revaluations, are posted to variances.
 */
export const stockMoves = (ctx: AccountContext, days: JournalDays) => {
  const { id, timeZone } = ctx.account;
  return sql`goods as (
      select (movement.created_at at time zone ${timeZone})::date as day,
        case kind.action when 'ship' then coalesce('Shipment ' || shipment.number, 'Goods shipped')
          when 'return' then coalesce('Credit memo ' || memo.number, 'Goods returned')
          when 'revalue' then 'Cost of ' || coalesce('receiving order ' || receiving.number, 'goods') || ' corrected'
          when 'receive' then 'Goods received' when 'produce' then 'Goods made' when 'consume' then 'Goods used'
          else 'Stock counted' end || case movement.action when 'void' then ', void' else '' end as document,
        coalesce(shipment.id, memo.id, case kind.action when 'revalue' then receiving.id end) as record_id,
        coalesce(shipment.customer_id, memo.customer_id) as customer_id,
        case when kind.action in ('ship', 'return') then 'cost_of_goods'
          when kind.action = 'revalue' and movement.source_type is null then 'cost_variances'
          when kind.action in ('receive', 'revalue') then 'received'
          when kind.action = 'produce' or (kind.action = 'consume' and movement.source_type is not null)
            then 'work_in_process'
          when kind.action = 'consume' then 'used' else 'count_differences' end as account,
        case when kind.action in ('ship', 'return') then item.product_line_name end as detail,
        movement.book_amount as amount
      from inventory.v_movements movement
      left join inventory.v_movements mended on mended.account_id = movement.account_id
        and mended.id = movement.reverses_id
      cross join lateral (select coalesce(mended.action, movement.action) as action) kind
      left join commerce.shipment shipment on movement.source_type = 'shipment'
        and shipment.account_id = movement.account_id and shipment.id = movement.source_id
      left join commerce.transaction memo on movement.source_type = 'transaction'
        and memo.account_id = movement.account_id and memo.id = movement.source_id
      left join commerce.receiving_order receiving on kind.action = 'revalue'
        and movement.source_type = 'receiving_order' and receiving.account_id = movement.account_id
        and receiving.id = movement.source_id
      left join inventory.v_items item on kind.action in ('ship', 'return') and item.account_id = movement.account_id
        and item.id = movement.item_id
      where movement.account_id = ${id} and movement.owner_id = ${id} and kind.action <> 'move'
        and ${within(ctx, 'movement.created_at', days)}
    ), variance as (
      select (corrected.created_at at time zone ${timeZone})::date as day,
        'Cost of receiving order ' || receiving.number || ' corrected' as document, receiving.id as record_id,
        round(corrected.variance, 2) as amount
      from commerce.cost_correction corrected
      join commerce.receiving_order receiving on receiving.account_id = corrected.account_id
        and receiving.id = corrected.receiving_order_id
      where corrected.account_id = ${id} and corrected.variance <> 0
        and ${within(ctx, 'corrected.created_at', days)}
    )`;
};
