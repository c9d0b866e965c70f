import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  belongsTo,
  column,
  type ReferencedTables,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { Unit } from '../unit/unit.entity.ts';

/** Units that can be converted into one another. */
export const UnitGroup = defineEntity({
  ...tenantTable('inventory', 'unit_group'),
  name: 'UnitGroup',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    notes: column.text().nullable(),
    /** The smallest unit. Stored, so that a second unit of the same size never replaces it. */
    baseUnit: () => belongsTo(Unit, 'base_unit_id'),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [{ properties: ['accountID', 'baseUnit'] }],
  checks: [{ name: 'unit_group_name', expression: "name <> ''" }],
});
export type UnitGroup = InferEntity<typeof UnitGroup>;

/** Entity of references to unit groups. */
export const unitGroupReferences = {
  unit_group: { entity: UnitGroup, table: 'inventory.unit_group' },
} satisfies ReferencedTables;

/** A unit of a group: one `unit` equals numerator/denominator base units, in lowest terms and never below 1. */
export const UnitConversion = defineEntity({
  ...tenantTable('inventory', 'unit_conversion'),
  name: 'UnitConversion',
  properties: {
    ...tenantColumns(),
    unitGroup: () => belongsTo(UnitGroup, 'unit_group_id'),
    unit: () => belongsTo(Unit, 'unit_id'),
    numerator: column.bigint(),
    denominator: column.bigint(),
  },
  uniques: [{ properties: ['accountID', 'unitGroup', 'unit'] }],
  indexes: [{ properties: ['accountID', 'unit'] }],
  checks: [{ name: 'unit_conversion_factor', expression: 'denominator > 0 and numerator >= denominator' }],
});
export type UnitConversion = InferEntity<typeof UnitConversion>;

declare module '../../catalogue/shared/tables.ts' {
  interface Tables {
    'inventory.unit_group': TableRow<typeof UnitGroup>;
    'inventory.unit_conversion': TableRow<typeof UnitConversion>;
  }
}
