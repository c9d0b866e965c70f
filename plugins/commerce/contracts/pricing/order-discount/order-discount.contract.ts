import {
  booleanText,
  crudEndpoints,
  defineProblems,
  endpoint,
  filterValue,
  idOf,
  isoDate,
  nonNegativeMoney,
  percentage,
  positiveMoney,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { accountGroupReference } from '../../parties/account-group/account-group.contract.ts';
import { customerReference } from '../../parties/customer/customer.contract.ts';

export const orderDiscountTypes = ['percentage', 'amount'] as const;
export type OrderDiscountType = (typeof orderDiscountTypes)[number];

/** People's names of the types. */
export const orderDiscountTypeNames: Record<OrderDiscountType, string> = { percentage: 'Percentage', amount: 'Amount' };

/** Id of an order discount in requests. */
export const orderDiscountReference = idOf('odc', 'Order discount is required');

const named = z.object({ id: z.string(), name: z.string() });
const type = z.enum(orderDiscountTypes, { error: `Must be one of ${orderDiscountTypes.join(', ')}` });
const code = requiredLine(50, 'Code is required');

/** What comes off a whole order for who gives its code (spec commerce sections 3 and 9). */
export const orderDiscounts = crudEndpoints({
  one: 'OrderDiscount',
  many: 'OrderDiscounts',
  words: ['order discount', 'order discounts'],
  path: '/v1/order-discounts',
  domain: 'discounts',
  row: {
    name: z.string(),
    /** Unique in the account, whatever the case. */
    code: z.string(),
    type: z.enum(orderDiscountTypes),
    /** A share, 0.1 is ten percent; null for an amount. */
    percentage: z.number().nullable(),
    /** In the account's currency; null for a percentage. */
    amount: z.number().nullable(),
    isActive: z.boolean(),
    /** First and last day in the account's time zone; null where it is open. */
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    /** Total of sale lines from which it may be given; null for any. */
    minimumOrderTotal: z.number().nullable(),
    /** Whom it is for, with the members of the groups; everybody where both are empty. */
    customers: z.array(named),
    customerGroups: z.array(named),
    /** Orders it may be given to; null for any number. */
    maximumUses: z.int().nullable(),
    /** Orders it was given to. */
    orderCount: z.int(),
  },
  sortBy: ['name', 'code', 'type', 'startDate', 'endDate', 'orderCount', 'createdAt'],
  filters: { type: filterValue(type), isActive: booleanText },
  body: {
    name: requiredLine(100, 'Discount name is required'),
    code,
    type,
    percentage: percentage.nullish(),
    amount: positiveMoney.nullish(),
    isActive: z.boolean().optional(),
    startDate: isoDate.nullish(),
    endDate: isoDate.nullish(),
    minimumOrderTotal: nonNegativeMoney.nullish(),
    customerIDs: z.array(customerReference).max(1_000).optional(),
    customerGroupIDs: z.array(accountGroupReference).max(1_000).optional(),
    maximumUses: z.int({ error: 'Must be a whole number' }).min(1, { error: 'Must be at least 1' }).max(1e9).nullish(),
  },
});

export const {
  list: listOrderDiscounts,
  get: getOrderDiscount,
  create: createOrderDiscount,
  update: updateOrderDiscount,
  remove: deleteOrderDiscount,
  createBody: createOrderDiscountBody,
  updateBody: updateOrderDiscountBody,
} = orderDiscounts;
export type OrderDiscount = z.output<typeof orderDiscounts.row>;

/** The discount of a code, in any case, for a customer today; 404 with the reason where it cannot be given. */
export const findOrderDiscountByCode = endpoint({
  name: 'findOrderDiscountByCode',
  method: 'POST',
  path: '/v1/order-discounts/actions/find-by-code',
  permission: 'discounts:read',
  reads: true,
  summary: 'Finds the order discount of a code for a customer.',
  body: z.strictObject({ code, customerID: customerReference }),
  reply: orderDiscounts.row,
});

export const orderDiscountProblems = defineProblems({
  discount_unknown: { status: 404, message: 'There is no discount with this code' },
  /** Switched off, not begun or over. */
  discount_expired: { status: 404, message: 'The discount is not valid today' },
  discount_not_for_customer: { status: 404, message: 'The discount is not for this customer' },
  discount_used_up: { status: 404, message: 'The discount has been used as often as it may be' },
});
