import {
  booleanText,
  endpoint,
  listOf,
  listQuery,
  quantity,
  repeated,
  shownMoney,
  shownPrice,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { itemTypes } from '../../catalogue/item/item-fields.ts';
import { stockItem, stockParty } from '../../locations/storage-location/storage-location.contract.ts';
import { unitSummary } from '../../units/unit/unit.contract.ts';

/**
 * An owner's stock of an item over all places (spec operations sections 3 and 7). Quantities are in the item's default
 * unit.
 */
export const inventoryRow = z.object({
  /** `pos_...` */
  id: z.string(),
  item: stockItem,
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The owner of the stock; `isSelf` for the account. */
  ownerAccount: stockParty,
  onHand: quantity,
  /** Stock in closed places, which is not promised. */
  closed: quantity,
  /** Held by orders in progress, or reserved for issued ones. */
  reserved: quantity,
  /** `onHand - closed - reserved` */
  availableToPromise: quantity,
  /** Demand of issued orders that nothing is reserved for. */
  short: quantity,
  /** `onHand` as a bare number, for exports. */
  quantity: z.number(),
  unit: unitSummary,
  /** Average cost per default unit of the remaining cost layers; null without stock. */
  weightedAverageUnitCost: shownPrice.nullable(),
  /** Value of the stock at cost. */
  inventoryValue: shownMoney,
  /** As entered; null for items without an order point. */
  orderPoint: quantity.nullable(),
  /** Whether the stock is below the order point; only for the account's own stock. */
  isBelowOrderPoint: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type InventoryRow = z.output<typeof inventoryRow>;

/** Filters shared by lists of stock. A place includes everything inside it; `customerIDs` are owners. */
export const stockFilters = {
  types: repeated(z.enum(itemTypes, { error: `Must be one of ${itemTypes.join(', ')}` })),
  categoryIDs: repeated(z.string()),
  itemIDs: repeated(z.string()),
  /** Items with stock in these places, or inside them. */
  storageLocationIDs: repeated(z.string()),
  lotIDs: repeated(z.string()),
  /** Owners; the account's own id for its own stock. */
  customerIDs: repeated(z.string()),
};

/** One row per item and owner that ever had stock or a promise, by SKU. `query` matches items. */
export const listInventories = endpoint({
  name: 'listInventories',
  method: 'GET',
  path: '/v1/inventories',
  permission: 'inventory:read',
  summary: 'Lists the stock of items.',
  query: listQuery({
    sortBy: [
      'sku',
      'description',
      'type',
      'onHand',
      'reserved',
      'availableToPromise',
      'short',
      'inventoryValue',
      'updatedAt',
    ],
    filters: {
      ...stockFilters,
      /** Only these rows. */
      inventoryIDs: repeated(z.string()),
      /** Whether orders demand more than is reserved. */
      isShort: booleanText,
      belowOrderPoint: booleanText,
      /** Whether any stock is on hand. */
      hasStock: booleanText,
      /** True: the account's own stock; false: stock that it keeps for customers. */
      isOwn: booleanText,
    },
  }),
  reply: listOf(inventoryRow),
});
