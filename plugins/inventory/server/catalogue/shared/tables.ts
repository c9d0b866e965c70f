import type { TableRow } from '@millwright/core/server';
import type { Department } from '../../locations/department/department.entity.ts';
import type { Machine } from '../../locations/machine/machine.entity.ts';
import type { ItemPosition } from '../../stock/ledger/item-position.entity.ts';
import type { Unit } from '../../units/unit/unit.entity.ts';
import type { UnitConversion, UnitGroup } from '../../units/unit-group/unit-group.entity.ts';
import type { Category, CategoryProperty } from '../category/category.entity.ts';
import type { Item } from '../item/item.entity.ts';
import type { ItemAttribute } from '../item/item-attribute.entity.ts';
import type { ProductGroup, ProductGroupProperty } from '../product-group/product-group.entity.ts';
import type { ProductLine } from '../product-line/product-line.entity.ts';
import type { Attribute, Property } from '../property/property.entity.ts';

/** Tables of schema `inventory` for projections. */
export type Tables = {
  'inventory.unit': TableRow<typeof Unit>;
  'inventory.unit_group': TableRow<typeof UnitGroup>;
  'inventory.unit_conversion': TableRow<typeof UnitConversion>;
  'inventory.product_line': TableRow<typeof ProductLine>;
  'inventory.property': TableRow<typeof Property>;
  'inventory.attribute': TableRow<typeof Attribute>;
  'inventory.category': TableRow<typeof Category>;
  'inventory.category_property': TableRow<typeof CategoryProperty>;
  'inventory.product_group': TableRow<typeof ProductGroup>;
  'inventory.product_group_property': TableRow<typeof ProductGroupProperty>;
  'inventory.item': TableRow<typeof Item>;
  'inventory.item_attribute': TableRow<typeof ItemAttribute>;
  'inventory.item_position': TableRow<typeof ItemPosition>;
  'inventory.department': TableRow<typeof Department>;
  'inventory.machine': TableRow<typeof Machine>;
};

/** A timestamp of a projection as answers carry it. */
export const isoText = (value: Date | string): string => new Date(value).toISOString();
