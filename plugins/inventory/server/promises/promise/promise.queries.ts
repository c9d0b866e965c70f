import { type Big, decimal, toColumn } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import { liveHeld } from '../../catalogue/item/amount/availability.queries.ts';
import { servingTurn, turn } from '../../stock/demand/serving-order.ts';
import { lateSupplyDay } from './promise-settings.ts';

/** What somebody wants to know of an item; base units. */
export interface PromiseQuestion {
  itemID: string;
  quantity: Big;
  /** ISO date; null where only today matters. */
  on: string | null;
}

export interface PromiseAnswer {
  onHand: Big;
  /** What of it lies in closed places. */
  closed: Big;
  reserved: Big;
  /** What is free now: on hand, less what lies in closed places and what is promised. */
  availableToPromise: Big;
  /**
   * For the day that was asked, with what comes and goes until then; below 0 where documents want more than is
   * expected.
   */
  availableOn: Big | null;
  short: Big;
  firstDate: string | null;
}

/** Whose promises are looked through: what they have counts as free, what they want is left out. */
export interface PromiseView {
  /** A hold of the acting person. */
  holdID?: string | null | undefined;
  documentID?: string | null | undefined;
}

/**
 * Answers any number of questions in one statement. The ledger of an item: what is free counts today, supply on the day
 * it is due, what documents are short of on the day it is promised, or today where that is past or there is none.
 * Supply that is late counts as the account has decided (`lateSupplyDay`), never today: it has not come. What can be
 * promised on a day is the least balance of that and all later days, so that nobody's later promise is taken. It never
 * falls from one day to the next, so that the first day with enough is the first date.
 *
 * A document that wants the item already has its turn: those before it take what comes as soon as it comes, those
 * behind it only what it leaves, as `serveShorts` does. So its day is that of `v_demands`, whoever has ordered since.
 * What nobody has ordered yet has no turn; its day is what can be promised for it.
 */
export async function answerPromises(
  ctx: AccountContext,
  questions: readonly PromiseQuestion[],
  { holdID = null, documentID = null }: PromiseView = {},
): Promise<PromiseAnswer[]> {
  if (questions.length === 0) return [];
  const today = todayOf(ctx);
  const now = ctx.clock.now();
  // Lists in a `select` of their own: a planner that sees how short they are makes a plan for each call, which takes
  // longer than the answer.
  const { rows } = await sql<Record<keyof Omit<PromiseAnswer, 'availableToPromise'>, string | null>>`
    with question as (
      select * from unnest((select ${questions.map(({ itemID }) => itemID)}::text[]),
        (select ${questions.map(({ quantity }) => toColumn(quantity, 6))}::numeric[]),
        (select ${questions.map(({ on }) => on)}::date[]))
        with ordinality as question (item_id, quantity, on_date, place)),
    item as (select distinct item_id as id from question),
    late as (select ${lateSupplyDay(ctx)} as on_date),
    stock as (
      select item.id, coalesce(position.on_hand, 0) as on_hand, coalesce(position.withheld, 0) as closed,
        coalesce(${liveHeld(now)} + position.reserved, 0) - coalesce(own_hold.quantity, 0)
          - coalesce(own_demand.reserved, 0) as reserved,
        coalesce(position.demanded - position.reserved, 0) - coalesce(own_demand.short, 0) as short
      from item
      left join inventory.item_position position on position.account_id = ${ctx.account.id}
        and position.item_id = item.id and position.owner_id = ${ctx.account.id}
      left join lateral (select sum(line.quantity) as quantity from inventory.hold_line line
        join inventory.hold hold on hold.account_id = line.account_id and hold.id = line.hold_id
        where line.account_id = ${ctx.account.id} and line.hold_id = ${holdID}::text and line.item_id = item.id
          and line.expires_at > ${now} and hold.actor_id = ${ctx.actor.id}) own_hold on true
      left join lateral (select sum(demand.reserved) as reserved, sum(demand.quantity - demand.reserved) as short
        from inventory.demand demand
        where demand.account_id = ${ctx.account.id} and demand.item_id = item.id
          and demand.source_id = ${documentID}::text) own_demand on true),
    own as (
      select item.id as item_id, ${turn('first')} as turn
      from item cross join lateral (select demand.* from inventory.demand demand
        where demand.account_id = ${ctx.account.id} and demand.item_id = item.id
          and demand.source_id = ${documentID}::text
        order by ${servingTurn} limit 1) first),
    event as (
      select id as item_id, ${today}::date as on_date, on_hand - closed - reserved as change from stock
      union all
      select supply.item_id, case when supply.due_on < ${today}::date then late.on_date else supply.due_on end,
        supply.quantity - supply.received
      from item join inventory.supply supply on supply.item_id = item.id cross join late
      where supply.account_id = ${ctx.account.id} and supply.closed_at is null and supply.received < supply.quantity
        and (supply.due_on >= ${today}::date or late.on_date is not null)
      union all
      select demand.item_id,
        greatest(case when own.turn is null then demand.promised_on end, ${today}::date),
        demand.reserved - demand.quantity
      from item join inventory.demand demand on demand.item_id = item.id left join own on own.item_id = item.id
      where demand.account_id = ${ctx.account.id} and demand.reserved < demand.quantity
        and demand.source_id is distinct from ${documentID}::text
        and (own.turn is null or ${turn('demand')} < own.turn)),
    day as (select item_id, on_date, sum(change) as change from event group by item_id, on_date),
    running as (select item_id, on_date, sum(change) over (partition by item_id order by on_date) as balance from day),
    promise as (select item_id, on_date,
        min(balance) over (partition by item_id order by on_date desc rows unbounded preceding) as available
      from running)
    select stock.on_hand::text as "onHand", stock.closed::text as closed, stock.reserved::text as reserved,
      stock.short::text as short,
      (select promise.available::text from promise where promise.item_id = question.item_id
        and promise.on_date <= greatest(question.on_date, ${today}::date) and question.on_date is not null
        order by promise.on_date desc limit 1) as "availableOn",
      (select min(promise.on_date)::text from promise where promise.item_id = question.item_id
        and promise.available >= question.quantity) as "firstDate"
    from question join stock on stock.id = question.item_id
    order by question.place`.execute(ctx.em.query());
  const amount = (text: string | null): Big => decimal(text ?? '0');
  return rows.map((row) => {
    const [onHand, closed, reserved] = [amount(row.onHand), amount(row.closed), amount(row.reserved)];
    return {
      onHand,
      closed,
      reserved,
      short: amount(row.short),
      availableToPromise: onHand.minus(closed).minus(reserved),
      availableOn: row.availableOn === null ? null : amount(row.availableOn),
      firstDate: row.firstDate,
    };
  });
}
