import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import type { LocationQualifier } from '../../contracts/index.ts';

/** A customer's location, by its code in orders. */
export const DcLocation = defineEntity({
  ...tenantTable('edi', 'dc_location', { isClosedToCustomers: true }),
  name: 'DcLocation',
  properties: {
    ...tenantColumns(),
    customer: () => belongsTo(Party, 'customer_id'),
    qualifier: column.id().$type<LocationQualifier>().default('92'),
    code: column.id(),
    name: column.text(),
    line1: column.text().nullable(),
    line2: column.text().nullable(),
    city: column.text().nullable(),
    state: column.text().nullable(),
    postalCode: column.text().nullable(),
    country: column.text().default('US'),
    receivingHours: column.text().nullable(),
    notes: column.text().nullable(),
    isActive: column.boolean().default(true),
  },
  uniques: [{ properties: ['accountID', 'customer', 'qualifier', 'code'] }],
  indexes: [{ properties: ['accountID', 'code', 'id'] }],
  checks: [{ name: 'dc_location_name', expression: "name <> '' and code <> '' and country <> ''" }],
});
export type DcLocation = InferEntity<typeof DcLocation>;
