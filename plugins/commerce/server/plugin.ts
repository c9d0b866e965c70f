import { RegistrationDefaultsPort } from '@millwright/core/contracts';
import { bulkWork, definePlugin, on } from '@millwright/core/server';
import {
  CataloguePort,
  ItemSupplierPort,
  ProductUsagePort,
  StockPort,
  stockShort,
} from '@millwright/inventory/contracts';
import {
  commerceEvents,
  commercePermissions,
  commerceProblems,
  commerceRecords,
  commerceScreens,
  commerceViews,
  commerceWidgets,
  customerRenamed,
  SalesOrderPort,
  salesOrderReceived,
} from '../contracts/index.ts';
import { entities } from './entities.ts';
import { commerceInvariants } from './invariants.ts';
import { migrations } from './migrations/index.ts';
import { accountGroupRoutes } from './parties/account-group/account-group.routes.ts';
import { AccountGroupService, accountGroupRecords } from './parties/account-group/account-group.service.ts';
import { customerRoutes } from './parties/customer/customer.routes.ts';
import { CustomerService } from './parties/customer/customer.service.ts';
import { customerDetailsEmail } from './parties/customer/customer-email.ts';
import { customerRemoval } from './parties/customer/customer-removal.ts';
import { customerImporter } from './parties/customer/import/customer-importer.ts';
import { createDemoCustomers } from './parties/demo/demo-customers.ts';
import { supplierImporter } from './parties/supplier/import/supplier-importer.ts';
import { supplierMaterialImporter } from './parties/supplier/import/supplier-material-importer.ts';
import { ItemSupplierService } from './parties/supplier/item-supplier.service.ts';
import { SupplierMaterialService } from './parties/supplier/material/supplier-material.service.ts';
import { supplierRoutes } from './parties/supplier/supplier.routes.ts';
import { SupplierService } from './parties/supplier/supplier.service.ts';
import { createDemoSuppliers } from './parties/supplier/supplier-demo.ts';
import { supplierRemoval } from './parties/supplier/supplier-removal.ts';
import { productLineAccessRoutes } from './portal/product-line-access/product-line-access.routes.ts';
import { ProductLineAccessService } from './portal/product-line-access/product-line-access.service.ts';
import { createDemoProductLineAccess } from './portal/product-line-access/product-line-access-demo.ts';
import { RegistrationReferences } from './portal/registration-flow/registration-references.ts';
import { salesOrderEmails } from './sales/emails/sales-order-emails.ts';
import { orderStatusRoutes } from './sales/order-status/order-status.routes.ts';
import { salesOrderImporter } from './sales/sales-order/import/sales-order-importer.ts';
import { SalesOrderLineService } from './sales/sales-order/lines/sales-order-line.service.ts';
import { commerceNotifications, tellRepOfPortalOrder } from './sales/sales-order/portal/portal-order-notice.ts';
import { salesOrderRoutes } from './sales/sales-order/sales-order.routes.ts';
import { SalesOrderService } from './sales/sales-order/sales-order.service.ts';
import { createDemoSalesOrders } from './sales/sales-order/sales-order-demo.ts';
import { SalesOrderReader } from './sales/sales-order/sales-order-port.ts';
import { salesOrderRecords } from './sales/sales-order/sales-order-record.ts';
import { salesOrderRemoval } from './sales/sales-order/sales-order-removal.ts';
import { customerOfOrdersRenamed } from './sales/sales-order/sales-order-search.ts';
import { OrderPromises } from './sales/sales-order/status/order-promises.ts';
import { SalesOrderStatusService } from './sales/sales-order/status/sales-order-status.service.ts';
import { tellOfStockTakenBack } from './sales/sales-order/status/stock-taken-back.ts';
import { commerceSamples } from './samples.ts';
import { seedAccount } from './seed-account.ts';
import { carrierRoutes } from './terms/carrier/carrier.routes.ts';
import { CarrierService, carrierRecords } from './terms/carrier/carrier.service.ts';
import { CarrierOptionService } from './terms/carrier/carrier-option.service.ts';
import { NewTerms } from './terms/new-terms.ts';
import { paymentTermRoutes } from './terms/payment-term/payment-term.routes.ts';
import { PaymentTermService, paymentTermRecords } from './terms/payment-term/payment-term.service.ts';
import { priorityRoutes } from './terms/priority/priority.routes.ts';
import { shippingTermRoutes } from './terms/shipping-term/shipping-term.routes.ts';
import { ShippingTermService, shippingTermRecords } from './terms/shipping-term/shipping-term.service.ts';
import { termImports } from './terms/terms-import.ts';
import { ProductUsageService } from './usage/product-usage.service.ts';

export default definePlugin({
  id: 'commerce',
  title: 'Commerce',
  description: 'Customers, their terms and groups, suppliers, carriers and sales orders.',
  permissions: commercePermissions,
  problems: commerceProblems,
  entities,
  migrations,
  provides: [ProductUsagePort, SalesOrderPort, ItemSupplierPort, RegistrationDefaultsPort],
  consumes: { required: [CataloguePort, StockPort] },
  bind(container) {
    container.bind(ProductUsagePort).toResolvedValue(() => new ProductUsageService());
    container.bind(SalesOrderPort).toResolvedValue(() => new SalesOrderReader());
    container.bind(ItemSupplierPort).toResolvedValue(() => new ItemSupplierService());
    container.bind(RegistrationDefaultsPort).toResolvedValue(() => new RegistrationReferences());
    container.bind(AccountGroupService).toResolvedValue(() => new AccountGroupService());
    container.bind(CarrierService).toResolvedValue(() => new CarrierService());
    container.bind(CarrierOptionService).toResolvedValue(() => new CarrierOptionService());
    container.bind(PaymentTermService).toResolvedValue(() => new PaymentTermService());
    container.bind(ShippingTermService).toResolvedValue(() => new ShippingTermService());
    container
      .bind(NewTerms)
      .toResolvedValue(
        (carriers, paymentTerms, shippingTerms) => new NewTerms(carriers, paymentTerms, shippingTerms),
        [CarrierService, PaymentTermService, ShippingTermService],
      );
    container.bind(OrderPromises).toResolvedValue((stock) => new OrderPromises(stock), [StockPort]);
    container
      .bind(SalesOrderService)
      .toResolvedValue(
        (catalogue, promises) => new SalesOrderService(catalogue, promises),
        [CataloguePort, OrderPromises],
      );
    container
      .bind(SalesOrderLineService)
      .toResolvedValue(
        (catalogue, promises) => new SalesOrderLineService(catalogue, promises),
        [CataloguePort, OrderPromises],
      );
    container
      .bind(SalesOrderStatusService)
      .toResolvedValue((promises) => new SalesOrderStatusService(promises), [OrderPromises]);
    container.bind(SupplierService).toResolvedValue(() => new SupplierService());
    container
      .bind(SupplierMaterialService)
      .toResolvedValue((catalogue) => new SupplierMaterialService(catalogue), [CataloguePort]);
    container.bind(CustomerService).toResolvedValue(() => new CustomerService());
    container
      .bind(ProductLineAccessService)
      .toResolvedValue((catalogue) => new ProductLineAccessService(catalogue), [CataloguePort]);
  },
  routes: (services) => [
    ...accountGroupRoutes(services.get(AccountGroupService)),
    ...carrierRoutes(services.get(CarrierService), services.get(CarrierOptionService)),
    ...paymentTermRoutes(services.get(PaymentTermService)),
    ...shippingTermRoutes(services.get(ShippingTermService)),
    ...priorityRoutes(),
    ...customerRoutes(services.get(CustomerService)),
    ...salesOrderRoutes(
      services.get(SalesOrderService),
      services.get(SalesOrderLineService),
      services.get(SalesOrderStatusService),
    ),
    ...productLineAccessRoutes(services.get(ProductLineAccessService)),
    ...orderStatusRoutes(),
    ...supplierRoutes(services.get(SupplierService), services.get(SupplierMaterialService)),
  ],
  events: commerceEvents,
  subscriptions: () => [
    on(customerRenamed, 'commerce.rename-customer-on-orders', customerOfOrdersRenamed),
    on(salesOrderReceived, 'commerce.tell-rep-of-portal-order', tellRepOfPortalOrder),
    on(stockShort, 'commerce.tell-of-stock-taken-back', tellOfStockTakenBack),
  ],
  notifications: commerceNotifications,
  emails: [customerDetailsEmail, ...salesOrderEmails],
  views: commerceViews,
  screens: commerceScreens,
  widgets: commerceWidgets,
  slots: ['commerce.customer.panels', 'commerce.sales-order.panels'],
  fills: ['dashboard.cards', 'registration-flow.defaults', 'inventory.item.panels'],
  records: commerceRecords,
  recordSources: (services) => [
    services.get(CustomerService).recordSource(),
    services.get(SupplierService).recordSource(),
    services.get(SupplierMaterialService).recordSource(),
    salesOrderRecords,
    accountGroupRecords,
    carrierRecords,
    paymentTermRecords,
    shippingTermRecords,
  ],
  numbering: [
    { kind: 'customer', label: 'Customers', first: 1000 },
    { kind: 'order', label: 'Orders', first: 1000 },
    { kind: 'supplier', label: 'Suppliers', first: 1000 },
  ],
  changeSets: (services) => [
    bulkWork(customerRemoval),
    bulkWork(supplierRemoval),
    bulkWork(salesOrderRemoval),
    bulkWork(services.get(SalesOrderStatusService).statusChange),
  ],
  imports: (services) => [
    customerImporter({ groups: services.get(AccountGroupService), terms: services.get(NewTerms) }),
    salesOrderImporter(services.get(CataloguePort), services.get(OrderPromises), services.get(NewTerms)),
    supplierImporter(services.get(NewTerms)),
    supplierMaterialImporter(services.get(CataloguePort)),
    ...termImports(),
  ],
  invariants: commerceInvariants,
  samples: commerceSamples,
  account: { onEnable: (ctx) => seedAccount(ctx) },
  async demo(ctx, random, services) {
    await createDemoCustomers(ctx, random, { groups: services.get(AccountGroupService) });
    await createDemoSalesOrders(ctx, random, {
      catalogue: services.get(CataloguePort),
      promises: services.get(OrderPromises),
    });
    await createDemoProductLineAccess(ctx, {
      access: services.get(ProductLineAccessService),
      groups: services.get(AccountGroupService),
    });
    await createDemoSuppliers(ctx, random, services.get(CataloguePort));
  },
});
