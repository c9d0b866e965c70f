import { Category, CategoryProperty } from './category/category.entity.ts';
import { Department } from './department/department.entity.ts';
import { Item } from './item/item.entity.ts';
import { ItemAttribute } from './item/item-attribute.entity.ts';
import { Lot } from './lot/lot.entity.ts';
import { Machine } from './machine/machine.entity.ts';
import { ProductGroup, ProductGroupProperty } from './product-group/product-group.entity.ts';
import { ProductLine } from './product-line/product-line.entity.ts';
import { Demand } from './promise/demand.entity.ts';
import { Hold, HoldLine } from './promise/hold.entity.ts';
import { Supply } from './promise/supply.entity.ts';
import { Attribute, Property } from './property/property.entity.ts';
import { Balance } from './stock/balance.entity.ts';
import { CostLayer } from './stock/cost-layer.entity.ts';
import { ItemPosition } from './stock/item-position.entity.ts';
import { Movement, MovementLayer } from './stock/movement.entity.ts';
import { StorageLocation } from './storage-location/storage-location.entity.ts';
import { Unit } from './unit/unit.entity.ts';
import { UnitConversion, UnitGroup } from './unit-group/unit-group.entity.ts';

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
