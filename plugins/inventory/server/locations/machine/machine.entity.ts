import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, fieldColumns, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { machineFields } from '../../../contracts/locations/machine/machine.contract.ts';
import { plantReferences } from '../department/department.entity.ts';

/** A machine of a department. */
export const Machine = defineEntity({
  ...tenantTable('inventory', 'machine'),
  name: 'Machine',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    ...fieldColumns(machineFields, plantReferences),
  },
  uniques: [{ properties: ['accountID', 'serialNumber'] }],
  indexes: [{ properties: ['accountID', 'department'] }, { properties: ['accountID', 'name', 'id'] }],
  checks: [{ name: 'machine_name', expression: "name <> '' and serial_number <> ''" }],
});
export type Machine = InferEntity<typeof Machine>;

declare module '../../catalogue/shared/tables.ts' {
  interface Tables {
    'inventory.machine': TableRow<typeof Machine>;
  }
}
