import { booleanText, endpoint, listOf, listQuery, quantity, repeated } from '@millwright/core/contracts';
import { z } from 'zod';
import { itemTypes } from '../../catalogue/item/item-fields.ts';
import { stockItem, stockParty } from '../../locations/storage-location/storage-location.contract.ts';
import { unitSummary } from '../../units/unit/unit.contract.ts';

/**
 * What an owner has of an item in all places (spec operations sections 3 and 7). Quantities are in the item's default
 * unit.
 */
export const inventoryRow = z.object({
  /** `pos_...` */
  id: z.string(),
  item: stockItem,
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whose stock it is; `isSelf` for the account's own. */
  ownerAccount: stockParty,
  onHand: quantity,
  /** What of it lies in closed places, and is promised to nobody. */
  closed: quantity,
  /** Held by orders that are being typed, and reserved for issued ones. */
  reserved: quantity,
  /** `onHand - closed - reserved` */
  availableToPromise: quantity,
  /** What issued orders want and have not got. */
  short: quantity,
  /** `onHand` as a bare number, for exports. */
  quantity: z.number(),
  unit: unitSummary,
  /** Average cost of one default unit over what is left of the cost layers; null where nothing is left. */
  weightedAverageUnitCost: z.number().nullable(),
  /** What is left at what it cost. */
  inventoryValue: z.number(),
  /** As entered; null for items without one. */
  orderPoint: quantity.nullable(),
  /** Whether there is less than the order point; only of the account's own stock. */
  isBelowOrderPoint: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type InventoryRow = z.output<typeof inventoryRow>;

/** Filters that lists of stock share. Places count with all that is inside them; `customerIDs` are owners. */
export const stockFilters = {
  types: repeated(z.enum(itemTypes, { error: `Must be one of ${itemTypes.join(', ')}` })),
  categoryIDs: repeated(z.string()),
  itemIDs: repeated(z.string()),
  /** Items that lie in these places, or inside them. */
  storageLocationIDs: repeated(z.string()),
  lotIDs: repeated(z.string()),
  /** Owners; the account's own id for its own stock. */
  customerIDs: repeated(z.string()),
};

/** One row per item and owner that ever had stock or a promise, by SKU. `query` finds items. */
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
      /** These rows. */
      inventoryIDs: repeated(z.string()),
      /** Whether orders want more than there is. */
      isShort: booleanText,
      belowOrderPoint: booleanText,
      /** Whether there is any on hand. */
      hasStock: booleanText,
      /** The account's own stock, or that of others which it keeps. */
      isOwn: booleanText,
    },
  }),
  reply: listOf(inventoryRow),
});
