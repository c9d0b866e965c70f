import {
  allocateLargestRemainder,
  type Big,
  daysLater,
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
} from '../../../contracts/index.ts';
import { type ItemColumn, itemColumn, shownQuantity, stockItemOf, valueColumn } from './stock-columns.ts';
import {
  balanceFilters,
  conditionsOf,
  filtersByItem,
  joinedItemFilters,
  positionFilters,
  type StockFilter,
  searchItems,
} from './stock-filters.ts';

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
  /** By the bucket's number. */
  ageing: Slice[];
}

const mostSlices = 50;
const mostFigures = 20;
const deadAfterDays = 180;
const ages = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 31, toDays: 90 },
  { fromDays: 91, toDays: 180 },
  { fromDays: 181, toDays: null },
] as const;
const periods = [30, 90] as const;

const and = (conditions: readonly unknown[]) => sql.join([sql`true`, ...conditions], sql` and `);

const ofBalance = (table: string) => ({
  ...balanceFilters(table),
  ...filtersByItem(table),
  query: searchItems(table),
});
const ofPosition = { ...positionFilters, ...joinedItemFilters, query: searchItems('position') };

/**
 * Value and number of items by a column of `valued`. Summed up per item before counting: `count(distinct)` would sort
 * all rows.
 */
const sumsBy = (column: string, name: ReturnType<typeof sql>) => sql`(select coalesce(jsonb_agg(slice), '[]') from (
    select each.id, ${name} as name, sum(each.value)::text as value, count(*)::int as items
    from (select ${sql.ref(`valued.${column}`)} as id, valued.item_id, sum(valued.value) as value
      from valued group by 1, 2) each
    group by each.id
  ) slice)`;

const nameIn = (ctx: AccountContext, table: string) => sql`(select named.name from ${sql.table(table)} named
  where named.account_id = ${ctx.account.id} and named.id = each.id)`;

/** Current stock: one statement over the remaining cost layers. */
async function overviewOf(ctx: AccountContext, filter: StockFilter): Promise<Overview> {
  const now = ctx.clock.now();
  const before = (days: number): Date => daysLater(now, -days);
  const { rows } = await sql<Overview>`
    with recursive place (id, root_id) as (
      select location.id, location.id from inventory.storage_location location
        where location.account_id = ${ctx.account.id} and location.parent_id is null
      union all
      select location.id, place.root_id from place
        join inventory.storage_location location
          on location.account_id = ${ctx.account.id} and location.parent_id = place.id
    ), valued as materialized (
      select layer.item_id, layer.owner_id, item.type, item.category_id, place.root_id,
        case when layer.received_at > ${before(31)} then '0' when layer.received_at > ${before(91)} then '1'
          when layer.received_at > ${before(181)} then '2' else '3' end as age,
        sum(layer.remaining_value) as value
      from inventory.cost_layer layer
      join inventory.item item on item.account_id = layer.account_id and item.id = layer.item_id
      join place on place.id = layer.location_id
      where layer.account_id = ${ctx.account.id} and layer.is_left
        and ${and(conditionsOf(ctx, { ...ofBalance('layer'), ...joinedItemFilters }, filter))}
      group by 1, 2, 3, 4, 5, 6
    ), positions as (
      select bool_or(position.demanded > position.reserved) as is_short,
        bool_or(position.owner_id = position.account_id
          and coalesce(item.base_order_point > position.on_hand, false)) as is_low
      from inventory.item_position position
      join inventory.item item on item.account_id = position.account_id and item.id = position.item_id
      where position.account_id = ${ctx.account.id} and ${and(conditionsOf(ctx, ofPosition, filter))}
      group by position.item_id
    )
    select coalesce((select sum(round(each.value, 2)) from (
        select sum(value) as value from valued group by valued.item_id, valued.owner_id) each), 0)::text as value,
      (select count(*)::int from (select from valued group by valued.item_id) items) as items,
      (select count(*)::int from positions where is_short) as "shortItems",
      (select count(*)::int from positions where is_low) as "belowOrderPoint",
      ${sumsBy('category_id', nameIn(ctx, 'inventory.category'))} as "byCategory",
      ${sumsBy('root_id', nameIn(ctx, 'inventory.storage_location'))} as "byLocation",
      ${sumsBy('owner_id', nameIn(ctx, 'core.v_parties'))} as "byOwner",
      ${sumsBy('type', sql`each.id`)} as "byType",
      ${sumsBy('age', sql`each.id`)} as ageing`.execute(ctx.em.query());
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

/** Movements: one statement over the movements of the longest period, and the stock without movements. */
async function movedOf(ctx: AccountContext, filter: StockFilter): Promise<Moved> {
  const now = ctx.clock.now();
  const before = (days: number): Date => daysLater(now, -days);
  const turnover = periods.map(
    (days) => sql`jsonb_build_object(
      'issued', coalesce(sum(moved.issued_value) filter (where moved.created_at >= ${before(days)}), 0)::text,
      'change', coalesce(sum(moved.value) filter (where moved.created_at >= ${before(days)}), 0)::text)`,
  );
  const { rows } = await sql<Moved>`
    with moved as materialized (
      select movement.item_id, movement.created_at, movement.value,
        case when coalesce(undone.action, movement.action) in ('ship', 'consume') then -movement.quantity
          else 0 end as issued,
        case when coalesce(undone.action, movement.action) in ('ship', 'consume')
          then -movement.value else 0 end as issued_value
      from inventory.movement movement
      left join inventory.movement undone
        on undone.account_id = movement.account_id and undone.id = movement.reverses_id
      where movement.account_id = ${ctx.account.id} and movement.created_at >= ${before(deadAfterDays)}
        and ${and(conditionsOf(ctx, ofBalance('movement'), filter))}
    ), top as (
      select moved.item_id, sum(moved.issued) as quantity, sum(moved.issued_value) as value,
        max(moved.created_at) filter (where moved.issued > 0) as last_issued_at
      from moved where moved.created_at >= ${before(periods[0])} group by moved.item_id
      having sum(moved.issued_value) > 0 order by 3 desc, 1 limit ${mostFigures}
    ), lying as (
      select layer.item_id, sum(layer.remaining) as quantity, sum(layer.remaining_value) as value
      from inventory.cost_layer layer
      where layer.account_id = ${ctx.account.id} and layer.is_left
        and ${and(conditionsOf(ctx, ofBalance('layer'), filter))}
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
        from (select ${ctx.account.id}::text as account_id, top.* from top) keyed
        order by keyed.value desc, keyed.item_id
      ) figure) as "topMovers",
      (select coalesce(jsonb_agg(figure), '[]') from (
        select ${itemColumn('keyed', 'item_id')} as item, keyed.quantity::text as quantity, keyed.value::text as value,
          (select max(movement.created_at) from inventory.movement movement
            where movement.account_id = ${ctx.account.id} and movement.item_id = keyed.item_id
              and movement.action in ('ship', 'consume')) as "lastIssuedAt"
        from (select ${ctx.account.id}::text as account_id, dead.* from dead) keyed
        order by keyed.value desc, keyed.item_id
      ) figure) as "deadStock"`.execute(ctx.em.query());
  return rows[0] as Moved;
}

/** Slices with their share of the whole, to the cent. */
function inCents(found: readonly Slice[], whole: Big): (Slice & { exact: Big })[] {
  if (found.length === 0) return [];
  const shares = allocateLargestRemainder(
    whole,
    found.map(({ value }) => decimal(value)),
  );
  return found.map((slice, index) => ({ ...slice, exact: shares[index] ?? zero }));
}

/** The largest slices first; those beyond the fiftieth are summed up. */
function sliced(found: readonly Slice[], whole: Big, nameOf: (slice: Slice) => string): InventoryValueSlice[] {
  const sorted = inCents(found, whole).sort(
    (left, right) => right.exact.cmp(left.exact) || (nameOf(left) < nameOf(right) ? -1 : 1),
  );
  const shown = sorted.slice(0, mostSlices).map((slice) => ({
    id: slice.id,
    name: nameOf(slice),
    inventoryValue: wireMoney(slice.exact),
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
  value: valueColumn(value),
  lastIssuedAt: lastIssuedAt === null ? null : new Date(lastIssuedAt).toISOString(),
});

function turnoverOf(days: number, now: Big, { issued, change }: { issued: string; change: string }) {
  const issuedValue = decimal(issued);
  // The opening value is the present value, less all changes since.
  const average = now.plus(now.minus(decimal(change))).div(decimal('2'));
  const perYear = issuedValue.times(decimal('365')).div(decimal(days));
  return {
    days,
    issuedValue: wireMoney(issuedValue),
    averageValue: wireMoney(average),
    turnsPerYear: average.gt(zero) ? toWire(roundHalfUp(perYear.div(average), 2)) : null,
  };
}

/** The figures of the inventory, in two statements. */
export async function inventoryAnalyticsOf(
  ctx: AccountContext,
  filter: EndpointRequest<typeof getInventoryAnalytics>['query'],
): Promise<InventoryAnalytics> {
  const overview = await overviewOf(ctx, filter);
  const moved = await movedOf(ctx, filter);
  const value = decimal(overview.value);
  const aged = new Map(inCents(overview.ageing, value).map((bucket) => [Number(bucket.id), bucket]));
  return {
    inventoryValue: wireMoney(value),
    itemCount: overview.items,
    shortItemCount: overview.shortItems,
    belowOrderPointCount: overview.belowOrderPoint,
    byCategory: sliced(overview.byCategory, value, ({ name }) => name ?? 'No category'),
    byLocation: sliced(overview.byLocation, value, ({ name }) => name ?? ''),
    byOwner: sliced(overview.byOwner, value, ({ id, name }) =>
      id === ctx.account.id ? ctx.account.name : (name ?? ''),
    ),
    byType: sliced(overview.byType, value, ({ id }) => typeNames[id as ItemType]),
    ageing: ages.map((age, index) => ({
      ...age,
      inventoryValue: wireMoney(aged.get(index)?.exact ?? zero),
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
