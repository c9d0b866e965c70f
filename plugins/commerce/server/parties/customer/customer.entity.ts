import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  accountColumn,
  belongsTo,
  column,
  fieldColumns,
  PartyAddress,
  referenceIndexes,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { customerFields, customerReferences } from '../../../contracts/parties/customer/customer-fields.ts';
import { holdIs } from '../../states/states.ts';
import { AccountGroup } from '../account-group/account-group.entity.ts';
import { referenceTables } from '../reference-tables.ts';

/**
 * A customer of the account. Its id equals the id of its party in core, which has the addresses, portal users and
 * children. The foreign key to core.party is written in SQL, because a key column cannot be a reference here.
 */
export const Customer = defineEntity({
  ...tenantTable('commerce', 'customer', { customerColumn: 'id' }),
  name: 'Customer',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    name: column.text(),
    ...fieldColumns(customerFields, referenceTables),
    cardProviderCustomerID: column.text().nullable(),
    billToAddress: () => belongsTo(PartyAddress, 'bill_to_address_id').nullable(),
    shipToAddress: () => belongsTo(PartyAddress, 'ship_to_address_id').nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'name', 'id'] },
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'billToAddress'], where: 'bill_to_address_id is not null' },
    { properties: ['accountID', 'shipToAddress'], where: 'ship_to_address_id is not null' },
    ...referenceIndexes(customerReferences),
  ],
  checks: [
    { name: 'customer_text', expression: "number <> '' and name <> ''" },
    { name: 'customer_status', expression: holdIs.check() },
    {
      name: 'customer_option_has_carrier',
      expression: 'default_carrier_option_id is null or default_carrier_id is not null',
    },
  ],
});
export type Customer = InferEntity<typeof Customer>;

/** The price groups of a customer. */
export const CustomerPriceGroup = defineEntity({
  ...tenantTable('commerce', 'customer_price_group', { customerColumn: 'customer_id' }),
  name: 'CustomerPriceGroup',
  properties: {
    ...accountColumn(),
    customer: () => belongsTo(Customer, 'customer_id').primary(),
    accountGroup: () => belongsTo(AccountGroup, 'account_group_id').primary(),
  },
  indexes: [{ properties: ['accountID', 'accountGroup'] }],
});
export type CustomerPriceGroup = InferEntity<typeof CustomerPriceGroup>;

/** Numbers of deleted customers, which are not reused, so that the series has no gaps. */
export const RetiredCustomerNumber = defineEntity({
  ...tenantTable('commerce', 'retired_customer_number', { tenant: 'cr' }),
  name: 'RetiredCustomerNumber',
  properties: {
    ...accountColumn(),
    number: column.id().primary(),
    customerID: column.id(),
    deletedAt: column.timestamp(),
  },
});
export type RetiredCustomerNumber = InferEntity<typeof RetiredCustomerNumber>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.customer': TableRow<typeof Customer>;
    'commerce.customer_price_group': TableRow<typeof CustomerPriceGroup>;
    'commerce.retired_customer_number': TableRow<typeof RetiredCustomerNumber>;
  }
}
