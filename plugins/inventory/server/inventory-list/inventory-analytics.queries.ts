import {
  type Big,
  decimal,
  type EndpointRequest,
  roundHalfUp,
  roundMoney,
  sumOf,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type {
  getInventoryAnalytics,
  InventoryAnalytics,
  InventoryFigure,
  InventoryValueSlice,
  ItemType,
} from '../../contracts/index.ts';
import { type ItemColumn, itemColumn, moneyOf, shownQuantity, stockItemOf } from './stock-columns.ts';
import { balanceConditions, positionConditions, type StockFilter } from './stock-filters.ts';

interface Slice {
  id: string | null;
  name: string | null;
  value: string;
  items: number;
}

interface Overview {
  value: string;
  items: number;
  shortItems: number;
  belowOrderPoint: number;
  byCategory: Slice[];
  byLocation: Slice[];
  byOwner: Slice[];
  byType: Slice[];
  ageing: { bucket: number; value: string; items: number }[];
}

const mostSlices = 50;
const mostFigures = 20;
const day = 86_400_000;
const deadAfterDays = 180;
const ages = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 31, toDays: 90 },
  { fromDays: 91, toDays: 180 },
  { fromDays: 181, toDays: null },
] as const;
const periods = [30, 90] as const;

const and = (conditions: readonly unknown[]) => sql.join([sql`true`, ...conditions], sql` and `);

/** `id`, `name`, value and items of each group; the columns are those of `valued`. */
const slices = (id: string, name: string) => sql`(select coalesce(jsonb_agg(slice), '[]') from (
    select ${sql.raw(id)} as id, ${sql.raw(name)} as name, sum(valued.value)::text as value,
      count(distinct valued.item_id)::int as items
    from valued group by 1, 2
  ) slice)`;

/** What there is: one statement over what is left of the cost layers. */
async function overviewOf(ctx: AccountContext, filter: StockFilter): Promise<Overview> {
  const now = ctx.clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * day);
  const { rows } = await sql<Overview>`
    with recursive place (id, root_id, root_name) as (
      select location.id, location.id, location.name from inventory.storage_location location
        where location.account_id = ${ctx.account.id} and location.parent_id is null
      union all
      select location.id, place.root_id, place.root_name from place
        join inventory.storage_location location on location.account_id = ${ctx.account.id} and location.parent_id = place.id
    ), valued as materialized (
      select layer.item_id, layer.owner_id, layer.received_at, layer.remaining * layer.unit_cost as value, item.type,
        item.category_id, category.name as category_name, place.root_id, place.root_name, party.name as owner_name
      from inventory.cost_layer layer
      join inventory.item item on item.account_id = layer.account_id and item.id = layer.item_id
      join place on place.id = layer.location_id
      join core.party party on party.account_id = layer.account_id and party.id = layer.owner_id
      left join inventory.category category on category.account_id = item.account_id and category.id = item.category_id
      where layer.account_id = ${ctx.account.id} and layer.remaining > 0 and ${and(balanceConditions(ctx, 'layer', filter))}
    ), positions as (
      select position.item_id, position.demanded > position.reserved as is_short,
        position.owner_id = position.account_id and coalesce(item.base_order_point > position.on_hand, false) as is_low
      from inventory.item_position position
      join inventory.item item on item.account_id = position.account_id and item.id = position.item_id
      where position.account_id = ${ctx.account.id} and ${and(positionConditions(ctx, 'position', filter))}
    )
    select coalesce((select sum(value) from valued), 0)::text as value,
      (select count(distinct item_id)::int from valued) as items,
      (select count(distinct item_id)::int from positions where is_short) as "shortItems",
      (select count(distinct item_id)::int from positions where is_low) as "belowOrderPoint",
      ${slices('valued.category_id', 'valued.category_name')} as "byCategory",
      ${slices('valued.root_id', 'valued.root_name')} as "byLocation",
      ${slices('valued.owner_id', 'valued.owner_name')} as "byOwner",
      ${slices('valued.type', 'valued.type')} as "byType",
      (select coalesce(jsonb_agg(aged), '[]') from (
        select case when received_at > ${before(31)} then 0 when received_at > ${before(91)} then 1
            when received_at > ${before(181)} then 2 else 3 end as bucket,
          sum(value)::text as value, count(distinct item_id)::int as items
        from valued group by 1
      ) aged) as ageing`.execute(ctx.em.query());
  return rows[0] as Overview;
}

interface Moved {
  turnover: { issued: string; change: string }[];
  topMovers: (Figure & { lastIssuedAt: string })[];
  deadStock: Figure[];
}

interface Figure {
  item: ItemColumn;
  quantity: string;
  value: string;
  lastIssuedAt: string | null;
}

/** What moved: one statement over the movements of the longest period, and what lies still. */
async function movedOf(ctx: AccountContext, filter: StockFilter): Promise<Moved> {
  const now = ctx.clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * day);
  const turnover = periods.map(
    (days) => sql`jsonb_build_object(
      'issued', coalesce(sum(moved.issued_value) filter (where moved.created_at >= ${before(days)}), 0)::text,
      'change', coalesce(sum(moved.value) filter (where moved.created_at >= ${before(days)}), 0)::text)`,
  );
  const { rows } = await sql<Moved>`
    with moved as materialized (
      select movement.item_id, movement.created_at, movement.quantity * movement.unit_cost as value,
        case when coalesce(undone.action, movement.action) in ('ship', 'consume') then -movement.quantity else 0 end as issued,
        case when coalesce(undone.action, movement.action) in ('ship', 'consume')
          then -movement.quantity * movement.unit_cost else 0 end as issued_value
      from inventory.movement movement
      left join inventory.movement undone on undone.account_id = movement.account_id and undone.id = movement.reverses_id
      where movement.account_id = ${ctx.account.id} and movement.created_at >= ${before(deadAfterDays)}
        and ${and(balanceConditions(ctx, 'movement', filter))}
    ), top as (
      select moved.item_id, sum(moved.issued) as quantity, sum(moved.issued_value) as value,
        max(moved.created_at) filter (where moved.issued > 0) as last_issued_at
      from moved where moved.created_at >= ${before(periods[0])} group by moved.item_id
      having sum(moved.issued_value) > 0 order by 3 desc, 1 limit ${mostFigures}
    ), lying as (
      select layer.item_id, sum(layer.remaining) as quantity, sum(layer.remaining * layer.unit_cost) as value
      from inventory.cost_layer layer
      where layer.account_id = ${ctx.account.id} and layer.remaining > 0 and ${and(balanceConditions(ctx, 'layer', filter))}
      group by layer.item_id having min(layer.received_at) <= ${before(deadAfterDays)}
    ), dead as (
      select lying.* from lying
      where not exists (select from moved where moved.item_id = lying.item_id and moved.issued > 0)
      order by lying.value desc, lying.item_id limit ${mostFigures}
    )
    select (select jsonb_build_array(${sql.join(turnover)}) from moved) as turnover,
      (select coalesce(jsonb_agg(figure), '[]') from (
        select ${itemColumn('keyed', 'item_id')} as item, keyed.quantity::text as quantity, keyed.value::text as value,
          keyed.last_issued_at as "lastIssuedAt"
        from (select ${ctx.account.id}::text as account_id, top.* from top) keyed order by keyed.value desc, keyed.item_id
      ) figure) as "topMovers",
      (select coalesce(jsonb_agg(figure), '[]') from (
        select ${itemColumn('keyed', 'item_id')} as item, keyed.quantity::text as quantity, keyed.value::text as value,
          (select max(movement.created_at) from inventory.movement movement
            where movement.account_id = ${ctx.account.id} and movement.item_id = keyed.item_id
              and movement.action in ('ship', 'consume')) as "lastIssuedAt"
        from (select ${ctx.account.id}::text as account_id, dead.* from dead) keyed order by keyed.value desc, keyed.item_id
      ) figure) as "deadStock"`.execute(ctx.em.query());
  return rows[0] as Moved;
}

/** The largest first; beyond the fiftieth they are summed up. */
function sliced(found: readonly Slice[], nameOf: (slice: Slice) => string): InventoryValueSlice[] {
  const sorted = found
    .map((slice) => ({ ...slice, exact: decimal(slice.value) }))
    .sort((left, right) => right.exact.cmp(left.exact) || (nameOf(left) < nameOf(right) ? -1 : 1));
  const shown = sorted.slice(0, mostSlices).map((slice) => ({
    id: slice.id,
    name: nameOf(slice),
    inventoryValue: moneyOf(slice.value),
    itemCount: slice.items,
  }));
  const rest = sorted.slice(mostSlices);
  if (rest.length === 0) return shown;
  const itemCount = rest.reduce((sum, { items }) => sum + items, 0);
  return [
    ...shown,
    { id: null, name: 'Others', inventoryValue: wireMoney(sumOf(rest.map(({ exact }) => exact))), itemCount },
  ];
}

const wireMoney = (value: Big): number => toWire(roundMoney(value));

const figureOf = ({ item, quantity, value, lastIssuedAt }: Figure): InventoryFigure => ({
  item: stockItemOf(item),
  quantity: shownQuantity(item, quantity, item.id, 'quantity'),
  value: moneyOf(value),
  lastIssuedAt: lastIssuedAt === null ? null : new Date(lastIssuedAt).toISOString(),
});

function turnoverOf(days: number, now: Big, { issued, change }: { issued: string; change: string }) {
  const issuedValue = decimal(issued);
  // What there was at the beginning is what there is now, less what has come and gone since.
  const average = now.plus(now.minus(decimal(change))).div(decimal('2'));
  const perYear = issuedValue.times(decimal('365')).div(decimal(days));
  return {
    days,
    issuedValue: wireMoney(issuedValue),
    averageValue: wireMoney(average),
    turnsPerYear: average.gt(zero) ? toWire(roundHalfUp(perYear.div(average), 2)) : null,
  };
}

/** The inventory in figures, in two statements. */
export async function inventoryAnalyticsOf(
  ctx: AccountContext,
  filter: EndpointRequest<typeof getInventoryAnalytics>['query'],
): Promise<InventoryAnalytics> {
  const overview = await overviewOf(ctx, filter);
  const moved = await movedOf(ctx, filter);
  const value = decimal(overview.value);
  const aged = new Map(overview.ageing.map((bucket) => [bucket.bucket, bucket]));
  return {
    inventoryValue: wireMoney(value),
    itemCount: overview.items,
    shortItemCount: overview.shortItems,
    belowOrderPointCount: overview.belowOrderPoint,
    byCategory: sliced(overview.byCategory, ({ name }) => name ?? 'No category'),
    byLocation: sliced(overview.byLocation, ({ name }) => name ?? ''),
    byOwner: sliced(overview.byOwner, ({ id, name }) => (id === ctx.account.id ? ctx.account.name : (name ?? ''))),
    byType: sliced(overview.byType, ({ id }) => typeNames[id as ItemType]),
    ageing: ages.map((age, index) => ({
      ...age,
      inventoryValue: moneyOf(aged.get(index)?.value ?? '0'),
      itemCount: aged.get(index)?.items ?? 0,
    })),
    turnover: periods.map((days, index) =>
      turnoverOf(days, value, moved.turnover[index] ?? { issued: '0', change: '0' }),
    ),
    deadStock: moved.deadStock.map(figureOf),
    topMovers: moved.topMovers.map(figureOf),
  };
}

const typeNames: Record<ItemType, string> = {
  product: 'Products',
  part: 'Parts',
  material: 'Materials',
  supply: 'Supplies',
};
