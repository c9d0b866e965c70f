import { enabledOf, portFor, type Route, route } from '@millwright/core/server';
import {
  getClosingEffects,
  getInventoryAnalytics,
  getItemCosts,
  getItemTrends,
  type ItemMakingPort,
  type ItemSupplierPort,
  listCostLayers,
  listInventories,
  listInventoryReceipts,
  listLocationStock,
  listMaterialRequirements,
} from '../../../contracts/index.ts';
import { findClosingEffects } from '../demand/closed-stock.ts';
import { inventoryView } from './inventory.queries.ts';
import { inventoryAnalyticsOf } from './inventory-analytics.queries.ts';
import { costLayerView, inventoryReceiptView } from './inventory-receipt.queries.ts';
import { itemCostsOf, itemTrendsOf } from './item-figures.queries.ts';
import { findLocationStock } from './location-stock.queries.ts';
import { findMaterialRequirements } from './needs/material-requirement.queries.ts';

/** Reading endpoints of stock; the changing endpoints are in `stock/`. */
export const inventoryListRoutes = (
  suppliers: ItemSupplierPort | undefined,
  makers: readonly ItemMakingPort[],
): Route[] => [
  route(listLocationStock, (ctx, { params, query }) => findLocationStock(ctx, params.locationID, query)),
  route(getClosingEffects, (ctx, { params }) => findClosingEffects(ctx, params.locationID)),
  route(listInventories, (ctx, { query }) => inventoryView.find(ctx, query)),
  route(listInventoryReceipts, (ctx, { query }) => inventoryReceiptView.find(ctx, query)),
  route(listCostLayers, (ctx, { query }) => costLayerView.find(ctx, query)),
  route(getItemCosts, (ctx, { params }) => itemCostsOf(ctx, params.itemID, enabledOf(ctx, makers))),
  route(getItemTrends, (ctx, { params, query }) => itemTrendsOf(ctx, params.itemID, query.type)),
  route(listMaterialRequirements, (ctx, { query }) => findMaterialRequirements(ctx, query, portFor(ctx, suppliers))),
  route(getInventoryAnalytics, (ctx, { query }) => inventoryAnalyticsOf(ctx, query)),
];
