import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { OrderDiscountType } from '../../../contracts/index.ts';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';

const closed = { isClosedToCustomers: true };

/** A discount on a whole order. Its code is unique in any case, by an index in a migration. */
export const OrderDiscount = defineEntity({
  ...tenantTable('commerce', 'order_discount', closed),
  name: 'OrderDiscount',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    code: column.text(),
    type: column.text().$type<OrderDiscountType>(),
    percentage: column.ratio().nullable(),
    amount: column.money().nullable(),
    isActive: column.boolean().default(true),
    startDate: column.date().nullable(),
    endDate: column.date().nullable(),
    minimumOrderTotal: column.money().nullable(),
    maximumUses: column.integer().nullable(),
    orderCount: column.integer().default(0),
  },
  indexes: [{ properties: ['accountID', 'name', 'id'] }],
  checks: [
    { name: 'order_discount_text', expression: "name <> '' and code <> ''" },
    {
      name: 'order_discount_terms',
      expression: `(type = 'percentage' and percentage between 0 and 1 and amount is null)
        or (type = 'amount' and amount > 0 and percentage is null)`,
    },
    { name: 'order_discount_dates', expression: 'start_date <= end_date' },
    { name: 'order_discount_minimum', expression: 'minimum_order_total >= 0' },
    { name: 'order_discount_uses', expression: 'maximum_uses > 0 and order_count >= 0' },
  ],
});
export type OrderDiscount = InferEntity<typeof OrderDiscount>;

/** A customer that may use the discount. */
export const OrderDiscountCustomer = defineEntity({
  ...tenantTable('commerce', 'order_discount_customer', closed),
  name: 'OrderDiscountCustomer',
  properties: {
    ...accountColumn(),
    orderDiscount: () => belongsTo(OrderDiscount, 'order_discount_id').primary(),
    customer: () => belongsTo(Customer, 'customer_id').primary(),
  },
  indexes: [{ properties: ['accountID', 'customer'] }],
});

/** A group whose members may use the discount. */
export const OrderDiscountGroup = defineEntity({
  ...tenantTable('commerce', 'order_discount_group', closed),
  name: 'OrderDiscountGroup',
  properties: {
    ...accountColumn(),
    orderDiscount: () => belongsTo(OrderDiscount, 'order_discount_id').primary(),
    accountGroup: () => belongsTo(AccountGroup, 'account_group_id').primary(),
  },
  indexes: [{ properties: ['accountID', 'accountGroup'] }],
});

declare module '../../tables.ts' {
  interface Tables {
    'commerce.order_discount': TableRow<typeof OrderDiscount>;
    'commerce.order_discount_customer': TableRow<typeof OrderDiscountCustomer>;
    'commerce.order_discount_group': TableRow<typeof OrderDiscountGroup>;
  }
}
