import { type AccountContext, audit, emit, listed, sql, touched } from '@millwright/core/server';
import { listPurchaseOrders, purchaseOrderStates, purchaseOrderStatusChanged } from '../../../../contracts/index.ts';
import { purchaseOrderIs, receivingIs } from '../../../states/states.ts';
import { purchaseOrderRecord } from '../../purchase-order/record/purchase-order-history.ts';
import { touchedReceiving } from '../record/receiving-order-record.ts';

/**
 * Valid deliveries of each line in `wanted`. A lateral join by key, so that no plan made for small tables reads the
 * whole table.
 */
const standing = sql`lateral (select sum(came.base_quantity) as received, sum(came.base_rejected) as rejected,
    sum(case
      when delivery.is_historic then came.base_quantity - came.base_rejected else came.base_stocked end) as stocked,
    max(came.stocked_at) as stocked_at,
    coalesce(sum(came.base_quantity) filter (where not delivery.is_historic), 0) as own_received,
    coalesce(sum(came.base_rejected) filter (where delivery.is_historic), 0) as historic_rejected,
    coalesce(sum(came.base_stocked) filter (where not delivery.is_historic), 0) as own_stocked
  from commerce.delivery_line came
  cross join lateral (select each.is_historic from commerce.delivery each
    where each.account_id = came.account_id and each.id = came.delivery_id offset 0) delivery
  where came.account_id = wanted.account_id and came.receiving_line_id = wanted.id and came.voided_at is null)`;

/** Sums up the receipts of these receiving orders by line, and updates their state. */
async function recountOrders(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  const account = ctx.account.id;
  const now = ctx.clock.now();
  await sql`with counted as materialized (select wanted.id,
        coalesce(came.received, 0) as received, coalesce(came.rejected, 0) as rejected,
        coalesce(came.stocked, 0) as stocked,
        case when came.stocked >= wanted.base_quantity and came.stocked = came.received - came.rejected
          then coalesce(came.stocked_at, ${now}) end as stocked_at
      from commerce.receiving_order_line wanted left join ${standing} came on true
      where wanted.account_id = ${account} and wanted.receiving_order_id = any(${listed([...ids])}))
    update commerce.receiving_order_line line
    set quantity_received = counted.received, quantity_rejected = counted.rejected, quantity_stocked = counted.stocked,
      stocked_at = counted.stocked_at
    from counted where line.account_id = ${account} and line.id = counted.id
      and (line.quantity_received, line.quantity_rejected, line.quantity_stocked, line.stocked_at)
        is distinct from (counted.received, counted.rejected, counted.stocked, counted.stocked_at)`.execute(
    ctx.em.query(),
  );
  await sql`with counted as materialized (select each.id, sums.lines, sums.quantity, sums.stocked,
        case when each.deleted_at is not null then ${receivingIs.to('expected')} when each.voided_at is not null
          then ${receivingIs.to('void')}
          when sums.waits then ${receivingIs.to('at_dock')}
          when (bought.id is not null and ${purchaseOrderIs.not.open('bought.status')}) or sums.lines > 0
            and sums.stocked = sums.quantity
          then ${receivingIs.to('completed')} else ${receivingIs.to('expected')} end as status,
        case when bought.id is not null then bought.expected_on
          when sums.stocked < sums.quantity and each.voided_at is null
          then (each.created_at at time zone ${ctx.account.timeZone})::date end as expected_on
      from commerce.receiving_order each
      left join lateral (select ordered.id, ordered.status, ordered.expected_on from commerce.purchase_order ordered
        where ordered.account_id = each.account_id and ordered.id = each.purchase_order_id offset 0) bought on true
      cross join lateral (select count(*)::int as lines, coalesce(sum(line.base_quantity), 0) as quantity,
          coalesce(sum(least(line.quantity_stocked, line.base_quantity)), 0) as stocked,
          coalesce(bool_or(line.quantity_received > line.quantity_rejected + line.quantity_stocked), false) as waits
        from commerce.receiving_order_line line
        where line.account_id = each.account_id and line.receiving_order_id = each.id) sums
      where each.account_id = ${account} and each.id = any(${listed([...ids])}))
    update commerce.receiving_order receiving
    set status = counted.status, line_count = counted.lines, quantity = counted.quantity,
      quantity_stocked = counted.stocked, expected_on = counted.expected_on,
      completed_at = case when ${receivingIs.completed('counted.status')}
        then coalesce(receiving.completed_at, ${now}) end,
      updated_at = ${now}, version = receiving.version + 1
    from counted where receiving.account_id = ${account} and receiving.id = counted.id`.execute(ctx.em.query());
  touchedReceiving(ctx);
}

interface Changed {
  orderID: string;
  number: string;
  supplierID: string;
  from: 'issued' | 'fulfilled';
  to: 'issued' | 'fulfilled';
}

/**
 * Sums up the receipts of purchase orders, and sets or removes the status of complete ones, with events. Answers the
 * orders that are issued again, whose supply has to be recalculated.
 */
async function recountPurchases(ctx: AccountContext, ids: readonly string[]): Promise<string[]> {
  const account = ctx.account.id;
  const now = ctx.clock.now();
  await sql`with counted as materialized (select ordered.id,
        ordered.quantity_historic + coalesce(came.own_received + came.historic_rejected, 0)
      as received,
        coalesce(came.rejected, 0) as rejected, ordered.quantity_historic + coalesce(came.own_stocked, 0) as stocked
      from commerce.receiving_order_line wanted
      join commerce.purchase_order_line ordered on ordered.account_id = wanted.account_id
        and ordered.id = wanted.order_line_id
      left join ${standing} came on true
      where wanted.account_id = ${account} and wanted.receiving_order_id = any(${listed([...ids])}))
    update commerce.purchase_order_line line
    set quantity_received = counted.received, quantity_rejected = counted.rejected, quantity_stocked = counted.stocked
    from counted where line.account_id = ${account} and line.id = counted.id
      and (line.quantity_received, line.quantity_rejected, line.quantity_stocked)
        is distinct from (counted.received, counted.rejected, counted.stocked)`.execute(ctx.em.query());
  const { rows: written } = await sql<Changed>`with counted as (
      select ordered.id, ordered.status, sums.ordered, sums.received, sums.stocked, sums.expected_on,
        case when ${purchaseOrderIs.not.standing('ordered.status')} then ordered.status
          when sums.ordered > 0 and sums.stocked = sums.ordered then ${purchaseOrderIs.to('fulfilled')}
            else ${purchaseOrderIs.to('issued')} end as becomes
      from commerce.receiving_order receiving
      join commerce.purchase_order ordered on ordered.account_id = receiving.account_id
        and ordered.id = receiving.purchase_order_id
      cross join lateral (select coalesce(sum(line.base_quantity), 0) as ordered,
          coalesce(sum(line.quantity_received), 0) as received,
          coalesce(sum(least(line.quantity_stocked, line.base_quantity)), 0) as stocked,
          min(line.expected_on) filter (where line.quantity_stocked < line.base_quantity) as expected_on
        from commerce.purchase_order_line line
        where line.account_id = ordered.account_id and line.order_id = ordered.id) sums
      where receiving.account_id = ${account} and receiving.id = any(${listed([...ids])}))
    update commerce.purchase_order ordered
    set quantity_received = counted.received, quantity_stocked = counted.stocked, status = counted.becomes,
      expected_on = counted.expected_on,
      completed_at = case when counted.becomes = counted.status then ordered.completed_at
        when counted.becomes = 'fulfilled' then ${now}::timestamptz end,
      updated_at = ${now}, version = ordered.version + 1
    from counted where ordered.account_id = ${account} and ordered.id = counted.id
    returning ordered.id as "orderID", ordered.number, ordered.supplier_id as "supplierID",
      counted.status as "from", ordered.status as "to"`.execute(ctx.em.query());
  const changed = written.filter(({ from, to }) => from !== to);
  touched(ctx, listPurchaseOrders);
  const full = changed.filter(({ to }) => to === 'fulfilled').map(({ orderID }) => orderID);
  if (full.length)
    await sql`update commerce.purchase_order_line set expected_on = null
      where account_id = ${account} and order_id = any(${listed(full)}) and expected_on is not null`.execute(
      ctx.em.query(),
    );
  for (const { orderID, from, to, ...fact } of changed) {
    const names = { from: purchaseOrderStates.names[from], to: purchaseOrderStates.names[to] };
    audit(ctx, {
      record: purchaseOrderRecord(orderID),
      action: 'status_changed',
      changes: [{ field: 'status', ...names }],
    });
    emit(ctx, purchaseOrderStatusChanged, { orderID, ...fact, from, to }, purchaseOrderRecord(orderID));
  }
  return changed.filter(({ to }) => to === 'issued').map(({ orderID }) => orderID);
}

/**
 * Updates receiving orders and their purchase orders after their deliveries were written, in the same transaction; the
 * caller has locked both. Answers the purchase orders that are issued again.
 */
export async function recountReceiving(ctx: AccountContext, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  const again = await recountPurchases(ctx, ids);
  await recountOrders(ctx, ids);
  return again;
}

/** Only the receiving orders, if the purchase orders were written just now. */
export const recountReceivingAlone = recountOrders;
