import {
  addDays,
  decimal,
  type EndpointRequest,
  isoDate,
  problems,
  quantityID,
  startOfDayIn,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql, type TableRow } from '@millwright/core/server';
import { type InventoryChangeLog, listInventoryChangeLogs, type MovementAction } from '../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import { pathColumn, placeOf } from '../../locations/storage-location/place-columns.ts';
import {
  costPerDefaultUnit,
  itemColumn,
  lotColumn,
  stockItemOf,
  valueColumn,
} from '../inventory-list/stock-columns.ts';
import { balanceConditions } from '../inventory-list/stock-filters.ts';
import type { StockTables } from '../inventory-list/stock-tables.ts';
import type { Movement } from './movement.entity.ts';

type Tables = StockTables & { 'inventory.movement': TableRow<typeof Movement> };
type Filter = EndpointRequest<typeof listInventoryChangeLogs>['query'];

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('inventory.movement as movement').where('movement.account_id', '=', ctx.account.id);
type Matching = ReturnType<typeof from>;

const sku = sql<string>`(select item.sku from inventory.item item
  where item.account_id = movement.account_id and item.id = movement.item_id)`;

const withColumns = (query: Matching) =>
  query.select([
    'movement.id',
    'movement.created_at as createdAt',
    'movement.operation_id as operationID',
    sql<MovementAction>`movement.action`.as('action'),
    'movement.location_id as locationID',
    'movement.lot_id as lotID',
    'movement.measure',
    'movement.unit_id as unitID',
    'movement.quantity',
    'movement.value',
    'movement.source_type as sourceType',
    'movement.source_id as sourceID',
    'movement.source_line_id as sourceLineID',
    'movement.reason',
    'movement.actor_name as actorName',
    'movement.scanning_station_id as stationID',
    'movement.scanning_station_name as stationName',
    'movement.reverses_id as reversesID',
    itemColumn('movement').as('item'),
    partyColumn('movement', 'owner_id').as('owner'),
    pathColumn('movement', 'location_id').as('path'),
    lotColumn('movement').as('lotNumber'),
    sql<string>`(select unit.name from inventory.unit unit
      where unit.account_id = movement.account_id and unit.id = movement.unit_id)`.as('unit'),
    sql<{ id: string; name: string } | null>`(select jsonb_build_object('id', member.id, 'name', member.name)
      from core.v_members member where member.account_id = movement.account_id and member.id = movement.member_id)`.as(
      'member',
    ),
    sql<string | null>`(select mirror.id from inventory.movement mirror
      where mirror.account_id = movement.account_id and mirror.reverses_id = movement.id)`.as('reversedByID'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const rowOf = (ctx: AccountContext, row: Row): InventoryChangeLog => ({
  id: row.id,
  quantity: {
    id: quantityID(row.id, 'quantity'),
    measure: toWire(decimal(row.measure)),
    unitID: row.unitID,
    unit: row.unit,
  },
  actionType: row.action,
  responsibleUser: row.member,
  responsibleName: row.actorName,
  responsibleScanningStation: row.stationID === null ? null : { id: row.stationID, name: row.stationName ?? '' },
  item: stockItemOf(row.item),
  storageLocation: placeOf(row.locationID, row.path),
  lot: row.lotID === null ? null : { id: row.lotID, lotNumber: row.lotNumber ?? '' },
  ownerAccount: ownerParty(ctx, row.owner),
  unitCost: costPerDefaultUnit(row.item, row.value, row.quantity) ?? 0,
  value: valueColumn(row.value),
  reason: row.reason,
  source:
    row.sourceType === null || row.sourceID === null
      ? null
      : { type: row.sourceType, id: row.sourceID, lineID: row.sourceLineID },
  operationID: row.operationID,
  reversesID: row.reversesID,
  reversedByID: row.reversedByID,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.createdAt),
});

const isDay = (text: string): boolean => isoDate.safeParse(text).success;

function filtered(ctx: AccountContext, filter: Filter): Matching {
  const zone = ctx.account.timeZone;
  const { query, itemIDs, storageLocationIDs, lotIDs, customerIDs, changedByUserIDs } = filter;
  let matching = from(ctx);
  for (const condition of balanceConditions(ctx, 'movement', {
    query,
    itemIDs,
    storageLocationIDs,
    lotIDs,
    customerIDs,
  }))
    matching = matching.where(condition);
  if (filter.actionTypeCodes) matching = matching.where('movement.action', 'in', filter.actionTypeCodes);
  if (filter.operationIDs) matching = matching.where('movement.operation_id', 'in', filter.operationIDs);
  if (filter.scanningStationIDs)
    matching = matching.where('movement.scanning_station_id', 'in', filter.scanningStationIDs);
  if (changedByUserIDs)
    matching = matching.where(
      sql<boolean>`movement.member_id in (select member.id from core.v_members member
        where member.account_id = ${ctx.account.id}
          and (member.id = any(${changedByUserIDs}::text[]) or member.user_id = any(${changedByUserIDs}::text[])))`,
    );
  if (filter.startDate) {
    const start = isDay(filter.startDate) ? startOfDayIn(zone, filter.startDate) : new Date(filter.startDate);
    matching = matching.where(sql<boolean>`movement.created_at >= ${start.toISOString()}::timestamptz`);
  }
  if (filter.endDate)
    matching = isDay(filter.endDate)
      ? matching.where(
          sql<boolean>`movement.created_at <
            ${startOfDayIn(zone, addDays(filter.endDate, 1)).toISOString()}::timestamptz`,
        )
      : matching.where(sql<boolean>`movement.created_at <= ${new Date(filter.endDate).toISOString()}::timestamptz`);
  return matching;
}

/** A page of the changes of stock, the newest first. */
export async function findInventoryChangeLogs(ctx: AccountContext, page: Filter) {
  const { items, count } = await listPage(ctx, {
    list: listInventoryChangeLogs,
    id: 'movement.id',
    matching: filtered(ctx, page),
    select: (query) => withColumns(query as Matching),
    page,
    sortable: {
      createdAt: 'movement.created_at',
      actionType: 'movement.action',
      sku,
      quantity: 'movement.quantity',
      unitCost: sql`movement.value / movement.quantity`,
    },
    order: [['movement.created_at', 'desc']],
  });
  return { items: items.map((row) => rowOf(ctx, row)), count };
}

/** These changes, in the order given. */
export async function inventoryChangeLogsByID(ctx: AccountContext, ids: readonly string[]) {
  const rows = await withColumns(from(ctx).where('movement.id', '=', sql<string>`any(${[...ids]}::text[])`))
    .orderBy(sql`array_position(${[...ids]}::text[], movement.id)`)
    .execute();
  return { items: rows.map((row) => rowOf(ctx, row)), count: rows.length };
}

/** One change; 404 for what is not there. */
export async function inventoryChangeLogByID(ctx: AccountContext, id: string): Promise<InventoryChangeLog> {
  const [found] = (await inventoryChangeLogsByID(ctx, [id])).items;
  if (!found) throw problems.not_found();
  return found;
}
