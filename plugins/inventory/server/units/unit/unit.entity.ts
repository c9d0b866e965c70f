import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** A unit of measure; its size is defined by its groups. */
export const Unit = defineEntity({
  ...tenantTable('inventory', 'unit'),
  name: 'Unit',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    description: column.text().default(''),
    isBuiltIn: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [{ name: 'unit_name', expression: "name <> ''" }],
});
export type Unit = InferEntity<typeof Unit>;

declare module '../../catalogue/shared/tables.ts' {
  interface Tables {
    'inventory.unit': TableRow<typeof Unit>;
  }
}
