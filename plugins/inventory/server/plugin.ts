import { bulkWork, definePlugin, Imports } from '@millwright/core/server';
import {
  CataloguePort,
  inventoryEvents,
  inventoryPermissions,
  inventoryProblems,
  inventoryRecords,
  inventoryScreens,
  itemsView,
  ProductUsagePort,
  unitsView,
} from '../contracts/index.ts';
import { CatalogueService } from './catalogue/catalogue.service.ts';
import { inventoryInvariants } from './catalogue/invariants.ts';
import { inventorySamples } from './catalogue/samples.ts';
import { createDemoCatalogue } from './demo/demo-catalogue.ts';
import { entities } from './entities.ts';
import { itemImportRoutes } from './item/item-import.routes.ts';
import { migrations } from './migrations/index.ts';
import { productRoutes } from './product/product.routes.ts';
import { ProductService } from './product/product.service.ts';
import { productImporter } from './product/product-importer.ts';
import { productLineRoutes } from './product-line/product-line.routes.ts';
import { ProductLineService, productLineRecords } from './product-line/product-line.service.ts';
import { seedUnits } from './unit/seed-units.ts';
import { unitRoutes } from './unit/unit.routes.ts';
import { UnitService, unitRecords } from './unit/unit.service.ts';
import { unitGroupRoutes } from './unit-group/unit-group.routes.ts';
import { UnitGroupService, unitGroupRecords } from './unit-group/unit-group.service.ts';

/** Whatever refers to the catalogue, where a plugin that knows is installed. */
const usage = { serviceIdentifier: ProductUsagePort, optional: true } as const;

export default definePlugin({
  id: 'inventory',
  title: 'Inventory',
  description: 'Products, product lines, units of measure and their exact conversions.',
  permissions: inventoryPermissions,
  problems: inventoryProblems,
  entities,
  migrations,
  provides: [CataloguePort],
  consumes: { optional: [ProductUsagePort] },
  bind(container) {
    container.bind(CataloguePort).toResolvedValue(() => new CatalogueService());
    container.bind(UnitService).toResolvedValue(() => new UnitService());
    container.bind(UnitGroupService).toResolvedValue((port) => new UnitGroupService(port), [usage]);
    container.bind(ProductLineService).toResolvedValue((port) => new ProductLineService(port), [usage]);
    container.bind(ProductService).toResolvedValue((port) => new ProductService(port), [usage]);
  },
  routes: (services) => [
    ...unitRoutes(services.get(UnitService)),
    ...unitGroupRoutes(services.get(UnitGroupService)),
    ...productLineRoutes(services.get(ProductLineService)),
    ...productRoutes(services.get(ProductService)),
    ...itemImportRoutes(services.get(Imports)),
  ],
  events: inventoryEvents,
  views: [itemsView, unitsView],
  screens: inventoryScreens,
  slots: ['inventory.product.panels'],
  records: inventoryRecords,
  recordSources: (services) => [
    services.get(ProductService).recordSource(),
    productLineRecords,
    unitRecords,
    unitGroupRecords,
  ],
  imports: (services) => [
    productImporter({
      lines: services.get(ProductLineService),
      groups: services.get(UnitGroupService),
      units: services.get(UnitService),
      usage: services.find(ProductUsagePort),
    }),
  ],
  changeSets: (services) => [bulkWork(services.get(ProductService).removal)],
  invariants: inventoryInvariants,
  samples: inventorySamples,
  account: { onEnable: (ctx) => seedUnits(ctx) },
  demo: (ctx, random, services) => createDemoCatalogue(ctx, random, services.get(ProductService)),
});
