import { type Route, route } from '@millwright/core/server';
import {
  deleteInventoryHold,
  getInventoryHold,
  getItemPromises,
  promiseItems,
  putInventoryHold,
} from '../../../contracts/index.ts';
import type { HoldService } from '../hold/hold.service.ts';
import type { PromiseService } from './promise.service.ts';

export const promiseRoutes = (promises: PromiseService, holds: HoldService): Route[] => [
  route(promiseItems, (ctx, { body }) => promises.promise(ctx, body)),
  route(getItemPromises, (ctx, { params, query }) => promises.ledger(ctx, params.itemID, query.quantity)),
  route(putInventoryHold, (ctx, { params, body }) => holds.put(ctx, params.holdID, body)),
  route(getInventoryHold, (ctx, { params }) => holds.get(ctx, params.holdID)),
  route(deleteInventoryHold, (ctx, { params }) => holds.remove(ctx, params.holdID)),
];
