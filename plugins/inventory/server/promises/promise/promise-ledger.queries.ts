import { type Big, decimal } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type { PromiseRowKind } from '../../../contracts/index.ts';
import { placeIs } from '../../states/states.ts';
import { lateSupplyDay } from './promise-settings.ts';

/** Rows that one answer shows. */
export const mostLedgerRows = 1000;

/** A dated row of the ledger of an item; base units. */
export interface LedgerRow {
  id: string;
  date: string;
  kind: PromiseRowKind;
  isLate: boolean;
  isReserved: boolean;
  source: { type: string; id: string; number: string } | null;
  note: string | null;
  quantity: Big;
  /** Sum of all rows up to here. */
  runningBalance: Big;
  /** The least balance of the day's end and the ends of all later days; may be below 0. */
  available: Big;
}

type StoredRow = Omit<LedgerRow, 'quantity' | 'runningBalance' | 'available'> &
  Record<'quantity' | 'runningBalance' | 'available', string>;

/**
 * The ledger of an item by day: what lies there, what of it lies in closed places, what of it holds and documents have,
 * what comes and what is still wanted; the same rules as `answerPromises`. One row more than `mostLedgerRows` where
 * there are more.
 */
export async function promiseLedger(ctx: AccountContext, itemID: string): Promise<LedgerRow[]> {
  const today = todayOf(ctx);
  const now = ctx.clock.now();
  const { rows } = await sql<StoredRow>`
    with late as (select ${lateSupplyDay(ctx)} as on_date),
    blocked as (
      select stock.lot_id, stock.blocked_because as text, sum(stock.on_hand - stock.allocated) as quantity
      from inventory.v_stock_on_hand stock
      where stock.account_id = ${ctx.account.id} and stock.item_id = ${itemID} and stock.owner_id = ${ctx.account.id}
        and stock.is_blocked and ${placeIs.open('stock.reservation_state')} and stock.on_hand > stock.allocated
      group by stock.lot_id, stock.blocked_because),
    event as (
      select coalesce((select position.id from inventory.item_position position
          where position.account_id = ${ctx.account.id}
            and position.item_id = ${itemID} and position.owner_id = ${ctx.account.id}), 'on_hand') as id,
        ${today}::date as on_date, 'on_hand' as kind, 0 as step, false as is_late, false as is_reserved,
        null::jsonb as source, null::text as note,
        coalesce((select position.on_hand from inventory.item_position position
          where position.account_id = ${ctx.account.id}
            and position.item_id = ${itemID} and position.owner_id = ${ctx.account.id}), 0) as change
      union all
      select position.id || '.closed', ${today}::date, 'closed', 1, false, false, null, null,
        blocked.quantity - position.withheld
      from inventory.item_position position
      cross join lateral (select coalesce(sum(quantity), 0) as quantity from blocked) blocked
      where position.account_id = ${ctx.account.id} and position.item_id = ${itemID}
        and position.owner_id = ${ctx.account.id} and position.withheld > blocked.quantity
      union all
      select blocked.lot_id, ${today}::date, 'closed', 1, false, false, null, blocked.text, -blocked.quantity
      from blocked
      union all
      select line.hold_id, ${today}::date, 'hold', 2, false, true,
        jsonb_build_object('type', 'inventory_hold', 'id', hold.id, 'number', hold.actor_name), null, -line.quantity
      from inventory.hold_line line
      join inventory.hold hold on hold.account_id = line.account_id and hold.id = line.hold_id
      where line.account_id = ${ctx.account.id} and line.item_id = ${itemID} and line.quantity > 0
        and line.expires_at > ${now}
      union all
      select demand.id || case when part.is_reserved then '' else '.short' end,
        case when part.is_reserved then ${today}::date else greatest(demand.promised_on, ${today}::date) end,
        'demand', case when part.is_reserved then 3 else 5 end,
        not part.is_reserved and demand.promised_on is not null and demand.promised_on < ${today}::date,
        part.is_reserved,
        jsonb_build_object('type', demand.source_type, 'id', demand.source_id, 'number', demand.source_number), null,
        -part.quantity
      from inventory.demand demand
      cross join lateral (values (true, demand.reserved), (false, demand.quantity - demand.reserved))
        as part (is_reserved, quantity)
      where demand.account_id = ${ctx.account.id} and demand.item_id = ${itemID} and part.quantity > 0
      union all
      select supply.id, case when supply.due_on < ${today}::date then late.on_date else supply.due_on end, 'supply', 4,
        supply.due_on < ${today}::date, false,
        jsonb_build_object('type', supply.source_type, 'id', supply.source_id, 'number', supply.source_number),
        supply.note, supply.quantity - supply.received
      from inventory.supply supply cross join late
      where supply.account_id = ${ctx.account.id} and supply.item_id = ${itemID} and supply.closed_at is null
        and supply.received < supply.quantity and (supply.due_on >= ${today}::date or late.on_date is not null)),
    day as (select on_date, sum(sum(change)) over (order by on_date) as balance from event group by on_date),
    promise as (select on_date, min(balance) over (order by on_date desc rows unbounded preceding) as available
      from day)
    select event.id, event.on_date::text as date, event.kind, event.is_late as "isLate",
      event.is_reserved as "isReserved", event.source, event.note, event.change::text as quantity,
      sum(event.change) over (order by event.on_date, event.step, event.id
        rows unbounded preceding)::text as "runningBalance",
      promise.available::text as available
    from event join promise on promise.on_date = event.on_date
    order by event.on_date, event.step, event.id
    limit ${mostLedgerRows + 1}`.execute(ctx.em.query());
  return rows.map((row) => ({
    ...row,
    quantity: decimal(row.quantity),
    runningBalance: decimal(row.runningBalance),
    available: decimal(row.available),
  }));
}
