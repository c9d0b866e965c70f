import { decimal } from '@millwright/core/contracts';
import { among, projection, sql } from '@millwright/core/server';
import { costLayer, inventoryReceiptRow, listCostLayers, listInventoryReceipts } from '../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import { pathColumn, placeOf } from '../../locations/storage-location/places/place-columns.ts';
import { costPerDefaultUnit, itemColumn, lotColumn, shownQuantity, stockItemOf, valueColumn } from './stock-columns.ts';
import { balanceFilters, joinedItemFilters, searchItems } from './stock-filters.ts';

/** An aggregate over the remaining layers of a balance. */
const ofLayers = <Value>(expression: string) =>
  sql<Value>`(select ${sql.raw(expression)} from inventory.cost_layer layer
    where layer.account_id = balance.account_id and layer.item_id = balance.item_id
      and layer.owner_id = balance.owner_id and layer.location_id = balance.location_id
      and layer.lot_id is not distinct from balance.lot_id and layer.is_left)`;

const value = ofLayers<string>('coalesce(sum(layer.remaining_value), 0)');
const oldest = ofLayers<Date | null>('min(layer.received_at)');
const newest = ofLayers<Date | null>('max(layer.received_at)');
const lotOf = (id: string | null, lotNumber: string | null) =>
  id === null ? null : { id, lotNumber: lotNumber ?? '' };

/** Columns that both lists assemble their fields from. */
const columnsOf = (table: string) => ({
  item: itemColumn(table),
  owner: partyColumn(table, 'owner_id'),
  locationID: sql.ref<string>(`${table}.location_id`),
  path: pathColumn(table, 'location_id'),
  lotID: sql.ref<string | null>(`${table}.lot_id`),
  lotNumber: lotColumn(table),
});

const summedSorts: ReadonlySet<string | undefined> = new Set(['inventoryValue', 'oldestReceiptAt', 'newestReceiptAt']);

/** Receipts with remaining stock by SKU, one row per balance (item, owner, place and lot). */
export const inventoryReceiptView = projection(inventoryReceiptRow, {
  list: listInventoryReceipts,
  table: 'inventory.balance',
  where: sql<boolean>`balance.on_hand > 0`,
  joins: {
    item: { table: 'inventory.item', id: 'balance.item_id', isRequired: true, isMatched: true },
    location: { table: 'inventory.storage_location', id: 'balance.location_id', isRequired: true, isMatched: true },
  },
  joinFor(rows, ctx, { sortBy }) {
    if (!summedSorts.has(sortBy)) return rows;
    // All sums in one join: to sort by a sub-select per row would look up every layer one by one.
    return rows.leftJoin(
      sql`(select layer.item_id, layer.owner_id, layer.location_id, coalesce(layer.lot_id, '') as lot_key,
          sum(layer.remaining_value) as value, min(layer.received_at) as oldest, max(layer.received_at) as newest
        from inventory.cost_layer layer
        where layer.account_id = ${ctx.account.id} and layer.is_left group by 1, 2, 3, 4)`.as('summed'),
      (join) =>
        join
          .onRef('summed.item_id', '=', 'balance.item_id')
          .onRef('summed.owner_id', '=', 'balance.owner_id')
          .onRef('summed.location_id', '=', 'balance.location_id')
          .on(sql<boolean>`summed.lot_key = coalesce(balance.lot_id, '')`),
    );
  },
  computed: {
    oldestReceiptAt: sql`coalesce(${oldest}, balance.updated_at)`,
    newestReceiptAt: sql`coalesce(${newest}, balance.updated_at)`,
  },
  extra: {
    ...columnsOf('balance'),
    holder: partyColumn('location', 'holder_id'),
    onHand: sql.ref<string>('balance.on_hand'),
    value,
  },
  derived: {
    item: ({ item }) => stockItemOf(item),
    storageLocation: ({ locationID, path }) => placeOf(locationID, path),
    lot: ({ lotID, lotNumber }) => lotOf(lotID, lotNumber),
    ownerAccount: ({ owner }, ctx) => ownerParty(ctx, owner),
    holderAccount: ({ holder }, ctx) => ownerParty(ctx, holder),
    remainingQuantity: ({ id, item, onHand }) => shownQuantity(item, onHand, id, 'remainingQuantity'),
    weightedAverageUnitCost: ({ item, value: held, onHand }) => costPerDefaultUnit(item, held, onHand) ?? 0,
    inventoryValue: ({ value: held }) => valueColumn(held),
  },
  search: searchItems('balance'),
  filters: { ...balanceFilters('balance'), ...joinedItemFilters },
  sortable: {
    sku: 'item.sku',
    storageLocation: 'location.name',
    remainingQuantity: 'balance.on_hand',
    inventoryValue: sql`coalesce(summed.value, 0)`,
    oldestReceiptAt: sql`summed.oldest`,
    newestReceiptAt: sql`summed.newest`,
  },
  order: ['sku', 'storageLocation'],
});

const { itemIDs: _, ...layerFilters } = balanceFilters('layer');

/** Cost layers, the oldest first, which is the order of use. */
export const costLayerView = projection(costLayer, {
  list: listCostLayers,
  table: 'inventory.cost_layer',
  alias: 'layer',
  extra: {
    ...columnsOf('layer'),
    received: sql.ref<string>('layer.quantity'),
    left: sql.ref<string>('layer.remaining'),
    value: sql.ref<string>('layer.value'),
    leftValue: sql.ref<string>('layer.remaining_value'),
  },
  derived: {
    item: ({ item }) => stockItemOf(item),
    storageLocation: ({ locationID, path }) => placeOf(locationID, path),
    lot: ({ lotID, lotNumber }) => lotOf(lotID, lotNumber),
    ownerAccount: ({ owner }, ctx) => ownerParty(ctx, owner),
    quantity: ({ id, item, received }) => shownQuantity(item, received, id, 'quantity'),
    remaining: ({ id, item, left }) => shownQuantity(item, left, id, 'remaining'),
    used: ({ id, item, received, left }) => shownQuantity(item, decimal(received).minus(decimal(left)), id, 'used'),
    unitCost: ({ item, value: cost, received }) => costPerDefaultUnit(item, cost, received) ?? 0,
    inventoryValue: ({ leftValue }) => valueColumn(leftValue),
  },
  search: searchItems('layer'),
  filters: {
    ...layerFilters,
    itemID: (id) => among('layer.item_id', [id]),
    isOpen: (value) => sql<boolean>`layer.is_left = ${value}`,
  },
  sortable: {
    receivedAt: 'layer.received_at',
    remaining: 'layer.remaining',
    unitCost: sql`layer.value / layer.quantity`,
  },
  order: ['receivedAt'],
});
