import { defineScreenList } from '@millwright/core/contracts';

/** What the order forms choose from (spec commerce section 6, path access rules). */
const orderChoices = [
  'customers:read',
  'units:read',
  'unit_groups:read',
  'customer_groups:read',
  'team_users:read',
  'carriers:read',
  'shipping_terms:read',
  'payment_terms:read',
  'discounts:read',
  'products:read',
] as const;

/** Screens of sales orders; part of `commerceScreens`. */
export const salesOrderScreens = defineScreenList([
  {
    name: 'sales-orders',
    path: '/dashboard/sales-orders',
    title: 'Sales orders',
    needs: ['sales_orders:read'],
    nav: { section: 'Sales', order: 10, icon: 'document', shortcut: 'g o' },
  },
  {
    name: 'sales-order-create',
    path: '/dashboard/sales-orders/create',
    title: 'New sales order',
    needs: ['sales_orders:create', ...orderChoices],
  },
  {
    name: 'sales-order',
    path: '/dashboard/sales-orders/:orderID',
    title: 'Sales order',
    needs: ['sales_orders:read'],
  },
  {
    name: 'sales-order-edit',
    path: '/dashboard/sales-orders/:orderID/edit',
    title: 'Edit sales order',
    needs: ['sales_orders:update', ...orderChoices],
  },
]);
