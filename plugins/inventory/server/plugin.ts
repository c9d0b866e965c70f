import { joinProblems } from '@millwright/core/contracts';
import { bulkWork, definePlugin, Imports, type Services } from '@millwright/core/server';
import {
  CataloguePort,
  demandsView,
  ItemSupplierPort,
  inventoryEvents,
  inventoryPermissions,
  inventoryProblems,
  inventoryRecords,
  inventoryScreens,
  itemRecords,
  itemScreens,
  itemsView,
  itemTypes,
  labelProblems,
  labelScreens,
  locationProblems,
  locationRecords,
  locationScreens,
  ProductUsagePort,
  promiseEvents,
  promiseProblems,
  promiseRecords,
  reconcileRecords,
  reconcileScreens,
  StockPort,
  SupplyPort,
  stockEvents,
  stockProblems,
  stockScreens,
  stockViews,
  unitsView,
} from '../contracts/index.ts';
import { CatalogueService } from './catalogue/catalogue.service.ts';
import { inventoryInvariants } from './catalogue/invariants.ts';
import { plainImports } from './catalogue/plain-imports.ts';
import { inventorySamples } from './catalogue/samples.ts';
import { categoryRoutes } from './category/category.routes.ts';
import { CategoryService, categoryRecords } from './category/category.service.ts';
import { createDemoCatalogue } from './demo/demo-catalogue.ts';
import { createDemoColours } from './demo/demo-colours.ts';
import { createDemoExpectedReceipts } from './demo/demo-expected-receipts.ts';
import { importDemoProducts } from './demo/demo-import.ts';
import { createDemoPlaces } from './demo/demo-places.ts';
import { createDemoStock } from './demo/demo-stock.ts';
import { createDemoStructure } from './demo/demo-structure.ts';
import { departmentRoutes } from './department/department.routes.ts';
import { DepartmentService, departmentRecords } from './department/department.service.ts';
import { entities } from './entities.ts';
import { inventoryListRoutes } from './inventory-list/inventory-list.routes.ts';
import { itemRoutes } from './item/item.routes.ts';
import { ItemService } from './item/item.service.ts';
import { itemImportRoutes } from './item/item-import.routes.ts';
import { itemImporter } from './item/item-importer.ts';
import { itemRecordSources } from './item/item-records.ts';
import { labelRoutes } from './label/label.routes.ts';
import { lotRoutes } from './lot/lot.routes.ts';
import { LotService, lotRecords } from './lot/lot.service.ts';
import { machineRoutes } from './machine/machine.routes.ts';
import { MachineService, machineRecords } from './machine/machine.service.ts';
import { migrations } from './migrations/index.ts';
import { productRoutes } from './product/product.routes.ts';
import { productGroupRoutes } from './product-group/product-group.routes.ts';
import { ProductGroupService, productGroupRecords } from './product-group/product-group.service.ts';
import { productLineRoutes } from './product-line/product-line.routes.ts';
import { ProductLineService, productLineRecords } from './product-line/product-line.service.ts';
import { expectedReceiptRoutes } from './promise/expected-receipt.routes.ts';
import { ExpectedReceiptService } from './promise/expected-receipt.service.ts';
import { expiredHoldsJob } from './promise/expired-holds.ts';
import { HoldService } from './promise/hold.service.ts';
import { promiseRoutes } from './promise/promise.routes.ts';
import { PromiseService } from './promise/promise.service.ts';
import { promiseInvariants } from './promise/promise-invariants.ts';
import { StockService } from './promise/stock.service.ts';
import { SupplyService } from './promise/supply.service.ts';
import { propertyRoutes } from './property/property.routes.ts';
import { PropertyService, propertyRecords } from './property/property.service.ts';
import { receiptImporter } from './reconcile/receipt-importer.ts';
import { reconcileRoutes } from './reconcile/reconcile.routes.ts';
import { reconcileWork } from './reconcile/reconcile.work.ts';
import { stockCountImporter } from './reconcile/stock-count-importer.ts';
import { InventoryChangeService } from './stock/inventory-change.service.ts';
import { stockSamples } from './stock/samples.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { defaultLocationID } from './storage-location/default-location.ts';
import { locationInvariants } from './storage-location/invariants.ts';
import { storageLocationRoutes } from './storage-location/storage-location.routes.ts';
import { StorageLocationService, storageLocationRecords } from './storage-location/storage-location.service.ts';
import { seedUnits } from './unit/seed-units.ts';
import { unitRoutes } from './unit/unit.routes.ts';
import { UnitService, unitRecords } from './unit/unit.service.ts';
import { unitGroupRoutes } from './unit-group/unit-group.routes.ts';
import { UnitGroupService, unitGroupRecords } from './unit-group/unit-group.service.ts';

/** Whatever refers to the catalogue, where a plugin that knows is installed. */
const usage = { serviceIdentifier: ProductUsagePort, optional: true } as const;

/** What items are imported with, by people and by the demo. */
const itemImportParts = (services: Services) => ({
  lines: services.get(ProductLineService),
  categories: services.get(CategoryService),
  groups: services.get(UnitGroupService),
  units: services.get(UnitService),
  usage: services.find(ProductUsagePort),
});

export default definePlugin({
  id: 'inventory',
  title: 'Inventory',
  description:
    'Products, parts, materials and supplies with exact units; their stock by place and lot, what it cost, and what of it is promised to whom.',
  permissions: inventoryPermissions,
  problems: joinProblems(inventoryProblems, promiseProblems, stockProblems, locationProblems, labelProblems),
  entities,
  migrations,
  provides: [CataloguePort, StockPort, SupplyPort],
  consumes: { optional: [ProductUsagePort, ItemSupplierPort] },
  bind(container) {
    container.bind(CataloguePort).toResolvedValue(() => new CatalogueService());
    container.bind(StockPort).toResolvedValue(() => new StockService());
    container.bind(SupplyPort).toResolvedValue((catalogue) => new SupplyService(catalogue), [CataloguePort]);
    container
      .bind(InventoryChangeService)
      .toResolvedValue((catalogue) => new InventoryChangeService(catalogue), [CataloguePort]);
    container.bind(HoldService).toResolvedValue(() => new HoldService());
    container.bind(PromiseService).toResolvedValue(() => new PromiseService());
    container
      .bind(ExpectedReceiptService)
      .toResolvedValue((catalogue) => new ExpectedReceiptService(catalogue), [CataloguePort]);
    container.bind(StorageLocationService).toResolvedValue(() => new StorageLocationService());
    container.bind(LotService).toResolvedValue(() => new LotService());
    container.bind(UnitService).toResolvedValue(() => new UnitService());
    container.bind(UnitGroupService).toResolvedValue((port) => new UnitGroupService(port), [usage]);
    container.bind(ProductLineService).toResolvedValue((port) => new ProductLineService(port), [usage]);
    container.bind(ItemService).toResolvedValue((port) => new ItemService(port), [usage]);
    container.bind(CategoryService).toResolvedValue(() => new CategoryService());
    container.bind(PropertyService).toResolvedValue(() => new PropertyService());
    container.bind(ProductGroupService).toResolvedValue((items) => new ProductGroupService(items), [ItemService]);
    container.bind(DepartmentService).toResolvedValue(() => new DepartmentService());
    container.bind(MachineService).toResolvedValue(() => new MachineService());
  },
  routes: (services) => [
    ...unitRoutes(services.get(UnitService)),
    ...unitGroupRoutes(services.get(UnitGroupService)),
    ...productLineRoutes(services.get(ProductLineService)),
    ...productRoutes(services.get(ItemService)),
    ...itemRoutes(
      services.get(ItemService),
      [services.find(ProductUsagePort)].filter((port) => port !== undefined),
    ),
    ...labelRoutes(),
    ...categoryRoutes(services.get(CategoryService)),
    ...propertyRoutes(services.get(PropertyService)),
    ...productGroupRoutes(services.get(ProductGroupService), services.get(ItemService)),
    ...departmentRoutes(services.get(DepartmentService)),
    ...machineRoutes(services.get(MachineService)),
    ...storageLocationRoutes(services.get(StorageLocationService)),
    ...lotRoutes(services.get(LotService)),
    ...inventoryListRoutes(services.find(ItemSupplierPort)),
    ...stockRoutes(services.get(InventoryChangeService)),
    ...promiseRoutes(services.get(PromiseService), services.get(HoldService)),
    ...expectedReceiptRoutes(services.get(ExpectedReceiptService)),
    ...itemImportRoutes(services.get(Imports)),
    ...reconcileRoutes(),
  ],
  events: [...inventoryEvents, ...promiseEvents, ...stockEvents],
  jobs: () => [expiredHoldsJob],
  views: [itemsView, unitsView, demandsView, ...stockViews],
  screens: [
    ...inventoryScreens,
    ...itemScreens,
    ...locationScreens,
    ...labelScreens,
    ...stockScreens,
    ...reconcileScreens,
  ],
  slots: ['inventory.item.panels', 'inventory.product.panels'],
  records: [...locationRecords, ...promiseRecords, ...inventoryRecords, ...itemRecords, ...reconcileRecords],
  recordSources: (services) => [
    ...itemRecordSources(services.get(ItemService)),
    productLineRecords,
    unitRecords,
    unitGroupRecords,
    categoryRecords,
    propertyRecords,
    productGroupRecords,
    departmentRecords,
    machineRecords,
    storageLocationRecords,
    lotRecords,
    services.get(ExpectedReceiptService).recordSource(),
  ],
  imports: (services) => [
    ...itemTypes.map((type) => itemImporter({ type, ...itemImportParts(services) })),
    stockCountImporter(),
    receiptImporter(),
    ...plainImports(services.find(ProductUsagePort)),
  ],
  changeSets: (services) => [...services.get(ItemService).removals().map(bulkWork), reconcileWork],
  invariants: [...inventoryInvariants, ...promiseInvariants, ...locationInvariants],
  samples: [...inventorySamples, ...stockSamples],
  account: {
    async onEnable(ctx) {
      await seedUnits(ctx);
      await defaultLocationID(ctx);
    },
  },
  async demo(ctx, random, services) {
    const parts = itemImportParts(services);
    await createDemoCatalogue(ctx, random, parts);
    await createDemoStructure(ctx, random, parts);
    await createDemoColours(ctx, parts);
    await createDemoPlaces(ctx, random);
    // Before products are imported, so that the import can be taken back.
    await createDemoStock(ctx, random);
    await importDemoProducts(ctx, services.get(Imports));
    await createDemoExpectedReceipts(ctx, random, services.get(ExpectedReceiptService));
  },
});
