import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';

const closed = { isClosedToCustomers: true };

/**
 * The price of a customer or a group. Items, product lines and units belong to inventory, so their ids have no foreign
 * keys.
 */
export const AccountPrice = defineEntity({
  ...tenantTable('commerce', 'account_price', closed),
  name: 'AccountPrice',
  properties: {
    ...tenantColumns(),
    customer: () => belongsTo(Customer, 'customer_id').nullable(),
    accountGroup: () => belongsTo(AccountGroup, 'account_group_id').nullable(),
    itemID: column.id().nullable(),
    productLineID: column.id().nullable(),
    /** Per unit. */
    unitValue: column.unitPrice(),
    unitID: column.id(),
    /** In the unit of the price. */
    minimumQuantity: column.quantity().nullable(),
    startDate: column.date().nullable(),
    endDate: column.date().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'customer', 'itemID'], where: 'customer_id is not null' },
    { properties: ['accountID', 'accountGroup', 'itemID'], where: 'account_group_id is not null' },
    { properties: ['accountID', 'itemID'], where: 'item_id is not null' },
    { properties: ['accountID', 'productLineID'], where: 'product_line_id is not null' },
    { properties: ['accountID', 'unitID'] },
  ],
  checks: [
    { name: 'account_price_recipient', expression: 'num_nonnulls(customer_id, account_group_id) = 1' },
    { name: 'account_price_value', expression: 'unit_value >= 0 and minimum_quantity > 0' },
    { name: 'account_price_dates', expression: 'start_date <= end_date' },
  ],
});
export type AccountPrice = InferEntity<typeof AccountPrice>;

/** A category that a price applies to. */
export const AccountPriceCategory = defineEntity({
  ...tenantTable('commerce', 'account_price_category', closed),
  name: 'AccountPriceCategory',
  properties: {
    ...accountColumn(),
    accountPrice: () => belongsTo(AccountPrice, 'account_price_id').primary(),
    categoryID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'categoryID'] }],
});

/** An attribute that a price applies to. */
export const AccountPriceAttribute = defineEntity({
  ...tenantTable('commerce', 'account_price_attribute', closed),
  name: 'AccountPriceAttribute',
  properties: {
    ...accountColumn(),
    accountPrice: () => belongsTo(AccountPrice, 'account_price_id').primary(),
    attributeID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'attributeID'] }],
});

declare module '../../tables.ts' {
  interface Tables {
    'commerce.account_price': TableRow<typeof AccountPrice>;
    'commerce.account_price_category': TableRow<typeof AccountPriceCategory>;
    'commerce.account_price_attribute': TableRow<typeof AccountPriceAttribute>;
  }
}
