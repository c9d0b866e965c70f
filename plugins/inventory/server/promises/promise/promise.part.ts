import { definePart, implementation, service } from '@millwright/core/server';
import {
  CataloguePort,
  demandsView,
  expectedReceiptDeclarations,
  OrderedValuePort,
  ProductsForCustomer,
  promiseEvents,
  promiseProblems,
  promiseSettings,
  StockPort,
  SupplyPort,
  suppliesView,
} from '../../../contracts/index.ts';
import { CustomerProducts } from '../../catalogue/item/reference/customer-products.ts';
import { expiredLotsJob } from '../../stock/demand/closed-stock.ts';
import { Demand } from '../../stock/demand/demand.entity.ts';
import { expiredHoldsJob } from '../hold/expired-holds.ts';
import { CustomerHolding, Hold, HoldLine } from '../hold/hold.entity.ts';
import { HoldService } from '../hold/hold.service.ts';
import { expectedReceiptRoutes } from '../supply/expected-receipt.routes.ts';
import { ExpectedReceiptService } from '../supply/expected-receipt.service.ts';
import { Supply } from '../supply/supply.entity.ts';
import { SupplyService } from '../supply/supply.service.ts';
import { promiseInvariants } from './model/promise-invariants.ts';
import { promiseRoutes } from './promise.routes.ts';
import { PromiseService } from './promise.service.ts';
import { promiseReferrers } from './promise-referrers.ts';
import { StockService } from './stock/stock.service.ts';

export const promisePart = definePart({
  ...expectedReceiptDeclarations,
  settings: promiseSettings,
  problems: promiseProblems,
  events: promiseEvents,
  views: [demandsView, suppliesView],
  entities: [Demand, Hold, HoldLine, CustomerHolding, Supply],
  references: promiseReferrers,
  provides: [StockPort, SupplyPort],
  services: [
    implementation(StockPort, StockService),
    implementation(SupplyPort, SupplyService, CataloguePort),
    service(HoldService),
    service(PromiseService),
    service(ExpectedReceiptService, CataloguePort),
  ],
  routes: (services) => [
    ...promiseRoutes(services.get(PromiseService), services.get(HoldService), {
      orders: services.all(OrderedValuePort),
      customers: new CustomerProducts(services.all(ProductsForCustomer)),
    }),
    ...expectedReceiptRoutes(services.get(ExpectedReceiptService)),
  ],
  jobs: () => [expiredHoldsJob, expiredLotsJob],
  recordSources: (services) => [services.get(ExpectedReceiptService).recordSource()],
  invariants: promiseInvariants,
  samples: [
    {
      table: 'inventory.demand',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        source_type: 'sales_order',
        source_id: 'so_{label}',
        source_number: '1000-{label}',
        line_id: 'line_{label}',
        customer_id: ids('core.party'),
        quantity: '2.000000',
        reserved: '0.000000',
        allocated: '0.000000',
        priority_rank: 0,
        promised_on: '2026-02-03',
        issued_at: '2026-01-02T00:00:00.000Z',
      }),
    },
    {
      table: 'inventory.hold',
      row: (ids) => ({
        actor_id: 'user_{label}',
        actor_name: 'Person {label}',
        customer_id: ids('core.party'),
        expires_at: '2026-01-02T00:15:00.000Z',
      }),
    },
    {
      table: 'inventory.customer_holding',
      row: (ids) => ({
        customer_id: ids('core.party'),
        since: '2026-01-02T00:00:00.000Z',
        until: '2026-01-02T00:15:00.000Z',
      }),
    },
    {
      table: 'inventory.hold_line',
      row: (ids) => ({
        hold_id: ids('inventory.hold'),
        item_id: ids('inventory.item'),
        wanted: '1.000000',
        quantity: '0.000000',
        expires_at: '2026-01-02T00:15:00.000Z',
      }),
    },
    {
      table: 'inventory.supply',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        source_type: 'expected_receipt',
        source_id: 'exr_{label}',
        source_number: 'Canary {label}',
        measure: '5.000000',
        unit_id: ids('inventory.unit'),
        quantity: '5.000000',
        due_on: '2026-02-03',
        unit_cost: '0.750000',
        location_id: ids('inventory.storage_location'),
        note: 'Canary {label}',
      }),
    },
  ],
});
