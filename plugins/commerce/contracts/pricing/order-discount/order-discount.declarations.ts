import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over discounts (spec commerce section 6), with what each role type has out of the box. */
export const discountPermissions = definePermissions([
  {
    code: 'discounts',
    name: 'Discounts',
    group: 'pricing',
    description: 'Volume discounts and order discounts.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const orderDiscountRecordTypes = defineRecords([
  {
    type: 'order_discount',
    prefix: 'odc',
    label: 'Order discount',
    permission: 'discounts:read',
    path: '/dashboard/order-discounts/{id}',
  },
]);

/** Screens of order discounts (spec commerce section 2); create and edit are one form. */
export const orderDiscountScreens = defineScreenList([
  {
    name: 'order-discounts',
    path: '/dashboard/order-discounts',
    title: 'Order discounts',
    needs: ['discounts:read'],
    nav: { section: 'Sell', order: 36, icon: 'gift' },
  },
  {
    name: 'order-discount-create',
    path: '/dashboard/order-discounts/create',
    title: 'New order discount',
    needs: ['discounts:create', 'discounts:read', 'customers:read', 'customer_groups:read'],
  },
  {
    name: 'order-discount-edit',
    path: '/dashboard/order-discounts/:orderDiscountID',
    title: 'Order discount',
    needs: ['discounts:read', 'customers:read', 'customer_groups:read'],
  },
]);
