import { decimal, quantityID, toWire } from '@millwright/core/contracts';
import { among, named, projection, sql } from '@millwright/core/server';
import { inventoryRow, listInventories } from '../../../contracts/index.ts';
import { availabilityOfPosition } from '../../catalogue/item/amount/availability.queries.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import {
  costPerDefaultUnit,
  inDefaultUnit,
  itemColumn,
  shownQuantity,
  stockItemOf,
  valueColumn,
} from './stock-columns.ts';
import { joinedItemFilters, positionFilters, searchItems } from './stock-filters.ts';

type Figure = keyof ReturnType<typeof availabilityOfPosition>;
const figure =
  (name: Figure) =>
  ({ clock }: { clock: { now(): Date } }) =>
    availabilityOfPosition(clock.now())[name];

const isBelowOrderPoint = sql<boolean>`(position.owner_id = position.account_id
  and coalesce(item.base_order_point > position.on_hand, false))`;

/** Stock by SKU, one row per item and owner. The item is joined, so that a page by SKU reads an index. */
export const inventoryView = projection(inventoryRow, {
  list: listInventories,
  table: 'inventory.item_position',
  alias: 'position',
  joins: { item: { table: 'inventory.item', id: 'position.item_id', isRequired: true, isMatched: true } },
  computed: { category: named('inventory.category', 'item.category_id'), isBelowOrderPoint },
  extra: {
    item: itemColumn('position'),
    owner: partyColumn('position', 'owner_id'),
    held: sql.ref<string>('position.on_hand'),
    withheld: sql.ref<string>('position.withheld'),
    promised: figure('reserved'),
    free: figure('availableToPromise'),
    missing: figure('short'),
    value: sql.ref<string>('position.value'),
    entered: sql<{
      measure: string;
      unitID: string;
      unit: string;
    } | null>`(select jsonb_build_object('measure', item.order_point::text, 'unitID', unit.id, 'unit', unit.name)
      from inventory.unit unit where unit.account_id = item.account_id and unit.id = item.order_point_unit_id)`,
  },
  derived: {
    item: ({ item }) => stockItemOf(item),
    ownerAccount: ({ owner }, ctx) => ownerParty(ctx, owner),
    onHand: ({ id, item, held }) => shownQuantity(item, held, id, 'onHand'),
    closed: ({ id, item, withheld }) => shownQuantity(item, withheld, id, 'closed'),
    reserved: ({ id, item, promised }) => shownQuantity(item, promised, id, 'reserved'),
    availableToPromise: ({ id, item, free }) => shownQuantity(item, free, id, 'availableToPromise'),
    short: ({ id, item, missing }) => shownQuantity(item, missing, id, 'short'),
    quantity: ({ item, held }) => toWire(inDefaultUnit(item, held)),
    unit: ({ item }) => ({ id: item.unitID, name: item.unit }),
    weightedAverageUnitCost: ({ item, value, held }) => costPerDefaultUnit(item, value, held),
    inventoryValue: ({ value }) => valueColumn(value),
    orderPoint: ({ item, entered }) =>
      entered && {
        id: quantityID(item.id, 'orderPoint'),
        measure: toWire(decimal(entered.measure)),
        unitID: entered.unitID,
        unit: entered.unit,
      },
  },
  search: searchItems('position'),
  filters: {
    ...positionFilters,
    ...joinedItemFilters,
    inventoryIDs: (ids) => among('position.id', ids),
    isShort: (value) => sql<boolean>`(position.demanded > position.reserved) = ${value}`,
    belowOrderPoint: (value) => sql<boolean>`${isBelowOrderPoint} = ${value}`,
    hasStock: (value) => sql<boolean>`(position.on_hand > 0) = ${value}`,
    isOwn: (value, { account }) => sql<boolean>`position.owner_id ${sql.raw(value ? '=' : '<>')} ${account.id}`,
  },
  sortable: {
    sku: 'item.sku',
    description: 'item.description',
    type: 'item.type',
    onHand: 'position.on_hand',
    reserved: figure('reserved'),
    availableToPromise: figure('availableToPromise'),
    short: figure('short'),
    inventoryValue: 'position.value',
    // The account's own stock before that of customers.
    ownerAccount: sql`(position.owner_id <> position.account_id)`,
  },
  order: ['sku', 'ownerAccount'],
});
