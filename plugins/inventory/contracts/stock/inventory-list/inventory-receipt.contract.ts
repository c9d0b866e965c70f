import {
  booleanText,
  endpoint,
  filterValue,
  listOf,
  listQuery,
  quantity,
  shownMoney,
  shownPrice,
} from '@millwright/core/contracts';
import { z } from 'zod';
import {
  stockItem,
  stockParty,
  storageLocationSummary,
} from '../../locations/storage-location/storage-location.contract.ts';
import { lotSummary } from '../lot/lot.contract.ts';
import { stockFilters } from './inventory.contract.ts';

/**
 * Remaining stock of an item's receipts in one place, by lot and owner (spec operations section 3). Quantities are in
 * the item's default unit.
 */
export const inventoryReceiptRow = z.object({
  /** `bal_...` */
  id: z.string(),
  item: stockItem,
  storageLocation: storageLocationSummary,
  lot: lotSummary.nullable(),
  /** The owner of the stock. */
  ownerAccount: stockParty,
  /** The holder of the place. */
  holderAccount: stockParty,
  remainingQuantity: quantity,
  /** Average cost per default unit of the remaining stock. */
  weightedAverageUnitCost: shownPrice,
  inventoryValue: shownMoney,
  oldestReceiptAt: z.iso.datetime(),
  newestReceiptAt: z.iso.datetime(),
});
export type InventoryReceiptRow = z.output<typeof inventoryReceiptRow>;

/** Receipts with remaining stock, by SKU. `query` matches items. */
export const listInventoryReceipts = endpoint({
  name: 'listInventoryReceipts',
  method: 'GET',
  path: '/v1/inventory-receipts',
  permission: 'inventory:read',
  summary: 'Lists what is left of receipts, by place, lot and owner.',
  query: listQuery({
    sortBy: ['sku', 'storageLocation', 'remainingQuantity', 'inventoryValue', 'oldestReceiptAt', 'newestReceiptAt'],
    filters: stockFilters,
  }),
  reply: listOf(inventoryReceiptRow),
});

/** Stock that was received together at one cost, and its remainder. Quantities are in the item's default unit. */
export const costLayer = z.object({
  /** `lay_...` */
  id: z.string(),
  item: stockItem,
  storageLocation: storageLocationSummary,
  lot: lotSummary.nullable(),
  ownerAccount: stockParty,
  receivedAt: z.iso.datetime(),
  /** The paper's number, for people. */
  reference: z.string().nullable(),
  quantity,
  remaining: quantity,
  /** `quantity - remaining` */
  used: quantity,
  /** Per default unit. */
  unitCost: shownPrice,
  /** Value of the remainder at cost. */
  inventoryValue: shownMoney,
});
export type CostLayer = z.output<typeof costLayer>;

/** Cost layers of an item, the oldest first, which is used up next. */
export const listCostLayers = endpoint({
  name: 'listCostLayers',
  method: 'GET',
  path: '/v1/inventory-receipts/layers',
  permission: 'inventory:read',
  summary: 'Lists the cost layers of an item.',
  query: listQuery({
    sortBy: ['receivedAt', 'remaining', 'unitCost'],
    filters: {
      itemID: filterValue(z.string()),
      storageLocationIDs: stockFilters.storageLocationIDs,
      lotIDs: stockFilters.lotIDs,
      customerIDs: stockFilters.customerIDs,
      /** Whether anything of it is left; absent: both. */
      isOpen: booleanText,
    },
  }),
  reply: listOf(costLayer),
});
