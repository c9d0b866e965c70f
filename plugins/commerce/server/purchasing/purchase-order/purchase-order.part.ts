import { bulkWork, contribution, definePart, on, service } from '@millwright/core/server';
import { CataloguePort, ItemUsePort, SupplyPort } from '@millwright/inventory/contracts';
import {
  purchaseOrderDeclarations,
  purchaseOrderEvents,
  purchaseOrderProblems,
  supplierChanged,
} from '../../../contracts/index.ts';
import { purchaseOrderImporter } from './import/purchase-order-importer.ts';
import { PurchaseOrderLine } from './lines/purchase-order-line.entity.ts';
import { PurchaseOrderLineService } from './lines/purchase-order-line.service.ts';
import { purchaseOrderLineRecords } from './lines/purchase-order-line-records.ts';
import { supplierOfOrdersChanged } from './list/purchase-order-search.ts';
import { purchaseOrderEmails } from './papers/purchase-order-emails.ts';
import { PurchaseOrder } from './purchase-order.entity.ts';
import { purchaseOrderRoutes } from './purchase-order.routes.ts';
import { PurchaseOrderService } from './purchase-order.service.ts';
import { createDemoPurchaseOrders } from './record/purchase-order-demo.ts';
import { purchaseOrderInvariants } from './record/purchase-order-invariants.ts';
import { PurchasesOfItem } from './record/purchase-order-item-use.ts';
import { purchaseOrderRecords } from './record/purchase-order-record.ts';
import { purchaseOrderReferrers } from './record/purchase-order-referrers.ts';
import { purchaseOrderSamples } from './record/purchase-order-samples.ts';
import { OrderSupply } from './status/order-supply.ts';
import { purchaseOrderRemoval } from './status/purchase-order-removal.ts';
import { PurchaseOrderStatusService } from './status/purchase-order-status.service.ts';

export const purchaseOrderPart = definePart({
  problems: purchaseOrderProblems,
  ...purchaseOrderDeclarations,
  events: purchaseOrderEvents,
  entities: [PurchaseOrder, PurchaseOrderLine],
  references: purchaseOrderReferrers,
  consumes: { required: [SupplyPort] },
  services: [
    service(OrderSupply, SupplyPort),
    service(PurchaseOrderService, CataloguePort, OrderSupply),
    service(PurchaseOrderLineService, CataloguePort, OrderSupply),
    service(PurchaseOrderStatusService, OrderSupply),
  ],
  contributes: () => [contribution(ItemUsePort, new PurchasesOfItem())],
  routes: (services) =>
    purchaseOrderRoutes(
      services.get(PurchaseOrderService),
      services.get(PurchaseOrderLineService),
      services.get(PurchaseOrderStatusService),
    ),
  subscriptions: () => [on(supplierChanged, 'commerce.rename-supplier-on-orders', supplierOfOrdersChanged)],
  recordSources: (services) => [purchaseOrderRecords, purchaseOrderLineRecords(services.get(PurchaseOrderLineService))],
  emails: purchaseOrderEmails,
  slots: ['commerce.purchase-order.panels'],
  numbering: [{ kind: 'purchase_order', label: 'Purchase orders', first: 1000 }],
  changeSets: (services) => [
    bulkWork(purchaseOrderRemoval),
    bulkWork(services.get(PurchaseOrderStatusService).statusChange),
    bulkWork(services.get(PurchaseOrderStatusService).edit),
  ],
  imports: (services) => [purchaseOrderImporter(services.get(CataloguePort), services.get(OrderSupply))],
  invariants: purchaseOrderInvariants,
  demo: (ctx, random, services) =>
    createDemoPurchaseOrders(ctx, random, {
      catalogue: services.get(CataloguePort),
      supply: services.get(OrderSupply),
    }),
  samples: purchaseOrderSamples,
});
