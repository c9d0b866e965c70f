import { decimal, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, among, named, projection, since, sql, upTo } from '@millwright/core/server';
import { type InventoryChangeLog, inventoryChangeLog, listInventoryChangeLogs } from '../../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../../catalogue/shared/party-columns.ts';
import { pathColumn, placeOf } from '../../../locations/storage-location/places/place-columns.ts';
import {
  costPerDefaultUnit,
  itemColumn,
  lotColumn,
  stockItemOf,
  valueColumn,
} from '../../inventory-list/stock-columns.ts';
import { balanceFilters, searchItems } from '../../inventory-list/stock-filters.ts';

/** Changes of stock, the newest first. */
export const inventoryChangeLogView = projection(inventoryChangeLog, {
  list: listInventoryChangeLogs,
  table: 'inventory.movement',
  computed: {
    actionType: sql.ref('movement.action'),
    responsibleUser: named('core.v_members', 'movement.member_id'),
    responsibleName: sql.ref('movement.actor_name'),
    reversedByID: sql`(select mirror.id from inventory.movement mirror
      where mirror.account_id = movement.account_id and mirror.reverses_id = movement.id)`,
    updatedAt: sql.ref('movement.created_at'),
  },
  extra: {
    item: itemColumn('movement'),
    owner: partyColumn('movement', 'owner_id'),
    measure: sql.ref<string>('movement.measure'),
    unitID: sql.ref<string>('movement.unit_id'),
    unit: sql<string>`(select unit.name from inventory.unit unit
      where unit.account_id = movement.account_id and unit.id = movement.unit_id)`,
    moved: sql.ref<string>('movement.quantity'),
    worth: sql.ref<string>('movement.value'),
    stationID: sql.ref<string | null>('movement.scanning_station_id'),
    stationName: sql.ref<string | null>('movement.scanning_station_name'),
    locationID: sql.ref<string>('movement.location_id'),
    path: pathColumn('movement', 'location_id'),
    lotID: sql.ref<string | null>('movement.lot_id'),
    lotNumber: lotColumn('movement'),
    sourceType: sql.ref<string | null>('movement.source_type'),
    sourceID: sql.ref<string | null>('movement.source_id'),
    sourceLineID: sql.ref<string | null>('movement.source_line_id'),
  },
  derived: {
    quantity: ({ id, measure, unitID, unit }) => ({
      id: quantityID(id, 'quantity'),
      measure: toWire(decimal(measure)),
      unitID,
      unit,
    }),
    responsibleScanningStation: ({ stationID, stationName }) =>
      stationID === null ? null : { id: stationID, name: stationName ?? '' },
    item: ({ item }) => stockItemOf(item),
    storageLocation: ({ locationID, path }) => placeOf(locationID, path),
    lot: ({ lotID, lotNumber }) => (lotID === null ? null : { id: lotID, lotNumber: lotNumber ?? '' }),
    ownerAccount: ({ owner }, ctx) => ownerParty(ctx, owner),
    unitCost: ({ item, worth, moved }) => costPerDefaultUnit(item, worth, moved) ?? 0,
    value: ({ worth }) => valueColumn(worth),
    source: ({ sourceType, sourceID, sourceLineID }) =>
      sourceType === null || sourceID === null ? null : { type: sourceType, id: sourceID, lineID: sourceLineID },
  },
  search: searchItems('movement'),
  filters: {
    ...balanceFilters('movement'),
    actionTypeCodes: (codes) => among('movement.action', codes),
    operationIDs: (ids) => among('movement.operation_id', ids),
    scanningStationIDs: (ids) => among('movement.scanning_station_id', ids),
    changedByUserIDs: (ids, ctx) => sql<boolean>`movement.member_id in (select member.id from core.v_members member
      where member.account_id = ${ctx.account.id}
        and (${among('member.id', ids)} or ${among('member.user_id', ids)}))`,
    startDate: since('movement.created_at'),
    endDate: upTo('movement.created_at'),
  },
  sortable: {
    actionType: 'movement.action',
    sku: sql`(select item.sku from inventory.item item
      where item.account_id = movement.account_id and item.id = movement.item_id)`,
    quantity: 'movement.quantity',
    unitCost: sql`movement.value / movement.quantity`,
  },
  order: [['createdAt', 'desc']],
});

/** These changes, in the given order. */
export async function inventoryChangeLogsByID(ctx: AccountContext, ids: readonly string[]) {
  const found = new Map((await inventoryChangeLogView.byIDs(ctx, ids)).map((row) => [row.id, row]));
  const items = ids.flatMap((id): InventoryChangeLog[] => {
    const row = found.get(id);
    return row ? [row] : [];
  });
  return { items, count: items.length };
}
