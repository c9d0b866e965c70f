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
import { accountGroupRoutes } from './account-group/account-group.routes.ts';
import { AccountGroupService, accountGroupRecords } from './account-group/account-group.service.ts';
import { carrierRoutes } from './carrier/carrier.routes.ts';
import { CarrierService, carrierRecords } from './carrier/carrier.service.ts';
import { CarrierOptionService } from './carrier/carrier-option.service.ts';
import { customerRoutes } from './customer/customer.routes.ts';
import { CustomerService } from './customer/customer.service.ts';
import { customerDetailsEmail } from './customer/customer-email.ts';
import { customerImporter } from './customer/customer-importer.ts';
import { customerRemoval } from './customer/customer-removal.ts';
import { createDemoCustomers } from './demo/demo-customers.ts';
import { salesOrderEmails } from './emails/sales-order-emails.ts';
import { entities } from './entities.ts';
import { commerceInvariants } from './invariants.ts';
import { migrations } from './migrations/index.ts';
import { orderStatusRoutes } from './order-status/order-status.routes.ts';
import { paymentTermRoutes } from './payment-term/payment-term.routes.ts';
import { PaymentTermService, paymentTermRecords } from './payment-term/payment-term.service.ts';
import { priorityRoutes } from './priority/priority.routes.ts';
import { productLineAccessRoutes } from './product-line-access/product-line-access.routes.ts';
import { ProductLineAccessService } from './product-line-access/product-line-access.service.ts';
import { createDemoProductLineAccess } from './product-line-access/product-line-access-demo.ts';
import { RegistrationReferences } from './registration-flow/registration-references.ts';
import { OrderPromises } from './sales-order/order-promises.ts';
import { commerceNotifications, tellRepOfPortalOrder } from './sales-order/portal-order-notice.ts';
import { salesOrderRoutes } from './sales-order/sales-order.routes.ts';
import { SalesOrderService } from './sales-order/sales-order.service.ts';
import { createDemoSalesOrders } from './sales-order/sales-order-demo.ts';
import { salesOrderImporter } from './sales-order/sales-order-importer.ts';
import { SalesOrderLineService } from './sales-order/sales-order-line.service.ts';
import { SalesOrderReader } from './sales-order/sales-order-port.ts';
import { salesOrderRecords } from './sales-order/sales-order-record.ts';
import { salesOrderRemoval } from './sales-order/sales-order-removal.ts';
import { customerOfOrdersRenamed } from './sales-order/sales-order-search.ts';
import { SalesOrderStatusService } from './sales-order/sales-order-status.service.ts';
import { tellOfStockTakenBack } from './sales-order/stock-taken-back.ts';
import { commerceSamples } from './samples.ts';
import { seedAccount } from './seed-account.ts';
import { shippingTermRoutes } from './shipping-term/shipping-term.routes.ts';
import { ShippingTermService, shippingTermRecords } from './shipping-term/shipping-term.service.ts';
import { ItemSupplierService } from './supplier/item-supplier.service.ts';
import { supplierRoutes } from './supplier/supplier.routes.ts';
import { SupplierService } from './supplier/supplier.service.ts';
import { createDemoSuppliers } from './supplier/supplier-demo.ts';
import { supplierImporter } from './supplier/supplier-importer.ts';
import { SupplierMaterialService } from './supplier/supplier-material.service.ts';
import { supplierMaterialImporter } from './supplier/supplier-material-importer.ts';
import { supplierRemoval } from './supplier/supplier-removal.ts';
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
    customerImporter({ groups: services.get(AccountGroupService) }),
    salesOrderImporter(services.get(CataloguePort), services.get(OrderPromises)),
    supplierImporter(),
    supplierMaterialImporter(services.get(CataloguePort)),
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
