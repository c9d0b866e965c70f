import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  column,
  fieldColumns,
  type ReferencedTables,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { departmentFields } from '../../../contracts/locations/department/department.contract.ts';

/** A department of the plant. */
export const Department = defineEntity({
  ...tenantTable('inventory', 'department'),
  name: 'Department',
  properties: { ...tenantColumns(), name: column.text(), ...fieldColumns(departmentFields) },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [{ name: 'department_name', expression: "name <> ''" }],
});
export type Department = InferEntity<typeof Department>;

/** Entity of references to departments. */
export const plantReferences = {
  department: { entity: Department, table: 'inventory.department' },
} satisfies ReferencedTables;

declare module '../../catalogue/shared/tables.ts' {
  interface Tables {
    'inventory.department': TableRow<typeof Department>;
  }
}
