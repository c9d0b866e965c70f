import { accountSettings, type Route, route, updateAccountSettings } from '@millwright/core/server';
import {
  correctReceivingCost,
  createReceivingOrder,
  getPurchasingSettings,
  getReceivingOrder,
  listReceivingOrders,
  purchasingSettings,
  receiveReceivingOrder,
  receiveReceivingOrderLine,
  stockReceivingOrder,
  updatePurchasingSettings,
  updateReceivingOrder,
  updateReceivingOrderLine,
  voidReceivingOrder,
  voidReceivingOrderLine,
} from '../../../contracts/index.ts';
import type { ReceivingOrderService } from './receiving-order.service.ts';
import { receivingOrderView } from './receiving-order-list.queries.ts';

export const receivingOrderRoutes = (orders: ReceivingOrderService): Route[] => [
  route(getPurchasingSettings, (ctx) => accountSettings(ctx, 'commerce', purchasingSettings)),
  route(updatePurchasingSettings, (ctx, { body }) => updateAccountSettings(ctx, 'commerce', purchasingSettings, body)),
  route(listReceivingOrders, (ctx, { query }) => receivingOrderView.find(ctx, query)),
  route(createReceivingOrder, (ctx, { body }) => orders.create(ctx, body)),
  route(getReceivingOrder, (ctx, { params }) => orders.byID(ctx, params.receivingOrderID)),
  route(updateReceivingOrder, (ctx, { params, body }) => orders.update(ctx, params.receivingOrderID, body)),
  route(receiveReceivingOrder, (ctx, { params, body }) => orders.receive(ctx, params.receivingOrderID, body)),
  route(stockReceivingOrder, (ctx, { params, body }) => orders.stock(ctx, params.receivingOrderID, body)),
  route(voidReceivingOrder, (ctx, { params, body }) => orders.void(ctx, params.receivingOrderID, body)),
  route(correctReceivingCost, (ctx, { params, body }) => orders.correctCost(ctx, params.receivingOrderID, body)),
  route(updateReceivingOrderLine, (ctx, { params, body }) =>
    orders.updateLine(ctx, params.receivingOrderID, params.lineID, body),
  ),
  route(receiveReceivingOrderLine, (ctx, { params, body }) =>
    orders.receiveLine(ctx, params.receivingOrderID, params.lineID, body),
  ),
  route(voidReceivingOrderLine, (ctx, { params, body }) =>
    orders.voidLine(ctx, params.receivingOrderID, params.lineID, body),
  ),
];
