import { type Route, route, updateAccountSettings } from '@millwright/core/server';
import {
  deleteInventoryHold,
  getInventoryHold,
  getItemPromises,
  getPromiseSettings,
  type OrderedValuePort,
  promiseItems,
  promiseSettings,
  putInventoryHold,
  updatePromiseSettings,
} from '../../../contracts/index.ts';
import type { CustomerProducts } from '../../catalogue/item/reference/customer-products.ts';
import type { HoldService } from '../hold/hold.service.ts';
import type { PromiseService } from './promise.service.ts';
import { promiseSettingsOf } from './promise-settings.ts';

export const promiseRoutes = (
  promises: PromiseService,
  holds: HoldService,
  { orders, customers }: { orders: readonly OrderedValuePort[]; customers: CustomerProducts },
): Route[] => [
  route(promiseItems, async (ctx, { body }) => promises.promise(ctx, body, await customers.openTo(ctx))),
  route(getItemPromises, (ctx, { params, query }) => promises.ledger(ctx, params.itemID, query.quantity)),
  route(putInventoryHold, (ctx, { params, body }) => holds.put(ctx, params.holdID, body, { orders, customers })),
  route(getInventoryHold, (ctx, { params }) => holds.get(ctx, params.holdID)),
  route(getPromiseSettings, promiseSettingsOf),
  route(updatePromiseSettings, (ctx, { body }) => updateAccountSettings(ctx, 'inventory', promiseSettings, body)),
  route(deleteInventoryHold, (ctx, { params }) => holds.remove(ctx, params.holdID)),
];
