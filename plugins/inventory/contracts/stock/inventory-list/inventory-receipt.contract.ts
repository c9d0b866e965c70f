import { booleanText, endpoint, filterValue, listOf, listQuery, quantity } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  stockItem,
  stockParty,
  storageLocationSummary,
} from '../../locations/storage-location/storage-location.contract.ts';
import { lotSummary } from '../lot/lot.contract.ts';
import { stockFilters } from './inventory.contract.ts';

/**
 * What is left of the receipts of an item in one place, by lot and owner (spec operations section 3). Quantities are in
 * the item's default unit.
 */
export const inventoryReceiptRow = z.object({
  /** `bal_...` */
  id: z.string(),
  item: stockItem,
  storageLocation: storageLocationSummary,
  lot: lotSummary.nullable(),
  /** Whose stock it is. */
  ownerAccount: stockParty,
  /** Who has it: the holder of the place. */
  holderAccount: stockParty,
  remainingQuantity: quantity,
  /** Average cost of one default unit over what is left. */
  weightedAverageUnitCost: z.number(),
  inventoryValue: z.number(),
  oldestReceiptAt: z.iso.datetime(),
  newestReceiptAt: z.iso.datetime(),
});
export type InventoryReceiptRow = z.output<typeof inventoryReceiptRow>;

/** Receipts with something left, by SKU. `query` finds items. */
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

/** What came in together at one cost, and what of it is still there. Quantities are in the item's default unit. */
export const costLayer = z.object({
  /** `lay_...` */
  id: z.string(),
  item: stockItem,
  storageLocation: storageLocationSummary,
  lot: lotSummary.nullable(),
  ownerAccount: stockParty,
  receivedAt: z.iso.datetime(),
  /** What it came with, as people call it. */
  reference: z.string().nullable(),
  quantity,
  remaining: quantity,
  /** `quantity - remaining` */
  used: quantity,
  /** Of one default unit. */
  unitCost: z.number(),
  /** What is left at what it cost. */
  inventoryValue: z.number(),
});
export type CostLayer = z.output<typeof costLayer>;

/** Cost layers of an item, the oldest first: the next to be used up. */
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
      /** Whether something of it is left; both where it is not said. */
      isOpen: booleanText,
    },
  }),
  reply: listOf(costLayer),
});
