import { problems } from '@millwright/core/contracts';
import { definePart, projection, referenceAggregate, route, withoutCustomerPolicy } from '@millwright/core/server';
import {
  findOrderDiscountByCode,
  listOrderDiscounts,
  orderDiscountDeclarations,
  orderDiscountProblems,
  orderDiscounts,
} from '../../../contracts/index.ts';
import { linkedRecords } from '../linked-records.ts';
import { createDemoOrderDiscount } from '../pricing-demo.ts';
import { OrderDiscount, OrderDiscountCustomer, OrderDiscountGroup } from './order-discount.entity.ts';
import { orderDiscountByCode } from './order-discount-code.ts';
import { orderDiscountImport, orderDiscountLinks } from './order-discount-import.ts';

const { customers, customerGroups } = orderDiscountLinks;

const view = projection(orderDiscounts.row, {
  list: listOrderDiscounts,
  table: 'commerce.order_discount',
  computed: {
    customers: linkedRecords('order_discount', customers),
    customerGroups: linkedRecords('order_discount', customerGroups),
  },
  search: ['name', 'code'],
  order: ['name'],
});

const namesOf = (others: readonly { name: string }[]) => others.map(({ name }) => name).join(', ') || null;

/** Reports errors of dependent fields at the wrong field; check constraints of the table are the same. */
function refuse({ type, percentage, amount, startDate, endDate }: OrderDiscount): void {
  const [needed, other] = type === 'percentage' ? [percentage, amount] : [amount, percentage];
  const otherField = type === 'percentage' ? 'amount' : 'percentage';
  const errors = [
    ...(needed === null || needed === undefined
      ? [{ path: type, message: `Is needed for a discount of the type ${type}` }]
      : []),
    ...(other === null || other === undefined
      ? []
      : [{ path: otherField, message: `Must be empty for a discount of the type ${type}` }]),
    ...(startDate && endDate && startDate > endDate
      ? [{ path: 'endDate', message: 'Must not be before the start date' }]
      : []),
  ];
  if (errors.length) throw problems.invalid_input({ errors });
}

const crud = referenceAggregate({
  entity: OrderDiscount,
  table: 'commerce.order_discount',
  endpoints: orderDiscounts,
  view,
  lists: [listOrderDiscounts],
  fields: [
    'name',
    'code',
    'type',
    'percentage',
    'amount',
    'isActive',
    'startDate',
    'endDate',
    'minimumOrderTotal',
    'maximumUses',
    'customers',
    'customerGroups',
  ],
  facts: (discount) => ({
    ...discount,
    customers: namesOf(discount.customers),
    customerGroups: namesOf(discount.customerGroups),
  }),
  subtitle: ({ code }) => code,
  links: [
    { field: 'customerIDs', ...customers },
    { field: 'customerGroupIDs', ...customerGroups },
  ],
  refuse: (_ctx, discount) => refuse(discount),
  import: orderDiscountImport,
});

const discounts = ['order discount', 'order discounts'] as const;
const nameOfOwner = `(select discount.name from commerce.order_discount discount
  where discount.account_id = {account} and discount.id = referrer.order_discount_id)`;

export const orderDiscountPart = definePart({
  ...crud,
  entities: [...(crud.entities ?? []), OrderDiscountCustomer, OrderDiscountGroup],
  routes: () => [
    ...crud.routes(),
    route(findOrderDiscountByCode, async (ctx, { body }) => {
      const id = await orderDiscountByCode(ctx, body);
      const found = await withoutCustomerPolicy(ctx, () => view.byID(ctx, id));
      if (ctx.customerID === undefined) return found;
      return { ...found, customers: [], customerGroups: [], maximumUses: null, orderCount: 0 };
    }),
  ],
  problems: orderDiscountProblems,
  ...orderDiscountDeclarations,
  references: [
    { to: 'customer', what: discounts, table: customers.table, column: customers.target, label: nameOfOwner },
    {
      to: 'account_group',
      what: discounts,
      table: customerGroups.table,
      column: customerGroups.target,
      label: nameOfOwner,
    },
  ],
  demo: createDemoOrderDiscount,
  samples: [
    {
      table: 'commerce.order_discount',
      row: {
        name: 'Discount {label}',
        code: 'Canary-{label}',
        type: 'percentage',
        percentage: '0.1',
        is_active: true,
        order_count: 0,
      },
    },
    {
      table: customers.table,
      row: (ids) => ({ order_discount_id: ids('commerce.order_discount'), customer_id: ids('commerce.customer') }),
    },
    {
      table: customerGroups.table,
      row: (ids) => ({
        order_discount_id: ids('commerce.order_discount'),
        account_group_id: ids('commerce.account_group'),
      }),
    },
  ],
});
