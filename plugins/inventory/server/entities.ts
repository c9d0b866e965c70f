import { Item } from './item/item.entity.ts';
import { ProductLine } from './product-line/product-line.entity.ts';
import { Unit } from './unit/unit.entity.ts';
import { UnitConversion, UnitGroup } from './unit-group/unit-group.entity.ts';

/** Entities of schema `inventory`. */
export const entities = [Unit, UnitGroup, UnitConversion, ProductLine, Item];
