import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';

/** The limit of one group or one customer to product lines; without a record there is none. */
export const ProductLineAccess = defineEntity({
  ...tenantTable('commerce', 'product_line_access'),
  name: 'ProductLineAccess',
  properties: {
    ...tenantColumns(),
    accountGroup: () => belongsTo(AccountGroup, 'account_group_id').nullable(),
    customer: () => belongsTo(Customer, 'customer_id').nullable(),
  },
  uniques: [{ properties: ['accountID', 'accountGroup'] }, { properties: ['accountID', 'customer'] }],
  checks: [{ name: 'product_line_access_owner', expression: 'num_nonnulls(account_group_id, customer_id) = 1' }],
});
export type ProductLineAccess = InferEntity<typeof ProductLineAccess>;

/** A product line of such a limit. The line belongs to inventory, so its id is kept without a foreign key. */
export const ProductLineAccessLine = defineEntity({
  ...tenantTable('commerce', 'product_line_access_line'),
  name: 'ProductLineAccessLine',
  properties: {
    ...accountColumn(),
    access: () => belongsTo(ProductLineAccess, 'access_id').primary(),
    productLineID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'productLineID'] }],
});
export type ProductLineAccessLine = InferEntity<typeof ProductLineAccessLine>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.product_line_access': TableRow<typeof ProductLineAccess>;
    'commerce.product_line_access_line': TableRow<typeof ProductLineAccessLine>;
  }
}
