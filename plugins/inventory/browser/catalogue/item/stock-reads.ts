import {
  getInventoryAnalytics,
  getItemCosts,
  getItemInventory,
  getItemPromises,
  getItemTrends,
  listCostLayers,
  listExpectedReceipts,
  listInventories,
  listInventoryChangeLogs,
  listInventoryReceipts,
  listLocationStock,
  listMaterialRequirements,
  listProductVariations,
} from '../../../contracts/index.ts';
import { itemReads } from './item-kinds.ts';

/** What is read again after stock has changed. */
export const stockReads = [
  ...itemReads,
  getInventoryAnalytics,
  getItemCosts,
  getItemInventory,
  getItemPromises,
  getItemTrends,
  listCostLayers,
  listExpectedReceipts,
  listInventories,
  listInventoryChangeLogs,
  listInventoryReceipts,
  listLocationStock,
  listMaterialRequirements,
  listProductVariations,
];
