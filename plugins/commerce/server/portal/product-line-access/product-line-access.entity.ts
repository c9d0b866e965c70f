import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';

/** The product line limit of one group or one customer. Without a record there is no limit. */
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

/** A product line of a limit. Product lines belong to inventory, so the id has no foreign key. */
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
