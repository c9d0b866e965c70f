import { type Route, route } from '@millwright/core/server';
import {
  bulkChangeSalesOrderStatus,
  bulkDeleteSalesOrders,
  bulkEditSalesOrders,
  changeSalesOrderStatus,
  createSalesOrder,
  createSalesOrderLine,
  deleteSalesOrder,
  deleteSalesOrderLine,
  getSalesOrder,
  getSalesOrderSummary,
  listFrequentlyOrderedProducts,
  listSalesOrderStatuses,
  listSalesOrders,
  offerSalesOrder,
  previewBulkChangeSalesOrderStatus,
  previewBulkEditSalesOrders,
  repriceSalesOrder,
  salesOrderStates,
  updateSalesOrder,
  updateSalesOrderLine,
} from '../../../contracts/index.ts';
import type { SalesOrderLineService } from './lines/sales-order-line.service.ts';
import { findFrequentlyOrderedProducts } from './list/frequently-ordered-product.queries.ts';
import { salesOrderView } from './list/sales-order-list.queries.ts';
import { salesOrderSummaryOf } from './list/sales-order-summary.queries.ts';
import { salesOrderByID } from './sales-order.queries.ts';
import type { SalesOrderService } from './sales-order.service.ts';
import type { SalesOrderStatusService } from './status/sales-order-status.service.ts';

const statuses = salesOrderStates.codes.map((code) => ({ code, name: salesOrderStates.names[code] }));

/** Fixed paths come before paths with a parameter in the same place. */
export const salesOrderRoutes = (
  orders: SalesOrderService,
  lines: SalesOrderLineService,
  states: SalesOrderStatusService,
): Route[] => [
  route(listSalesOrderStatuses, async () => ({ items: statuses, count: statuses.length })),
  route(getSalesOrderSummary, (ctx) => salesOrderSummaryOf(ctx)),
  route(bulkDeleteSalesOrders, (ctx, { body }) => states.removeMany(ctx, body)),
  route(bulkChangeSalesOrderStatus, (ctx, { body: { statusChange, ...selection } }) =>
    states.changeMany(ctx, selection, statusChange),
  ),
  route(previewBulkChangeSalesOrderStatus, (ctx, { body: { statusChange, ...selection } }) =>
    states.previewChangeMany(ctx, selection, statusChange),
  ),
  route(bulkEditSalesOrders, (ctx, { body: { changes, ...selection } }) => states.editMany(ctx, selection, changes)),
  route(previewBulkEditSalesOrders, (ctx, { body: { changes, ...selection } }) =>
    states.previewEditMany(ctx, selection, changes),
  ),
  route(listSalesOrders, (ctx, { query }) => salesOrderView.find(ctx, query)),
  route(createSalesOrder, (ctx, { body }) => orders.create(ctx, body)),
  route(getSalesOrder, (ctx, { params }) => salesOrderByID(ctx, params.orderID)),
  route(updateSalesOrder, (ctx, { params, body }) => orders.update(ctx, params.orderID, body)),
  route(deleteSalesOrder, (ctx, { params }) => orders.remove(ctx, params.orderID)),
  route(changeSalesOrderStatus, (ctx, { params, body }) => states.change(ctx, params.orderID, body)),
  route(offerSalesOrder, (ctx, { params, body }) => orders.offer(ctx, params.orderID, body.version)),
  route(repriceSalesOrder, (ctx, { params, body }) => orders.reprice(ctx, params.orderID, body.version)),
  route(createSalesOrderLine, (ctx, { params, body }) => lines.add(ctx, params.orderID, body)),
  route(updateSalesOrderLine, (ctx, { params, body }) =>
    lines.update(ctx, params.orderID, params.salesOrderLineID, body),
  ),
  route(deleteSalesOrderLine, (ctx, { params }) => lines.remove(ctx, params.orderID, params.salesOrderLineID)),
  route(listFrequentlyOrderedProducts, (ctx, { params, query }) =>
    findFrequentlyOrderedProducts(ctx, params.customerID, query),
  ),
];
