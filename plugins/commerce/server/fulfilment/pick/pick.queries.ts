import { decimal, problems, type QuantityAnswer, quantityID, roundUnitPrice, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, joinedRecord, projection, readTogether, sql } from '@millwright/core/server';
import {
  listPicks,
  type Pick,
  type PickLine,
  type PickOrderLine,
  pick,
  type ShortPickLine,
  type WalkLine,
} from '../../../contracts/index.ts';
import { withMakers } from './list/pick-list.queries.ts';
import { columnsOfPick, isNotWithdrawn, pickJoins } from './list/pick-rows.ts';
import { byWay } from './list/pick-way.ts';
import { pickLineID } from './plan/pick-plan.ts';
import { blockedLotsOf, type ItemMakers, type ShortLine, shortLinesOf } from './short/short-lines.ts';

/** An order line with the values that convert base units to the ordered unit. */
interface OrderLineRow {
  id: string;
  orderID: string;
  lineItemNumber: number;
  itemID: string;
  sku: string;
  description: string;
  productType: PickOrderLine['product']['productType'];
  ordered: string;
  base: string;
  unitID: string;
  unit: string;
  baseUnitID: string;
  baseUnit: string;
}

const orderLine = sql`line.id, line.order_id as "orderID", line.line_item_number as "lineItemNumber",
  line.item_id as "itemID", line.sku, line.description, line.product_type as "productType",
  line.quantity::text as ordered, line.base_quantity::text as base, line.unit_id as "unitID", line.unit_name as unit,
  line.base_unit_id as "baseUnitID", coalesce(base_unit.name, '') as "baseUnit"`;
const baseUnit = sql`left join inventory.v_units base_unit on base_unit.account_id = line.account_id
  and base_unit.id = line.base_unit_id`;

const productOf = ({ itemID, sku, description, productType }: OrderLineRow) => ({
  id: itemID,
  sku,
  description,
  productType,
});

/** Converts base units to the ordered unit. */
const inOrdered = (ownerID: string, field: string, quantity: string, line: OrderLineRow): QuantityAnswer => ({
  id: quantityID(ownerID, field),
  measure: toWire(roundUnitPrice(decimal(quantity).times(decimal(line.ordered)).div(decimal(line.base)))),
  unitID: line.unitID,
  unit: line.unit,
});

interface WantedRow extends OrderLineRow {
  picked: string;
  packed: string;
  shipped: string;
  planned: string;
  toPlan: string;
  short: string;
  isHeld: boolean;
}

const selectOrderLines = (ctx: AccountContext, pickID: string) =>
  sql<WantedRow>`select ${orderLine}, line.quantity_picked::text as picked,
      line.quantity_packed::text as packed, line.quantity_shipped::text as shipped, aside.planned::text as planned,
      greatest(coalesce(demand.reserved, 0) - aside.total, 0)::text as "toPlan", coalesce(demand.short, 0)::text as
        short,
      line.id = any(pick.held_line_ids) as "isHeld"
    from commerce.pick pick
    join commerce.sales_order_line line on line.account_id = pick.account_id and line.order_id = pick.order_id
    ${baseUnit}
    left join inventory.v_demands demand on demand.account_id = line.account_id and demand.source_type = 'sales_order'
      and demand.source_id = line.order_id and demand.line_id = line.id
    cross join lateral (select coalesce(sum(aside.quantity), 0) as total,
        coalesce(sum(aside.quantity) filter (where place.type <> 'packing'), 0) as planned
      from inventory.v_allocations aside
      join inventory.v_locations place on place.account_id = aside.account_id and place.id = aside.location_id
      where aside.account_id = line.account_id and aside.source_type = 'sales_order'
        and aside.source_id = line.order_id and aside.line_id = line.id) aside
    where pick.account_id = ${ctx.account.id} and pick.id = ${pickID} and line.product_type = 'sale'
    order by line.line_item_number`;

const orderLinesOf = (rows: readonly WantedRow[]): PickOrderLine[] =>
  rows.map((row) => ({
    id: row.id,
    lineItemNumber: row.lineItemNumber,
    product: productOf(row),
    quantityOrdered: inOrdered(row.id, 'quantityOrdered', row.base, row),
    quantityPicked: inOrdered(row.id, 'quantityPicked', row.picked, row),
    quantityPacked: inOrdered(row.id, 'quantityPacked', row.packed, row),
    quantityShipped: inOrdered(row.id, 'quantityShipped', row.shipped, row),
    quantityPlanned: inOrdered(row.id, 'quantityPlanned', row.planned, row),
    quantityToPlan: inOrdered(row.id, 'quantityToPlan', row.toPlan, row),
    short: inOrdered(row.id, 'short', row.short, row),
    isHeld: row.isHeld,
  }));

interface LineRow extends OrderLineRow {
  lineID: string;
  pickID: string;
  quantity: string;
  locationID: string | null;
  fullName: string | null;
  path: string[] | null;
  departmentID: string | null;
  departmentName: string | null;
  lotID: string | null;
  lotNumber: string | null;
  createdAt: string;
  updatedAt: string;
}

const place = sql`place.id as "locationID", place.full_name as "fullName", place.path,
  place.department_id as "departmentID", place.department_name as "departmentName"`;

const lineOf = (row: LineRow): Omit<PickLine, 'state' | 'pickedAt' | 'pickedBy' | 'packedAt' | 'shipmentID'> => ({
  id: row.lineID,
  pickID: row.pickID,
  orderLine: { id: row.id, lineItemNumber: row.lineItemNumber, product: productOf(row) },
  quantity: inOrdered(row.lineID, 'quantity', row.quantity, row),
  baseQuantity: {
    id: quantityID(row.lineID, 'baseQuantity'),
    measure: toWire(decimal(row.quantity)),
    unitID: row.baseUnitID,
    unit: row.baseUnit,
  },
  storageLocation: row.locationID
    ? {
        id: row.locationID,
        fullName: row.fullName ?? '',
        department: row.departmentID ? { id: row.departmentID, name: row.departmentName ?? '' } : null,
      }
    : null,
  lot: row.lotID ? { id: row.lotID, lotNumber: row.lotNumber ?? '' } : null,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});
const notFetched = { state: 'planned', pickedAt: null, pickedBy: null, packedAt: null, shipmentID: null } as const;

interface PlannedRow extends LineRow {
  pickNumber: string;
  orderNumber: string;
  promisedAt: string | null;
  customerID: string;
  customerName: string;
}

type WalkFilter = { pickIDs?: string[] | undefined; departmentIDs?: string[] | undefined };

/** Most stops of a walk list. */
const mostStops = 1000;

/** Named picks are read by key first, because a cached plan could otherwise read all picks of the account. */
const walkedPicks = (ctx: AccountContext, pickIDs: readonly string[] | undefined) =>
  pickIDs
    ? sql`with walked as materialized (select * from commerce.pick
        where account_id = ${ctx.account.id} and id = any(${[...pickIDs]}::text[]))`
    : sql``;

const selectPlanned = (ctx: AccountContext, { pickIDs, departmentIDs }: WalkFilter) =>
  sql<PlannedRow>`${walkedPicks(ctx, pickIDs)} select ${orderLine}, aside.id as "lineID", pick.id as "pickID",
      aside.quantity::text as quantity, ${place}, aside.lot_id as "lotID", aside.lot_number as "lotNumber",
      aside.created_at as "createdAt", aside.created_at as "updatedAt",
      pick.number as "pickNumber", sold.number as "orderNumber", sold.promised_at::text as "promisedAt",
      sold.customer_id as "customerID", sold.customer_name as "customerName"
    from inventory.v_allocations aside
    join inventory.v_locations place on place.account_id = aside.account_id and place.id = aside.location_id
    join ${pickIDs ? sql`walked` : sql`commerce.pick`} pick
      on pick.account_id = aside.account_id and pick.order_id = aside.source_id
    join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
    join commerce.sales_order_line line on line.account_id = aside.account_id and line.id = aside.line_id
    ${baseUnit}
    where aside.account_id = ${ctx.account.id} and aside.source_type = 'sales_order' and place.type <> 'packing'
      and pick.deleted_at is null
      ${departmentIDs ? sql`and place.department_id = any(${departmentIDs}::text[])` : sql``}
    order by pick.priority_rank desc, coalesce(pick.promised_at, 'infinity'), pick.id, line.line_item_number
    limit ${mostStops}`;

/** Rows in walking order. */
const onTheWay = (rows: readonly PlannedRow[]): PlannedRow[] =>
  rows
    .map((row) => ({ ...row, lineID: pickLineID(row.lineID) }))
    .sort((left, right) => byWay(left.path ?? [], right.path ?? []));

interface FetchedRow extends LineRow {
  pickedAt: Date | string;
  pickedByID: string | null;
  pickedByName: string;
  packedAt: Date | string | null;
  shipmentID: string | null;
}

const selectFetched = (ctx: AccountContext, pickID: string) =>
  sql<FetchedRow>`select ${orderLine}, picked.id as "lineID", picked.pick_id as "pickID",
      picked.quantity::text as quantity, ${place}, picked.lot_id as "lotID", picked.lot_number as "lotNumber",
      picked.picked_at as "createdAt",
      coalesce(picked.packed_at, picked.picked_at) as "updatedAt", picked.picked_at as "pickedAt",
      picked.picked_by_id as "pickedByID", picked.picked_by_name as "pickedByName",
      picked.packed_at as "packedAt", picked.shipment_id as "shipmentID"
    from commerce.pick_line picked
    join commerce.sales_order_line line on line.account_id = picked.account_id and line.id = picked.order_line_id
    ${baseUnit}
    left join inventory.v_locations place on place.account_id = picked.account_id and place.id = picked.from_location_id
    where picked.account_id = ${ctx.account.id} and picked.pick_id = ${pickID}
    order by picked.packed_at is not null, picked.picked_at desc, line.line_item_number, picked.id`;

const fetchedOf = (rows: readonly FetchedRow[]): PickLine[] =>
  rows.map((row) => ({
    ...lineOf(row),
    state: row.packedAt ? 'packed' : 'picked',
    pickedAt: isoText(row.pickedAt),
    pickedBy: { id: row.pickedByID, name: row.pickedByName },
    packedAt: row.packedAt && isoText(row.packedAt),
    shipmentID: row.shipmentID,
  }));

const head = projection(pick.omit({ orderLines: true, lines: true }), {
  list: listPicks,
  table: 'commerce.pick',
  joins: { ...pickJoins, option: { table: 'commerce.carrier_option', id: 'sold.carrier_option_id' } },
  where: isNotWithdrawn,
  computed: {
    ...columnsOfPick,
    orderNote: sql`sold.note`,
    customerNote: sql`sold.customer_note`,
    carrierOption: joinedRecord('option'),
  },
  search: [],
  order: ['number'],
});

/** One pick with its lines. 404 for an unknown id. */
export async function pickByID(ctx: AccountContext, id: string, makers: ItemMakers): Promise<Pick> {
  const found = await head.byID(ctx, id);
  const { orderLines, planned, fetched } = await readTogether(ctx, {
    orderLines: selectOrderLines(ctx, id),
    planned: selectPlanned(ctx, { pickIDs: [id] }),
    fetched: selectFetched(ctx, id),
  });
  const [row = found] = await withMakers(ctx, [found], makers);
  return {
    ...row,
    orderLines: orderLinesOf(orderLines),
    lines: [...onTheWay(planned).map((line) => ({ ...lineOf(line), ...notFetched })), ...fetchedOf(fetched)],
  };
}

const ownersOf = (row: Omit<PlannedRow, keyof LineRow> & { pickID: string; orderID: string }) => ({
  pick: { id: row.pickID, number: row.pickNumber },
  order: { id: row.orderID, number: row.orderNumber, promisedAt: row.promisedAt },
  customer: { id: row.customerID, name: row.customerName },
});

type ShortRow = OrderLineRow & Omit<PlannedRow, keyof LineRow> & { pickID: string };

/** Short lines of released and waiting picks, with the departments that make the items. */
async function shortRows(
  ctx: AccountContext,
  { pickIDs, departmentIDs }: WalkFilter,
  makers: ItemMakers,
): Promise<ShortPickLine[]> {
  const made = departmentIDs ? await makers.itemsOf(ctx, departmentIDs) : null;
  const { rows } = await sql<ShortRow>`select ${orderLine}, pick.id as "pickID", pick.number as "pickNumber",
      sold.number as "orderNumber", sold.promised_at::text as "promisedAt", sold.customer_id as "customerID",
      sold.customer_name as "customerName"
    from inventory.v_demands demand
    join commerce.pick pick on pick.account_id = demand.account_id and pick.order_id = demand.source_id
    join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
    join commerce.sales_order_line line on line.account_id = demand.account_id and line.id = demand.line_id
    ${baseUnit}
    where demand.account_id = ${ctx.account.id} and demand.source_type = 'sales_order'
      and demand.reserved < demand.quantity and pick.deleted_at is null
      and (${pickIDs ?? null}::text[] is null or pick.id = any(${pickIDs ?? null}::text[]))
      and (${made}::text[] is null or demand.item_id = any(${made}::text[]))
    order by pick.priority_rank desc, coalesce(pick.promised_at, 'infinity'), pick.id, line.line_item_number
    limit ${mostStops}`.execute(ctx.em.query());
  const short = new Map(
    (
      await shortLinesOf(
        ctx,
        rows.map(({ orderID }) => orderID),
      )
    ).map((line): [string, ShortLine] => [line.orderLineID, line]),
  );
  const byItem = await makers.of(
    ctx,
    rows.map(({ itemID }) => itemID),
  );
  const blocked = await blockedLotsOf(
    ctx,
    rows.map(({ itemID }) => itemID),
  );
  return rows.map((row) => ({
    ...ownersOf(row),
    because: blocked.get(row.itemID) ?? [],
    orderLine: { id: row.id, lineItemNumber: row.lineItemNumber, product: productOf(row) },
    short: inOrdered(row.id, 'short', short.get(row.id)?.short ?? '0', row),
    departments: byItem.get(row.itemID) ?? [],
  }));
}

/** One walk list for several picks, or for the places of departments, with the short lines. */
export async function walkListOf(
  ctx: AccountContext,
  filter: WalkFilter,
  makers: ItemMakers,
): Promise<{ items: WalkLine[]; count: number; short: ShortPickLine[] }> {
  if (!filter.pickIDs && !filter.departmentIDs)
    throw problems.invalid_input({ errors: [{ path: 'pickIDs', message: 'Say which picks, or whose places' }] });
  const { rows: planned } = await selectPlanned(ctx, filter).execute(ctx.em.query());
  const rows = onTheWay(planned);
  const items = rows.map((row) => ({ ...lineOf(row), ...notFetched, ...ownersOf(row) }));
  return { items, count: items.length, short: await shortRows(ctx, filter, makers) };
}
