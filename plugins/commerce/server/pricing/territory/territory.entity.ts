import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Member, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** Area of a sales rep. The product line belongs to inventory, so its id has no foreign key. */
export const Territory = defineEntity({
  ...tenantTable('commerce', 'territory', { isClosedToCustomers: true }),
  name: 'Territory',
  properties: {
    ...tenantColumns(),
    salesRep: () => belongsTo(Member, 'sales_rep_id'),
    state: column.text().nullable(),
    startZipcode: column.integer().nullable(),
    endZipcode: column.integer().nullable(),
    productLineID: column.id().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'salesRep'] },
    { properties: ['accountID', 'productLineID'], where: 'product_line_id is not null' },
  ],
  checks: [
    {
      name: 'territory_zipcodes',
      expression:
        'num_nulls(start_zipcode, end_zipcode) in (0, 2) ' +
        'and start_zipcode >= 501 and end_zipcode <= 99999 and start_zipcode <= end_zipcode',
    },
    { name: 'territory_state', expression: "state <> ''" },
  ],
});
export type Territory = InferEntity<typeof Territory>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.territory': TableRow<typeof Territory>;
  }
}
