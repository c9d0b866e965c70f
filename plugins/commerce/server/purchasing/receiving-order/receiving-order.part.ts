import { definePart, on, type Reference, service } from '@millwright/core/server';
import { CataloguePort, StockPort, SupplyPort } from '@millwright/inventory/contracts';
import {
  purchasingSettings,
  receivingOrderDeclarations,
  receivingOrderEvents,
  receivingOrderProblems,
  supplierChanged,
} from '../../../contracts/index.ts';
import { PurchaseOrderLineService } from '../purchase-order/lines/purchase-order-line.service.ts';
import { PurchaseOrderService } from '../purchase-order/purchase-order.service.ts';
import { OrderSupply } from '../purchase-order/status/order-supply.ts';
import { ReceivingOrder, ReceivingOrderLine } from './receiving-order.entity.ts';
import { receivingOrderRoutes } from './receiving-order.routes.ts';
import { ReceivingOrderService } from './receiving-order.service.ts';
import { createDemoReceiving } from './record/receiving-order-demo.ts';
import { receivingOrderInvariants } from './record/receiving-order-invariants.ts';
import { receivingOrderRecords } from './record/receiving-order-record.ts';
import { receivingOrderSamples } from './record/receiving-order-samples.ts';
import { supplierOfReceivingChanged } from './record/receiving-order-search.ts';

const what = ['receiving order', 'receiving orders'] as const;

const line: Omit<Reference, 'to' | 'column'> = {
  what,
  table: 'commerce.receiving_order_line',
  once: 'receiving_order_id',
  label: `(select receiving.number from commerce.receiving_order receiving
    where receiving.account_id = {account} and receiving.id = referrer.receiving_order_id)`,
  where: `exists (select from commerce.receiving_order receiving where receiving.account_id = {account}
    and receiving.id = referrer.receiving_order_id and receiving.deleted_at is null)`,
};

export const receivingOrderPart = definePart({
  problems: receivingOrderProblems,
  ...receivingOrderDeclarations,
  events: receivingOrderEvents,
  settings: purchasingSettings,
  entities: [ReceivingOrder, ReceivingOrderLine],
  references: [
    { to: 'supplier', what, table: 'commerce.receiving_order', column: 'supplier_id', label: 'referrer.number' },
    { ...line, to: 'item', column: 'item_id' },
    { ...line, to: 'unit', column: 'unit_id', item: 'item_id' },
  ],
  services: [
    service(
      ReceivingOrderService,
      CataloguePort,
      StockPort,
      SupplyPort,
      PurchaseOrderService,
      PurchaseOrderLineService,
      OrderSupply,
    ),
  ],
  routes: (services) => receivingOrderRoutes(services.get(ReceivingOrderService)),
  subscriptions: () => [
    on(supplierChanged, 'commerce.rename-supplier-on-receiving-orders', supplierOfReceivingChanged),
  ],
  recordSources: () => [receivingOrderRecords],
  numbering: [{ kind: 'receiving_order', label: 'Receiving orders', first: 1000 }],
  invariants: receivingOrderInvariants,
  demo: (ctx, random, services) => createDemoReceiving(ctx, random, services.get(ReceivingOrderService)),
  samples: receivingOrderSamples,
});
