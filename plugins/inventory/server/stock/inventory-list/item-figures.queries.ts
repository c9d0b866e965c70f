import {
  addDays,
  type Big,
  decimal,
  problems,
  rateID,
  startOfDayIn,
  sumOf,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import {
  type ItemCosts,
  type ItemMakingPort,
  type ItemTrends,
  type ItemTrendType,
  type MakingCost,
  trendPoints,
} from '../../../contracts/index.ts';
import { costPerDefaultUnit, type ItemColumn, inDefaultUnit, itemColumn, valueColumn } from './stock-columns.ts';

interface CostRow {
  item: ItemColumn;
  itemCost: string;
  currencyUnitID: string;
  remaining: string;
  value: string;
  lastValue: string | null;
  lastQuantity: string | null;
}

/** Production cost of the item, from the first `ItemMakingPort` that has one. */
async function makingCostOf(
  ctx: AccountContext,
  makers: readonly ItemMakingPort[],
  itemID: string,
): Promise<MakingCost | undefined> {
  for (const maker of makers) {
    const cost = (await maker.costsOf(ctx, [itemID])).get(itemID);
    if (cost) return cost;
  }
  return undefined;
}

/** Costs of one default unit of an item; 404 for an unknown item. */
export async function itemCostsOf(
  ctx: AccountContext,
  itemID: string,
  makers: readonly ItemMakingPort[],
): Promise<ItemCosts> {
  const { rows } = await sql<CostRow>`
    select ${itemColumn('asked', 'id')} as item, asked.unit_cost as "itemCost",
      (select currency.id from inventory.unit currency
        where currency.account_id = asked.account_id and currency.name = 'dollar') as "currencyUnitID",
      coalesce(position.on_hand, 0) as remaining, coalesce(position.value, 0) as value, last.value as "lastValue",
      last.quantity as "lastQuantity"
    from inventory.item asked
    left join inventory.item_position position on position.account_id = asked.account_id and position.item_id = asked.id
      and position.owner_id = asked.account_id
    left join lateral (select layer.value, layer.quantity from inventory.cost_layer layer
      where layer.account_id = asked.account_id and layer.item_id = asked.id and layer.owner_id = asked.account_id
      order by layer.received_at desc, layer.id desc limit 1) last on true
    where asked.account_id = ${ctx.account.id} and asked.id = ${itemID}`.execute(ctx.em.query());
  const [row] = rows;
  if (!row) throw problems.not_found();
  const { item } = row;
  const rate = (field: string, value: number) => ({
    id: rateID(itemID, field),
    value,
    unitID: row.currencyUnitID,
    perUnitID: item.unitID,
    perUnit: item.unit,
  });
  const ofItem = toWire(decimal(row.itemCost));
  const average = costPerDefaultUnit(item, row.value, row.remaining);
  const made = await makingCostOf(ctx, makers, itemID);
  const materials = made ? toWire(decimal(made.materials)) : (average ?? ofItem);
  const known = [made?.labor, made?.overhead].filter((part) => part != null);
  const last = costPerDefaultUnit(item, row.lastValue ?? '0', row.lastQuantity ?? '0');
  return {
    unitCost: rate('unitCost', made ? toWire(sumOf([made.materials, ...known])) : materials),
    labor: made?.labor == null ? null : rate('labor', toWire(decimal(made.labor))),
    materials: rate('materials', materials),
    overhead: made?.overhead == null ? null : rate('overhead', toWire(decimal(made.overhead))),
    source: made ? 'steps' : average === null ? 'item' : 'layers',
    standardUnitCost: rate('standardUnitCost', ofItem),
    lastUnitCost: last === null ? null : rate('lastUnitCost', last),
    inventoryValue: valueColumn(row.value),
  };
}

/** A void counts on the day of the voided movement, so that both cancel out. */
const movedOn = (ctx: AccountContext, itemID: string, start: Date, actions: readonly string[]) =>
  sql<DayRow>`
    select to_char(coalesce(undone.created_at, movement.created_at) at time zone ${ctx.account.timeZone},
      'YYYY-MM-DD') as day, sum(movement.quantity) as quantity
    from inventory.movement movement
    left join inventory.movement undone on undone.account_id = movement.account_id and undone.id = movement.reverses_id
    where movement.account_id = ${ctx.account.id} and movement.item_id = ${itemID}
      and movement.owner_id = ${ctx.account.id} and movement.created_at >= ${start}
      and coalesce(undone.action, movement.action) = any(${[...actions]}::text[])
    group by 1`;

/** Stock changes per day; a void counts on its own day. */
const changedOn = (ctx: AccountContext, itemID: string, start: Date) =>
  sql<DayRow>`
    select to_char(movement.created_at at time zone ${ctx.account.timeZone}, 'YYYY-MM-DD') as day,
      sum(movement.quantity) as quantity
    from inventory.movement movement
    where movement.account_id = ${ctx.account.id} and movement.item_id = ${itemID}
      and movement.owner_id = ${ctx.account.id} and movement.created_at >= ${start}
    group by 1`;

const demandedOn = (ctx: AccountContext, itemID: string, start: Date) =>
  sql<DayRow>`
    select to_char(demand.issued_at at time zone ${ctx.account.timeZone}, 'YYYY-MM-DD') as day,
      sum(demand.quantity) as quantity
    from inventory.demand demand
    where demand.account_id = ${ctx.account.id} and demand.item_id = ${itemID} and demand.issued_at >= ${start}
    group by 1`;

interface DayRow {
  day: string;
  quantity: string;
}

type Days = Map<string, Big>;

const daysOf = async (ctx: AccountContext, query: ReturnType<typeof changedOn>): Promise<Days> => {
  const { rows } = await query.execute(ctx.em.query());
  return new Map(rows.map(({ day, quantity }) => [day, decimal(quantity)]));
};

const issues = ['ship', 'consume'] as const;
const receipts = ['receive', 'produce', 'return'] as const;

/** A trend of the account's own stock of an item; 404 for an unknown item. */
export async function itemTrendsOf(ctx: AccountContext, itemID: string, type: ItemTrendType): Promise<ItemTrends> {
  const { rows } = await sql<{ item: ItemColumn; onHand: string }>`
    select ${itemColumn('asked', 'id')} as item,
      coalesce((select position.on_hand from inventory.item_position position
        where position.account_id = asked.account_id and position.item_id = asked.id
          and position.owner_id = asked.account_id), 0) as "onHand"
    from inventory.item asked where asked.account_id = ${ctx.account.id} and asked.id = ${itemID}`.execute(
    ctx.em.query(),
  );
  const [found] = rows;
  if (!found) throw problems.not_found();
  const to = todayOf(ctx);
  const from = addDays(to, 1 - trendPoints);
  const days = Array.from({ length: trendPoints }, (_, index) => addDays(from, index));
  const start = startOfDayIn(ctx.account.timeZone, from);
  const data = await pointsOf(ctx, itemID, type, start, days, decimal(found.onHand));
  return {
    type,
    data: data.map((point) => toWire(inDefaultUnit(found.item, point))),
    total: type === 'onHand' ? null : toWire(inDefaultUnit(found.item, sumOf(data))),
    from,
    to,
    unit: { id: found.item.unitID, name: found.item.unit },
  };
}

async function pointsOf(
  ctx: AccountContext,
  itemID: string,
  type: ItemTrendType,
  start: Date,
  days: readonly string[],
  onHand: Big,
): Promise<Big[]> {
  const of = (byDay: Days, day: string): Big => byDay.get(day) ?? zero;
  if (type === 'onHand') {
    const changed = await daysOf(ctx, changedOn(ctx, itemID, start));
    // Counted backwards from the present stock: the level at a day's end is the next day's level less the next day's
    // change.
    let left = onHand;
    return days
      .toReversed()
      .map((day) => {
        const end = left;
        left = left.minus(of(changed, day));
        return end;
      })
      .reverse();
  }
  if (type === 'receipts') {
    const received = await daysOf(ctx, movedOn(ctx, itemID, start, receipts));
    return days.map((day) => of(received, day));
  }
  const used = await daysOf(ctx, movedOn(ctx, itemID, start, type === 'demand' ? ['ship'] : issues));
  if (type === 'consumption') return days.map((day) => zero.minus(of(used, day)));
  const wanted = await daysOf(ctx, demandedOn(ctx, itemID, start));
  return days.map((day) => of(wanted, day).minus(of(used, day)));
}
