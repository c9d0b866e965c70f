import { fileAdded } from '@millwright/core/contracts';
import { bulkWork, contribution, definePart, implementation, on, service } from '@millwright/core/server';
import {
  CataloguePort,
  ItemUsePort,
  OrderedValuePort,
  ProductsForCustomer,
  StockPort,
  stockShort,
} from '@millwright/inventory/contracts';
import {
  customerRenamed,
  SalesOrderPort,
  salesOrderDeclarations,
  salesOrderEvents,
  salesOrderLinesView,
  salesOrderProblems,
  salesOrderReceived,
  salesOrderRunsView,
  salesOrdersView,
} from '../../../contracts/index.ts';
import { priceRuleRoutes } from '../../pricing/price/price-rules.routes.ts';
import { salesOrderEmails } from '../emails/sales-order-emails.ts';
import { expiredStockPromised } from '../forbidden/expired-stock-state.ts';
import { endedProductOrdered, heldOrderGrows, unpaidOrderGrows } from '../forbidden/growing-order-states.ts';
import { offeredPriceMoves, unseenOfferTaken } from '../forbidden/offer-states.ts';
import { OrdersOfItem } from '../item-where-used.ts';
import { salesOrderImporter } from './import/sales-order-importer.ts';
import { SalesOrderLine } from './lines/sales-order-line.entity.ts';
import { SalesOrderLineService } from './lines/sales-order-line.service.ts';
import { salesOrderLineRecords } from './lines/sales-order-line-records.ts';
import { customerOfOrdersRenamed } from './list/sales-order-search.ts';
import { LargestOrder } from './portal/largest-order.ts';
import { OwnProducts } from './portal/own-products.ts';
import { commerceNotifications, tellOfCustomerFile, tellOfPortalOrder } from './portal/portal-order-notice.ts';
import { createDemoSalesOrders } from './record/sales-order-demo.ts';
import { salesOrderInvariants } from './record/sales-order-invariants.ts';
import { orderConfirmed } from './record/sales-order-mail.ts';
import { SalesOrderReader } from './record/sales-order-port.ts';
import { salesOrderRecords } from './record/sales-order-record.ts';
import { salesOrderReferrers } from './record/sales-order-referrers.ts';
import { SalesOrderRun } from './record/sales-order-run.entity.ts';
import { salesOrderSamples } from './record/sales-order-samples.ts';
import { SalesOrder } from './sales-order.entity.ts';
import { salesOrderRoutes } from './sales-order.routes.ts';
import { SalesOrderService } from './sales-order.service.ts';
import { OrderPromises } from './status/order-promises.ts';
import { salesOrderRemoval } from './status/sales-order-removal.ts';
import { SalesOrderStatusService } from './status/sales-order-status.service.ts';
import { tellOfStockTakenBack } from './status/stock-taken-back.ts';

export const salesOrderPart = definePart({
  ...salesOrderDeclarations,
  problems: salesOrderProblems,
  events: salesOrderEvents,
  views: [salesOrdersView, salesOrderLinesView, salesOrderRunsView],
  entities: [SalesOrder, SalesOrderLine, SalesOrderRun],
  references: salesOrderReferrers,
  provides: [SalesOrderPort],
  services: [
    implementation(SalesOrderPort, SalesOrderReader),
    service(OrderPromises, StockPort),
    service(SalesOrderService, CataloguePort, OrderPromises),
    service(SalesOrderLineService, CataloguePort, OrderPromises),
    service(SalesOrderStatusService, OrderPromises),
  ],
  contributes: (services) => [
    contribution(ItemUsePort, new OrdersOfItem()),
    contribution(OrderedValuePort, new LargestOrder()),
    contribution(ProductsForCustomer, new OwnProducts(services.get(CataloguePort))),
  ],
  routes: (services) => [
    ...salesOrderRoutes(
      services.get(SalesOrderService),
      services.get(SalesOrderLineService),
      services.get(SalesOrderStatusService),
    ),
    ...priceRuleRoutes(),
  ],
  subscriptions: () => [
    on(customerRenamed, 'commerce.rename-customer-on-orders', customerOfOrdersRenamed),
    on(salesOrderReceived, 'commerce.tell-rep-of-portal-order', tellOfPortalOrder),
    on(fileAdded, 'commerce.tell-of-customer-file', tellOfCustomerFile),
    on(stockShort, 'commerce.tell-of-stock-taken-back', tellOfStockTakenBack),
  ],
  recordSources: (services) => [salesOrderRecords, salesOrderLineRecords(services.get(SalesOrderLineService))],
  notifications: [...commerceNotifications, orderConfirmed],
  emails: salesOrderEmails,
  slots: ['commerce.sales-order.panels'],
  fills: ['dashboard.cards'],
  numbering: [{ kind: 'order', label: 'Orders', first: 1000 }],
  changeSets: (services) => [
    bulkWork(salesOrderRemoval),
    bulkWork(services.get(SalesOrderStatusService).statusChange),
    bulkWork(services.get(SalesOrderStatusService).edit),
  ],
  imports: (services) => [salesOrderImporter(services.get(CataloguePort), services.get(OrderPromises))],
  invariants: salesOrderInvariants,
  demo: (ctx, random, services) =>
    createDemoSalesOrders(ctx, random, {
      catalogue: services.get(CataloguePort),
      promises: services.get(OrderPromises),
    }),
  forbids: [
    heldOrderGrows,
    unpaidOrderGrows,
    endedProductOrdered,
    unseenOfferTaken,
    offeredPriceMoves,
    expiredStockPromised,
  ],
  samples: salesOrderSamples,
});
