import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Member, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** Credits that were allocated to invoices together and can be undone together. */
export const Settlement = defineEntity({
  ...tenantTable('commerce', 'settlement', { isClosedToCustomers: true }),
  name: 'Settlement',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    numberKey: column.id(),
    responsible: () => belongsTo(Member, 'responsible_id').nullable(),
    note: column.text().nullable(),
    deletedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'responsible'], where: 'responsible_id is not null' },
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'numberKey', 'id'] },
  ],
  checks: [{ name: 'settlement_number', expression: "number <> '' and number_key <> ''" }],
});
export type Settlement = InferEntity<typeof Settlement>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.settlement': TableRow<typeof Settlement>;
  }
}
