import { SalesOrderPort } from '@millwright/commerce/contracts';
import { definePlugin, route } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  analyticsPermissions,
  analyzeDeliveries,
  analyzeInventoryReceipts,
  analyzeMaterials,
  analyzeNewCustomers,
  analyzeOrders,
  analyzeProductsOnOrder,
  analyzeQuarterlyOrders,
  analyzeSales,
  listFigureDocuments,
} from '../contracts/index.ts';
import { deliveriesOf } from './deliveries/deliveries.queries.ts';
import { figureDocumentsOf } from './documents/documents.queries.ts';
import { materialsOf } from './materials/materials.queries.ts';
import { inventoryReceiptsOf } from './materials/receipts.queries.ts';
import { newCustomersOf } from './sales/customers.queries.ts';
import { productsOnOrderOf } from './sales/products-on-order.queries.ts';
import { ordersOf, quarterlyOrdersOf, salesOf } from './sales/sales.queries.ts';

export default definePlugin({
  id: 'analytics',
  title: 'Analytics',
  description: 'Figures over what was sold, ordered, delivered, made and used, each with the documents behind it.',
  isDomain: true,
  permissions: analyticsPermissions,
  // It reads their views.
  consumes: { required: [CataloguePort, SalesOrderPort] },
  routes: () => [
    route(analyzeSales, (ctx, { body }) => salesOf(ctx, body)),
    route(analyzeOrders, (ctx, { body }) => ordersOf(ctx, body)),
    route(analyzeQuarterlyOrders, (ctx, { body }) => quarterlyOrdersOf(ctx, body)),
    route(analyzeNewCustomers, (ctx, { body }) => newCustomersOf(ctx, body)),
    route(analyzeProductsOnOrder, (ctx, { body }) => productsOnOrderOf(ctx, body)),
    route(analyzeDeliveries, (ctx, { body }) => deliveriesOf(ctx, body)),
    route(analyzeMaterials, (ctx, { body }) => materialsOf(ctx, body)),
    route(analyzeInventoryReceipts, (ctx, { body }) => inventoryReceiptsOf(ctx, body)),
    route(listFigureDocuments, (ctx, { body }) => figureDocumentsOf(ctx, body)),
  ],
});
