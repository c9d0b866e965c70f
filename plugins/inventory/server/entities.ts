import { Category, CategoryProperty } from './catalogue/category/category.entity.ts';
import { Item } from './catalogue/item/item.entity.ts';
import { ItemAttribute } from './catalogue/item/item-attribute.entity.ts';
import { ProductGroup, ProductGroupProperty } from './catalogue/product-group/product-group.entity.ts';
import { ProductLine } from './catalogue/product-line/product-line.entity.ts';
import { Attribute, Property } from './catalogue/property/property.entity.ts';
import { Department } from './locations/department/department.entity.ts';
import { Machine } from './locations/machine/machine.entity.ts';
import { StorageLocation } from './locations/storage-location/storage-location.entity.ts';
import { Hold, HoldLine } from './promises/hold/hold.entity.ts';
import { Demand } from './promises/promise/demand.entity.ts';
import { Supply } from './promises/supply/supply.entity.ts';
import { Balance } from './stock/ledger/balance.entity.ts';
import { CostLayer } from './stock/ledger/cost-layer.entity.ts';
import { ItemPosition } from './stock/ledger/item-position.entity.ts';
import { Movement, MovementLayer } from './stock/ledger/movement.entity.ts';
import { Lot } from './stock/lot/lot.entity.ts';
import { Unit } from './units/unit/unit.entity.ts';
import { UnitConversion, UnitGroup } from './units/unit-group/unit-group.entity.ts';

/** Entities of schema `inventory`. */
export const entities = [
  Unit,
  UnitGroup,
  UnitConversion,
  ProductLine,
  Property,
  Attribute,
  Category,
  CategoryProperty,
  ProductGroup,
  ProductGroupProperty,
  Item,
  ItemAttribute,
  Department,
  Machine,
  StorageLocation,
  Lot,
  ItemPosition,
  Balance,
  CostLayer,
  Movement,
  MovementLayer,
  Demand,
  Hold,
  HoldLine,
  Supply,
];
