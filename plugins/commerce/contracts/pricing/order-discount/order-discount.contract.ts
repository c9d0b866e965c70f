import {
  booleanText,
  crudEndpoints,
  defineProblems,
  endpoint,
  filterValue,
  idOf,
  isoDate,
  namedCode,
  nonNegativeMoney,
  type OrderDiscountTerms,
  percentage,
  positiveMoney,
  requiredLine,
  shownMoney,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { accountGroupReference } from '../../parties/account-group/account-group.contract.ts';
import { customerReference } from '../../parties/customer/customer.contract.ts';

/** Types of order discounts, with names. */
export const orderDiscountTypeNames = { percentage: 'Percentage', amount: 'Amount' } as const;
export type OrderDiscountType = keyof typeof orderDiscountTypeNames;

/** Id of an order discount in requests. */
export const orderDiscountReference = idOf('odc', 'Order discount is required');

const named = z.object({ id: z.string(), name: z.string() });
const type = namedCode(orderDiscountTypeNames);
const code = requiredLine(50, 'Code is required');

/** Terms of a discount, copied into the order. */
export const orderDiscountTerms = z.object({
  name: z.string(),
  code: z.string(),
  type,
  /** A fraction, 0.1 is ten percent; null for an amount. */
  percentage: z.number().nullable(),
  amount: shownMoney.nullable(),
  /** Minimum total of sale lines; null for none. */
  minimumOrderTotal: shownMoney.nullable(),
});
export type OrderDiscountSnapshot = z.output<typeof orderDiscountTerms>;

/** The terms for calculating totals; undefined without a discount. */
export function discountTermsOf(discount: OrderDiscountSnapshot | null | undefined): OrderDiscountTerms | undefined {
  if (!discount) return undefined;
  const { minimumOrderTotal } = discount;
  return discount.type === 'percentage'
    ? { type: 'percentage', percentage: discount.percentage ?? 0, minimumOrderTotal }
    : { type: 'amount', amount: discount.amount ?? 0, minimumOrderTotal };
}

/** A discount on a whole order, given by its code (spec commerce sections 3 and 9). */
export const orderDiscounts = crudEndpoints({
  one: 'OrderDiscount',
  many: 'OrderDiscounts',
  words: ['order discount', 'order discounts'],
  path: '/v1/order-discounts',
  domain: 'discounts',
  prefix: 'odc',
  row: {
    name: z.string(),
    /** Unique in the account in any case. */
    code: z.string(),
    type,
    /** A fraction, 0.1 is ten percent; null for an amount. */
    percentage: z.number().nullable(),
    /** In the account's currency; null for a percentage. */
    amount: shownMoney.nullable(),
    isActive: z.boolean(),
    /** First and last day in the account's time zone; null for no limit. */
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
    /** Minimum total of sale lines; null for none. */
    minimumOrderTotal: shownMoney.nullable(),
    /** Eligible customers, and groups with their members; all customers if both are empty. */
    customers: z.array(named),
    customerGroups: z.array(named),
    /** Maximum number of orders; null for no limit. */
    maximumUses: z.int().nullable(),
    /** Number of orders with the discount. */
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

/**
 * The discount of a code, in any case, for a customer today; 404 with the reason if it is not applicable. Portal
 * customers can only ask for themselves, get no reason, and do not see other recipients or the number of uses.
 */
export const findOrderDiscountByCode = endpoint({
  name: 'findOrderDiscountByCode',
  method: 'POST',
  path: '/v1/order-discounts/actions/find-by-code',
  permission: 'sales_orders:read',
  customers: 'discounts that are theirs',
  reads: true,
  summary: 'Finds the order discount of a code for a customer.',
  body: z.strictObject({ code, customerID: customerReference }),
  reply: orderDiscounts.row,
});

export const orderDiscountProblems = defineProblems({
  discount_unknown: { status: 404, message: 'There is no discount with this code' },
  /** Inactive, not begun yet, or over. */
  discount_expired: { status: 404, message: 'The discount is not valid today' },
  discount_not_for_customer: { status: 404, message: 'The discount is not for this customer' },
  /**
   * The discount is not applicable to the order; `details.reason` is one of the codes above, or
   * `discount_below_minimum`.
   */
  discount_not_applicable: { status: 409, message: 'The discount cannot be given to this order' },
  discount_used_up: { status: 404, message: 'The discount has been used as often as it may be' },
});
