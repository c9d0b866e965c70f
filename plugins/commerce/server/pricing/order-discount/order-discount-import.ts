import type { PlainDraft, PlainField } from '@millwright/core/server';
import { createOrderDiscountBody, orderDiscountTypeNames } from '../../../contracts/index.ts';

const { shape } = createOrderDiscountBody;
const link = (table: string, target: string) => ({ table, owner: 'order_discount_id', target });

/** Recipients of a discount. */
export const orderDiscountLinks = {
  customers: {
    ...link('commerce.order_discount_customer', 'customer_id'),
    to: 'commerce.customer',
    what: 'customer',
  },
  customerGroups: {
    ...link('commerce.order_discount_group', 'account_group_id'),
    to: 'commerce.account_group',
    what: 'customer group',
  },
} as const;

const { customers, customerGroups } = orderDiscountLinks;

/** Checks fields that depend on each other, as the API does. */
function complete({ values, fault }: PlainDraft): void {
  const type = values['type'];
  const [needed, other] = type === 'amount' ? ['amount', 'percentage'] : ['percentage', 'amount'];
  if (values[needed] === null) fault(needed, `Is needed for a discount of the type ${String(type)}`);
  if (values[other] !== null) fault(other, `Must be empty for a discount of the type ${String(type)}`);
  const [from, to] = [values['startDate'], values['endDate']];
  if (typeof from === 'string' && typeof to === 'string' && from > to)
    fault('endDate', 'Must not be before the start date');
}

/** Import of order discounts: created, or changed if the code exists. */
export const orderDiscountImport = {
  name: 'order-discounts',
  title: 'Order discounts',
  description: 'Creates order discounts, or changes those whose code exists. Empty cells leave what is there.',
  domain: 'discounts',
  words: ['order discount', 'order discounts'] as const,
  keys: ['code'],
  fields: [
    {
      name: 'code',
      label: 'Code',
      column: 'code',
      isNeeded: true,
      schema: shape.code,
      synonyms: ['discount code', 'promo code', 'coupon', 'coupon code'],
      description: 'Unique whatever the case; says whether the row is a new discount.',
      example: 'SPRING10',
    },
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['discount', 'discount name', 'description'],
      example: 'Spring sale',
    },
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      choices: Object.keys(orderDiscountTypeNames),
      column: 'type',
      isNeeded: true,
      schema: shape.type,
      synonyms: ['discount type', 'kind'],
      example: 'percentage',
    },
    {
      name: 'percentage',
      label: 'Percentage',
      kind: 'decimal',
      column: 'percentage',
      schema: shape.percentage,
      synonyms: ['share', 'rate'],
      description: 'A share: 0.1 is ten percent.',
      example: '0.1',
    },
    {
      name: 'amount',
      label: 'Amount',
      kind: 'decimal',
      column: 'amount',
      schema: shape.amount,
      synonyms: ['discount amount', 'value'],
      example: '',
    },
    {
      name: 'isActive',
      label: 'Active',
      kind: 'boolean',
      column: 'is_active',
      blank: true,
      schema: shape.isActive,
      synonyms: ['is active', 'enabled'],
      example: 'yes',
    },
    {
      name: 'startDate',
      label: 'Start',
      kind: 'date',
      column: 'start_date',
      schema: shape.startDate,
      synonyms: ['start date', 'valid from', 'from'],
      example: '2026-03-01',
    },
    {
      name: 'endDate',
      label: 'End',
      kind: 'date',
      column: 'end_date',
      schema: shape.endDate,
      synonyms: ['end date', 'valid to', 'valid until', 'expires', 'to'],
      example: '2026-05-31',
    },
    {
      name: 'minimumOrderTotal',
      label: 'From order total',
      kind: 'decimal',
      column: 'minimum_order_total',
      schema: shape.minimumOrderTotal,
      synonyms: ['minimum order total', 'minimum order', 'minimum'],
      example: '100',
    },
    {
      name: 'maximumUses',
      label: 'Most uses',
      kind: 'integer',
      column: 'maximum_uses',
      schema: shape.maximumUses,
      synonyms: ['maximum uses', 'max uses', 'usage limit'],
      example: '500',
    },
    {
      name: 'customers',
      label: 'Customers',
      kind: 'reference',
      longest: 10_000,
      reference: { recordType: 'customer', by: ['number', 'name'], canCreate: false },
      refersTo: { table: customers.to, what: 'customer', by: ['number'] },
      links: { table: customers.table, owner: customers.owner, target: customers.target },
      synonyms: ['customer', 'customer numbers', 'only for customers'],
      description: 'Numbers or names, apart by semicolons; takes the place of those there are.',
      example: '',
    },
    {
      name: 'customerGroups',
      label: 'Customer groups',
      kind: 'reference',
      longest: 10_000,
      reference: { recordType: 'account_group', by: ['name'], canCreate: false },
      refersTo: { table: customerGroups.to, what: 'customer group' },
      links: { table: customerGroups.table, owner: customerGroups.owner, target: customerGroups.target },
      synonyms: ['customer group', 'groups', 'price groups'],
      description: 'Names, apart by semicolons; takes the place of those there are.',
      example: '',
    },
  ] as PlainField[],
  complete: (_ctx: unknown, draft: PlainDraft) => complete(draft),
};
