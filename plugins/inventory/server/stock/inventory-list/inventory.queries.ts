import { decimal, type EndpointRequest, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { type InventoryRow, listInventories } from '../../../contracts/index.ts';
import { availabilityOfPosition } from '../../catalogue/item/availability.queries.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import {
  costPerDefaultUnit,
  inDefaultUnit,
  itemColumn,
  shownQuantity,
  stockItemOf,
  valueColumn,
} from './stock-columns.ts';
import { positionConditions } from './stock-filters.ts';
import type { StockTables } from './stock-tables.ts';

/** Positions with their item, so that the page by SKU walks an index. */
const from = (ctx: AccountContext) =>
  ctx.em
    .query<StockTables>()
    .selectFrom('inventory.item as item')
    .innerJoin('inventory.item_position as position', (join) =>
      join.onRef('position.account_id', '=', 'item.account_id').onRef('position.item_id', '=', 'item.id'),
    )
    .where('item.account_id', '=', ctx.account.id)
    .where('position.account_id', '=', ctx.account.id);
type Matching = ReturnType<typeof from>;

const isBelowOrderPoint = sql<boolean>`(position.owner_id = position.account_id
  and coalesce(item.base_order_point > position.on_hand, false))`;

const withColumns = (query: Matching, figures: ReturnType<typeof availabilityOfPosition>) =>
  query.select([
    'position.id',
    'position.owner_id as ownerID',
    'position.on_hand as onHand',
    'position.withheld as closed',
    figures.reserved.as('promised'),
    figures.availableToPromise.as('free'),
    figures.short.as('short'),
    'position.updated_at as updatedAt',
    itemColumn('position').as('item'),
    partyColumn('position', 'owner_id').as('owner'),
    'position.value',
    isBelowOrderPoint.as('isBelowOrderPoint'),
    sql<InventoryRow['category']>`(select jsonb_build_object('id', category.id, 'name', category.name)
      from inventory.category category
      where category.account_id = item.account_id and category.id = item.category_id)`.as('category'),
    sql<{
      measure: string;
      unitID: string;
      unit: string;
    } | null>`(select jsonb_build_object('measure', item.order_point::text,
        'unitID', unit.id, 'unit', unit.name)
      from inventory.unit unit where unit.account_id = item.account_id and unit.id = item.order_point_unit_id)`.as(
      'orderPoint',
    ),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

function inventoryOf(ctx: AccountContext, row: Row): InventoryRow {
  const { id, item, orderPoint } = row;
  const onHand = decimal(row.onHand);
  return {
    id,
    item: stockItemOf(item),
    category: row.category,
    ownerAccount: ownerParty(ctx, row.owner),
    onHand: shownQuantity(item, onHand, id, 'onHand'),
    closed: shownQuantity(item, row.closed, id, 'closed'),
    reserved: shownQuantity(item, row.promised, id, 'reserved'),
    availableToPromise: shownQuantity(item, row.free, id, 'availableToPromise'),
    short: shownQuantity(item, row.short, id, 'short'),
    quantity: toWire(inDefaultUnit(item, onHand)),
    unit: { id: item.unitID, name: item.unit },
    weightedAverageUnitCost: costPerDefaultUnit(item, row.value, onHand),
    inventoryValue: valueColumn(row.value),
    orderPoint: orderPoint && {
      id: quantityID(item.id, 'orderPoint'),
      measure: toWire(decimal(orderPoint.measure)),
      unitID: orderPoint.unitID,
      unit: orderPoint.unit,
    },
    isBelowOrderPoint: row.isBelowOrderPoint,
    updatedAt: isoText(row.updatedAt),
  };
}

/** A page of the stock of items, one row per item and owner. */
export async function findInventories(ctx: AccountContext, page: EndpointRequest<typeof listInventories>['query']) {
  let matching = from(ctx);
  for (const condition of positionConditions(ctx, 'position', page, 'item')) matching = matching.where(condition);
  if (page.inventoryIDs) matching = matching.where('position.id', 'in', page.inventoryIDs);
  if (page.isShort !== undefined)
    matching = matching.where(sql<boolean>`(position.demanded > position.reserved) = ${page.isShort}`);
  if (page.hasStock !== undefined) matching = matching.where(sql<boolean>`(position.on_hand > 0) = ${page.hasStock}`);
  if (page.isOwn !== undefined) matching = matching.where('position.owner_id', page.isOwn ? '=' : '<>', ctx.account.id);
  if (page.belowOrderPoint !== undefined)
    matching = matching.where(sql<boolean>`${isBelowOrderPoint} = ${page.belowOrderPoint}`);
  const figures = availabilityOfPosition(ctx.clock.now());
  const { items, count } = await listPage(ctx, {
    list: listInventories,
    id: 'position.id',
    matching,
    select: (query) => withColumns(query as Matching, figures),
    page,
    sortable: {
      sku: 'item.sku',
      description: 'item.description',
      type: 'item.type',
      onHand: 'position.on_hand',
      reserved: figures.reserved,
      availableToPromise: figures.availableToPromise,
      short: figures.short,
      inventoryValue: 'position.value',
      updatedAt: 'position.updated_at',
    },
    // The account's own stock before that of others.
    order: [
      ['item.sku', 'asc'],
      [sql`(position.owner_id <> position.account_id)`, 'asc'],
    ],
  });
  return { items: items.map((row) => inventoryOf(ctx, row)), count };
}
