export * from './catalogue/catalogue-problems.ts';
export * from './catalogue/category/category.contract.ts';
export * from './catalogue/category/category.declarations.ts';
export * from './catalogue/item/item.contract.ts';
export * from './catalogue/item/item.declarations.ts';
export * from './catalogue/item/item-events.ts';
export {
  attributeReference,
  type BurnRate,
  categoryReference,
  type ItemRate,
  type ItemType,
  itemReference,
  itemTypes,
} from './catalogue/item/item-fields.ts';
export * from './catalogue/item/item-figures.contract.ts';
export * from './catalogue/item/item-import.contract.ts';
export * from './catalogue/item/item-inventory.contract.ts';
export * from './catalogue/item/item-uses.contract.ts';
export * from './catalogue/product/product.contract.ts';
export * from './catalogue/product/product.declarations.ts';
export * from './catalogue/product/product-events.ts';
export * from './catalogue/product-group/product-group.contract.ts';
export * from './catalogue/product-group/product-group.declarations.ts';
export * from './catalogue/product-line/product-line.contract.ts';
export * from './catalogue/product-line/product-line.declarations.ts';
export * from './catalogue/product-line/product-line-events.ts';
export * from './catalogue/property/property.contract.ts';
export * from './catalogue/property/property.declarations.ts';
export * from './counting/reconcile/reconcile.contract.ts';
export * from './counting/reconcile/reconcile.declarations.ts';
export * from './labels/label/label.contract.ts';
export * from './labels/label/label.declarations.ts';
export * from './labels/label/label-problems.ts';
export * from './locations/department/department.contract.ts';
export * from './locations/department/department.declarations.ts';
export * from './locations/machine/machine.contract.ts';
export * from './locations/machine/machine.declarations.ts';
export * from './locations/storage-location/location-names.ts';
export * from './locations/storage-location/location-problems.ts';
export * from './locations/storage-location/storage-location.contract.ts';
export * from './locations/storage-location/storage-location.declarations.ts';
export * from './ports.ts';
export * from './promises/promise/expected-receipt.contract.ts';
export * from './promises/promise/inventory-hold.contract.ts';
export * from './promises/promise/material-requirement.contract.ts';
export * from './promises/promise/promise.contract.ts';
export * from './promises/promise/promise.declarations.ts';
export * from './promises/promise/promise-events.ts';
export * from './promises/promise/promise-problems.ts';
export * from './promises/promise/promise-settings.contract.ts';
export * from './stock/inventory-list/inventory.contract.ts';
export * from './stock/inventory-list/inventory-analytics.contract.ts';
export * from './stock/inventory-list/inventory-change-log.contract.ts';
export * from './stock/inventory-list/inventory-receipt.contract.ts';
export * from './stock/large-quantity/stock-settings.contract.ts';
export * from './stock/ledger/stock.declarations.ts';
export * from './stock/ledger/stock.ts';
export * from './stock/ledger/stock-events.ts';
export * from './stock/ledger/stock-movement.contract.ts';
export * from './stock/ledger/stock-ports.ts';
export * from './stock/ledger/stock-problems.ts';
export * from './stock/ledger/stock-views.ts';
export * from './stock/lot/lot.contract.ts';
export * from './stock/lot/lot.declarations.ts';
export * from './stock/lot/lot.ts';
export * from './units/unit/unit.contract.ts';
export * from './units/unit/unit.declarations.ts';
export * from './units/unit-group/unit-group.contract.ts';
export * from './units/unit-group/unit-group.declarations.ts';
export * from './views.ts';
