import { definePlugin, Imports } from '@millwright/core/server';
import { categoryPart } from './catalogue/category/category.part.ts';
import { itemImportParts } from './catalogue/item/import/item-import-parts.ts';
import { itemPart } from './catalogue/item/item.part.ts';
import { productPart } from './catalogue/product/product.part.ts';
import { productGroupPart } from './catalogue/product-group/product-group.part.ts';
import { productLinePart } from './catalogue/product-line/product-line.part.ts';
import { propertyPart } from './catalogue/property/property.part.ts';
import { reconcilePart } from './counting/reconcile/reconcile.part.ts';
import { createDemoCatalogue } from './demo/catalogue/demo-catalogue.ts';
import { createDemoColours } from './demo/catalogue/demo-colours.ts';
import { importDemoProducts } from './demo/demo-import.ts';
import { createDemoPlaces } from './demo/places/demo-places.ts';
import { createDemoStructure } from './demo/places/demo-structure.ts';
import { createDemoExpectedReceipts } from './demo/stock/demo-expected-receipts.ts';
import { createDemoStock } from './demo/stock/demo-stock.ts';
import { labelPart } from './labels/label/label.part.ts';
import { departmentPart } from './locations/department/department.part.ts';
import { machinePart } from './locations/machine/machine.part.ts';
import { storageLocationPart } from './locations/storage-location/storage-location.part.ts';
import { migrations } from './migrations/index.ts';
import { promisePart } from './promises/promise/promise.part.ts';
import { ExpectedReceiptService } from './promises/supply/expected-receipt.service.ts';
import { stockPart } from './stock/ledger/stock.part.ts';
import { lotPart } from './stock/lot/lot.part.ts';
import { unitPart } from './units/unit/unit.part.ts';
import { unitGroupPart } from './units/unit-group/unit-group.part.ts';

export default definePlugin({
  id: 'inventory',
  title: 'Inventory',
  description:
    'Products, parts, materials and supplies with exact units; ' +
    'their stock by place and lot, what it cost, and what of it is promised to whom.',
  isDomain: true,
  migrations,
  // The order matters: samples of a part may refer to samples of parts before it.
  parts: [
    unitPart,
    unitGroupPart,
    productLinePart,
    propertyPart,
    categoryPart,
    productGroupPart,
    itemPart,
    productPart,
    departmentPart,
    machinePart,
    storageLocationPart,
    lotPart,
    stockPart,
    promisePart,
    reconcilePart,
    labelPart,
  ],
  async demo(ctx, random, services) {
    await createDemoCatalogue(ctx, random, itemImportParts);
    await createDemoStructure(ctx, random, itemImportParts);
    await createDemoColours(ctx, itemImportParts);
    await createDemoPlaces(ctx, random);
    // Before the product import, so that the import can be undone.
    await createDemoStock(ctx, random);
    await importDemoProducts(ctx, services.get(Imports));
    await createDemoExpectedReceipts(ctx, random, services.get(ExpectedReceiptService));
  },
});
