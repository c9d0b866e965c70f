import type { TableRow } from '@millwright/core/server';
import type { Item } from '../item/item.entity.ts';
import type { ProductLine } from '../product-line/product-line.entity.ts';
import type { Unit } from '../unit/unit.entity.ts';
import type { UnitConversion, UnitGroup } from '../unit-group/unit-group.entity.ts';

/** Tables of schema `inventory` for projections. */
export type Tables = {
  'inventory.unit': TableRow<typeof Unit>;
  'inventory.unit_group': TableRow<typeof UnitGroup>;
  'inventory.unit_conversion': TableRow<typeof UnitConversion>;
  'inventory.product_line': TableRow<typeof ProductLine>;
  'inventory.item': TableRow<typeof Item>;
};

/** A timestamp of a projection as answers carry it. */
export const isoText = (value: Date | string): string => new Date(value).toISOString();
