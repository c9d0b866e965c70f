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
import { categoryRoutes } from './catalogue/category/category.routes.ts';
import { CategoryService, categoryRecords } from './catalogue/category/category.service.ts';
import { itemImportRoutes } from './catalogue/item/import/item-import.routes.ts';
import { itemImporter } from './catalogue/item/import/item-importer.ts';
import { itemRoutes } from './catalogue/item/item.routes.ts';
import { ItemService } from './catalogue/item/item.service.ts';
import { itemRecordSources } from './catalogue/item/item-records.ts';
import { productRoutes } from './catalogue/product/product.routes.ts';
import { productGroupRoutes } from './catalogue/product-group/product-group.routes.ts';
import { ProductGroupService, productGroupRecords } from './catalogue/product-group/product-group.service.ts';
import { productLineRoutes } from './catalogue/product-line/product-line.routes.ts';
import { ProductLineService, productLineRecords } from './catalogue/product-line/product-line.service.ts';
import { propertyRoutes } from './catalogue/property/property.routes.ts';
import { PropertyService, propertyRecords } from './catalogue/property/property.service.ts';
import { CatalogueService } from './catalogue/shared/catalogue.service.ts';
import { inventoryInvariants } from './catalogue/shared/invariants.ts';
import { plainImports } from './catalogue/shared/plain-imports.ts';
import { inventorySamples } from './catalogue/shared/samples.ts';
import { receiptImporter } from './counting/reconcile/import/receipt-importer.ts';
import { stockCountImporter } from './counting/reconcile/import/stock-count-importer.ts';
import { reconcileRoutes } from './counting/reconcile/reconcile.routes.ts';
import { reconcileWork } from './counting/reconcile/reconcile.work.ts';
import { createDemoCatalogue } from './demo/demo-catalogue.ts';
import { createDemoColours } from './demo/demo-colours.ts';
import { createDemoExpectedReceipts } from './demo/demo-expected-receipts.ts';
import { importDemoProducts } from './demo/demo-import.ts';
import { createDemoPlaces } from './demo/demo-places.ts';
import { createDemoStock } from './demo/demo-stock.ts';
import { createDemoStructure } from './demo/demo-structure.ts';
import { entities } from './entities.ts';
import { labelRoutes } from './labels/label/label.routes.ts';
import { departmentRoutes } from './locations/department/department.routes.ts';
import { DepartmentService, departmentRecords } from './locations/department/department.service.ts';
import { machineRoutes } from './locations/machine/machine.routes.ts';
import { MachineService, machineRecords } from './locations/machine/machine.service.ts';
import { defaultLocationID } from './locations/storage-location/default-location.ts';
import { locationInvariants } from './locations/storage-location/invariants.ts';
import { storageLocationRoutes } from './locations/storage-location/storage-location.routes.ts';
import {
  StorageLocationService,
  storageLocationRecords,
} from './locations/storage-location/storage-location.service.ts';
import { migrations } from './migrations/index.ts';
import { expiredHoldsJob } from './promises/hold/expired-holds.ts';
import { HoldService } from './promises/hold/hold.service.ts';
import { promiseRoutes } from './promises/promise/promise.routes.ts';
import { PromiseService } from './promises/promise/promise.service.ts';
import { promiseInvariants } from './promises/promise/promise-invariants.ts';
import { StockService } from './promises/promise/stock.service.ts';
import { expectedReceiptRoutes } from './promises/supply/expected-receipt.routes.ts';
import { ExpectedReceiptService } from './promises/supply/expected-receipt.service.ts';
import { SupplyService } from './promises/supply/supply.service.ts';
import { inventoryListRoutes } from './stock/inventory-list/inventory-list.routes.ts';
import { InventoryChangeService } from './stock/ledger/inventory-change.service.ts';
import { stockSamples } from './stock/ledger/samples.ts';
import { stockRoutes } from './stock/ledger/stock.routes.ts';
import { lotRoutes } from './stock/lot/lot.routes.ts';
import { LotService, lotRecords } from './stock/lot/lot.service.ts';
import { seedUnits } from './units/unit/seed-units.ts';
import { unitRoutes } from './units/unit/unit.routes.ts';
import { UnitService, unitRecords } from './units/unit/unit.service.ts';
import { unitGroupRoutes } from './units/unit-group/unit-group.routes.ts';
import { UnitGroupService, unitGroupRecords } from './units/unit-group/unit-group.service.ts';

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
