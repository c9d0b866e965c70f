import { type Route, route } from '@millwright/core/server';
import {
  consumeInventory,
  createInventoryReceipt,
  getInventoryChangeLog,
  getItemInventory,
  listInventoryChangeLogs,
  moveInventory,
  receiveInventory,
  revalueItem,
  updateItemInventory,
  voidInventoryChange,
  voidInventoryChanges,
} from '../../../contracts/index.ts';
import type { InventoryChangeService } from './change/inventory-change.service.ts';
import { inventoryChangeLogView } from './change/inventory-change-log.queries.ts';
import { itemInventoryOf } from './change/item-inventory.queries.ts';

export const stockRoutes = (changes: InventoryChangeService): Route[] => [
  route(getItemInventory, (ctx, { params, query }) => itemInventoryOf(ctx, params.itemID, query.customerID)),
  route(updateItemInventory, (ctx, { params, body }) => changes.change(ctx, params.itemID, body)),
  route(revalueItem, (ctx, { params, body }) => changes.revalue(ctx, params.itemID, body)),
  route(createInventoryReceipt, (ctx, { body }) => changes.receive(ctx, body)),
  route(receiveInventory, (ctx, { body }) => changes.receiveLines(ctx, body)),
  route(moveInventory, (ctx, { body }) => changes.move(ctx, body)),
  route(consumeInventory, (ctx, { body }) => changes.consume(ctx, body)),
  route(listInventoryChangeLogs, (ctx, { query }) => inventoryChangeLogView.find(ctx, query)),
  route(getInventoryChangeLog, (ctx, { params }) => inventoryChangeLogView.byID(ctx, params.inventoryChangeLogID)),
  route(voidInventoryChange, (ctx, { params, body }) => changes.void(ctx, params.inventoryChangeLogID, body.reason)),
  route(voidInventoryChanges, (ctx, { body }) => changes.voidAll(ctx, body.inventoryChangeLogIDs, body.reason)),
];
