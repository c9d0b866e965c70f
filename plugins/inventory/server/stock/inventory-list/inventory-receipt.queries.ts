import { decimal, type EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import {
  type CostLayer,
  type InventoryReceiptRow,
  listCostLayers,
  listInventoryReceipts,
} from '../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import { pathColumn, placeOf } from '../../locations/storage-location/place-columns.ts';
import { costPerDefaultUnit, itemColumn, lotColumn, shownQuantity, stockItemOf, valueColumn } from './stock-columns.ts';
import { balanceConditions } from './stock-filters.ts';
import type { StockTables } from './stock-tables.ts';

/** Balances are the groups: one for each item, owner, place and lot, and as much as remains in the layers of these. */
const fromBalances = (ctx: AccountContext) =>
  ctx.em
    .query<StockTables>()
    .selectFrom('inventory.item as item')
    .innerJoin('inventory.balance as balance', (join) =>
      join.onRef('balance.account_id', '=', 'item.account_id').onRef('balance.item_id', '=', 'item.id'),
    )
    .innerJoin('inventory.storage_location as location', (join) =>
      join.onRef('location.account_id', '=', 'balance.account_id').onRef('location.id', '=', 'balance.location_id'),
    )
    .where('item.account_id', '=', ctx.account.id)
    .where('balance.account_id', '=', ctx.account.id)
    .where('balance.on_hand', '>', '0');
type Balances = ReturnType<typeof fromBalances>;

/** What is left in the layers of a balance. */
const ofLayers = <Value>(expression: string) =>
  sql<Value>`(select ${sql.raw(expression)} from inventory.cost_layer layer
    where layer.account_id = balance.account_id and layer.item_id = balance.item_id
      and layer.owner_id = balance.owner_id and layer.location_id = balance.location_id
      and layer.lot_id is not distinct from balance.lot_id and layer.is_left)`;

const value = ofLayers<string>('coalesce(sum(layer.remaining_value), 0)');
const oldest = ofLayers<Date | null>('min(layer.received_at)');
const newest = ofLayers<Date | null>('max(layer.received_at)');
const receiptColumns = (query: Balances) =>
  query.select([
    'balance.id',
    'balance.location_id as locationID',
    'balance.lot_id as lotID',
    'balance.on_hand as onHand',
    'balance.updated_at as updatedAt',
    itemColumn('balance').as('item'),
    partyColumn('balance', 'owner_id').as('owner'),
    pathColumn('balance', 'location_id').as('path'),
    lotColumn('balance').as('lotNumber'),
    sql<{ id: string; name: string } | null>`(select jsonb_build_object('id', party.id, 'name', party.name)
      from core.v_parties party where party.account_id = balance.account_id and party.id = location.holder_id)`.as(
      'holder',
    ),
    value.as('value'),
    oldest.as('oldest'),
    newest.as('newest'),
  ]);
type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receiptColumns>['executeTakeFirstOrThrow']>>;

const lotOf = (id: string | null, lotNumber: string | null) =>
  id === null ? null : { id, lotNumber: lotNumber ?? '' };

const receiptOf = (ctx: AccountContext, row: ReceiptRow): InventoryReceiptRow => ({
  id: row.id,
  item: stockItemOf(row.item),
  storageLocation: placeOf(row.locationID, row.path),
  lot: lotOf(row.lotID, row.lotNumber),
  ownerAccount: ownerParty(ctx, row.owner),
  holderAccount: ownerParty(ctx, row.holder),
  remainingQuantity: shownQuantity(row.item, row.onHand, row.id, 'remainingQuantity'),
  weightedAverageUnitCost: costPerDefaultUnit(row.item, row.value, row.onHand) ?? 0,
  inventoryValue: valueColumn(row.value),
  oldestReceiptAt: isoText(row.oldest ?? row.updatedAt),
  newestReceiptAt: isoText(row.newest ?? row.updatedAt),
});

const summedSorts: ReadonlySet<string | undefined> = new Set(['inventoryValue', 'oldestReceiptAt', 'newestReceiptAt']);

/**
 * Sums of all balances at once, for sorting by them: a sub-select for each row would look up every layer one by one.
 */
const withSums = (ctx: AccountContext, matching: Balances): Balances =>
  matching.leftJoin(
    sql<{ item_id: string; owner_id: string; location_id: string; lot_key: string }>`(
      select layer.item_id, layer.owner_id, layer.location_id, coalesce(layer.lot_id, '') as lot_key,
        sum(layer.remaining_value) as value, min(layer.received_at) as oldest, max(layer.received_at) as newest
      from inventory.cost_layer layer
      where layer.account_id = ${ctx.account.id} and layer.is_left group by 1, 2, 3, 4)`.as('summed'),
    (join) =>
      join
        .onRef('summed.item_id', '=', 'balance.item_id')
        .onRef('summed.owner_id', '=', 'balance.owner_id')
        .onRef('summed.location_id', '=', 'balance.location_id')
        .on(sql<boolean>`summed.lot_key = coalesce(balance.lot_id, '')`),
  ) as unknown as Balances;

/** A page of what is left of receipts. */
export async function findInventoryReceipts(
  ctx: AccountContext,
  page: EndpointRequest<typeof listInventoryReceipts>['query'],
) {
  let matching = fromBalances(ctx);
  for (const condition of balanceConditions(ctx, 'balance', page, 'item')) matching = matching.where(condition);
  if (summedSorts.has(page.sortBy)) matching = withSums(ctx, matching);
  const { items, count } = await listPage(ctx, {
    list: listInventoryReceipts,
    id: 'balance.id',
    matching,
    select: (query) => receiptColumns(query as Balances),
    page,
    sortable: {
      sku: 'item.sku',
      storageLocation: 'location.name',
      remainingQuantity: 'balance.on_hand',
      inventoryValue: sql`coalesce(summed.value, 0)`,
      oldestReceiptAt: sql`summed.oldest`,
      newestReceiptAt: sql`summed.newest`,
    },
    order: [
      ['item.sku', 'asc'],
      ['location.name', 'asc'],
    ],
  });
  return { items: items.map((row) => receiptOf(ctx, row)), count };
}

const fromLayers = (ctx: AccountContext) =>
  ctx.em
    .query<StockTables>()
    .selectFrom('inventory.cost_layer as layer')
    .where('layer.account_id', '=', ctx.account.id);
type Layers = ReturnType<typeof fromLayers>;

const layerColumns = (query: Layers) =>
  query.select([
    'layer.id',
    'layer.location_id as locationID',
    'layer.lot_id as lotID',
    'layer.received_at as receivedAt',
    'layer.reference',
    'layer.quantity',
    'layer.remaining',
    'layer.value',
    'layer.remaining_value as remainingValue',
    itemColumn('layer').as('item'),
    partyColumn('layer', 'owner_id').as('owner'),
    pathColumn('layer', 'location_id').as('path'),
    lotColumn('layer').as('lotNumber'),
  ]);
type LayerRow = Awaited<ReturnType<ReturnType<typeof layerColumns>['executeTakeFirstOrThrow']>>;

function layerOf(ctx: AccountContext, row: LayerRow): CostLayer {
  const [quantity, remaining] = [decimal(row.quantity), decimal(row.remaining)];
  return {
    id: row.id,
    item: stockItemOf(row.item),
    storageLocation: placeOf(row.locationID, row.path),
    lot: lotOf(row.lotID, row.lotNumber),
    ownerAccount: ownerParty(ctx, row.owner),
    receivedAt: isoText(row.receivedAt),
    reference: row.reference,
    quantity: shownQuantity(row.item, quantity, row.id, 'quantity'),
    remaining: shownQuantity(row.item, remaining, row.id, 'remaining'),
    used: shownQuantity(row.item, quantity.minus(remaining), row.id, 'used'),
    unitCost: costPerDefaultUnit(row.item, row.value, row.quantity) ?? 0,
    inventoryValue: valueColumn(row.remainingValue),
  };
}

/** A page of cost layers, the oldest first: the order in which they are used up. */
export async function findCostLayers(ctx: AccountContext, page: EndpointRequest<typeof listCostLayers>['query']) {
  let matching = fromLayers(ctx);
  const { itemID, ...rest } = page;
  for (const condition of balanceConditions(ctx, 'layer', { ...rest, itemIDs: itemID ? [itemID] : undefined }))
    matching = matching.where(condition);
  if (page.isOpen !== undefined) matching = matching.where(sql<boolean>`layer.is_left = ${page.isOpen}`);
  const { items, count } = await listPage(ctx, {
    list: listCostLayers,
    id: 'layer.id',
    matching,
    select: (query) => layerColumns(query as Layers),
    page,
    sortable: {
      receivedAt: 'layer.received_at',
      remaining: 'layer.remaining',
      unitCost: sql`layer.value / layer.quantity`,
    },
    order: [['layer.received_at', 'asc']],
  });
  return { items: items.map((row) => layerOf(ctx, row)), count };
}
