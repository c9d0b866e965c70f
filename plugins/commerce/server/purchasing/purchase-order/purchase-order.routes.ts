import { outsideRoute, type Route, route } from '@millwright/core/server';
import {
  bulkChangePurchaseOrderStatus,
  bulkDeletePurchaseOrders,
  bulkEditPurchaseOrders,
  changePurchaseOrderStatus,
  createPurchaseOrder,
  createPurchaseOrderLine,
  deletePurchaseOrder,
  deletePurchaseOrderLine,
  getPurchaseOrder,
  getPurchaseOrderPDF,
  listExpectedPurchases,
  listPurchaseOrderStatuses,
  listPurchaseOrders,
  previewBulkChangePurchaseOrderStatus,
  previewBulkEditPurchaseOrders,
  purchaseOrderStates,
  updatePurchaseOrder,
  updatePurchaseOrderLine,
} from '../../../contracts/index.ts';
import type { PurchaseOrderLineService } from './lines/purchase-order-line.service.ts';
import { expectedPurchaseView } from './list/expected-purchase.queries.ts';
import { purchaseOrderView } from './list/purchase-order-list.queries.ts';
import { purchaseOrderPDF } from './papers/purchase-order-pdf.ts';
import { purchaseOrderByID } from './purchase-order.queries.ts';
import type { PurchaseOrderService } from './purchase-order.service.ts';
import type { PurchaseOrderStatusService } from './status/purchase-order-status.service.ts';

const statuses = purchaseOrderStates.codes.map((code) => ({ code, name: purchaseOrderStates.names[code] }));

/** Fixed paths come before those with a parameter in the same position. */
export const purchaseOrderRoutes = (
  orders: PurchaseOrderService,
  lines: PurchaseOrderLineService,
  states: PurchaseOrderStatusService,
): Route[] => [
  route(listPurchaseOrderStatuses, async () => ({ items: statuses, count: statuses.length })),
  route(listExpectedPurchases, (ctx, { query }) => expectedPurchaseView.find(ctx, query)),
  route(bulkDeletePurchaseOrders, (ctx, { body }) => states.removeMany(ctx, body)),
  route(bulkChangePurchaseOrderStatus, (ctx, { body: { statusChange, ...selection } }) =>
    states.changeMany(ctx, selection, statusChange),
  ),
  route(previewBulkChangePurchaseOrderStatus, (ctx, { body: { statusChange, ...selection } }) =>
    states.previewChangeMany(ctx, selection, statusChange),
  ),
  route(bulkEditPurchaseOrders, (ctx, { body: { changes, ...selection } }) => states.editMany(ctx, selection, changes)),
  route(previewBulkEditPurchaseOrders, (ctx, { body: { changes, ...selection } }) =>
    states.previewEditMany(ctx, selection, changes),
  ),
  route(listPurchaseOrders, (ctx, { query }) => purchaseOrderView.find(ctx, query)),
  route(createPurchaseOrder, (ctx, { body }) => orders.create(ctx, body)),
  route(getPurchaseOrder, (ctx, { params }) => purchaseOrderByID(ctx, params.orderID)),
  outsideRoute(getPurchaseOrderPDF, (ctx, { params }) => purchaseOrderPDF(ctx, params.orderID)),
  route(updatePurchaseOrder, (ctx, { params, body }) => orders.update(ctx, params.orderID, body)),
  route(deletePurchaseOrder, (ctx, { params }) => orders.remove(ctx, params.orderID)),
  route(changePurchaseOrderStatus, (ctx, { params, body }) => states.change(ctx, params.orderID, body)),
  route(createPurchaseOrderLine, (ctx, { params, body }) => lines.add(ctx, params.orderID, body)),
  route(updatePurchaseOrderLine, (ctx, { params, body }) => lines.update(ctx, params.orderID, params.lineID, body)),
  route(deletePurchaseOrderLine, (ctx, { params }) => lines.remove(ctx, params.orderID, params.lineID)),
];
