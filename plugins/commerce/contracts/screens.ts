import { defineScreenList, type Screen } from '@millwright/core/contracts';
import { supplierScreens } from './parties/supplier/supplier-screens.ts';
import { relevantProductScreens } from './portal/product-line-access/relevant-product-screens.ts';
import { salesOrderScreens } from './sales/sales-order/sales-order-screens.ts';

const sales = 'Sales';
const setup = 'Sales setup';

/** What the customer forms choose from. */
const customerChoices = [
  'customers:read',
  'customer_groups:read',
  'carriers:read',
  'shipping_terms:read',
  'payment_terms:read',
  'team_users:read',
] as const;

/** Sales reps choose groups for their customers but do not manage them (spec commerce section 6). */
const notForSalesReps: Pick<Screen, 'blockedFor'> = { blockedFor: ['sales_rep'] };

/** Screens of commerce (spec commerce section 2); create and edit are one form. */
export const commerceScreens = defineScreenList([
  ...salesOrderScreens,
  ...relevantProductScreens,
  ...supplierScreens,
  {
    name: 'customers',
    path: '/dashboard/customers',
    title: 'Customers',
    needs: ['customers:read'],
    nav: { section: sales, order: 20, icon: 'group', shortcut: 'g c' },
  },
  {
    name: 'customer-create',
    path: '/dashboard/customers/create',
    title: 'New customer',
    needs: ['customers:create', ...customerChoices],
  },
  { name: 'customer', path: '/dashboard/customers/:customerID', title: 'Customer', needs: ['customers:read'] },
  {
    name: 'customer-edit',
    path: '/dashboard/customers/:customerID/edit',
    title: 'Edit customer',
    needs: ['customers:update', ...customerChoices],
  },
  {
    name: 'customer-groups',
    path: '/dashboard/customer-groups',
    title: 'Customer groups',
    needs: ['customer_groups:read'],
    nav: { section: sales, order: 30, icon: 'tag' },
    ...notForSalesReps,
  },
  {
    name: 'customer-group-create',
    path: '/dashboard/customer-groups/create',
    title: 'New customer group',
    needs: ['customer_groups:create', 'customer_groups:read'],
    ...notForSalesReps,
  },
  {
    name: 'customer-group-edit',
    path: '/dashboard/customer-groups/:accountGroupID',
    title: 'Customer group',
    needs: ['customer_groups:read'],
    ...notForSalesReps,
  },
  {
    name: 'carriers',
    path: '/dashboard/carriers',
    title: 'Carriers',
    needs: ['carriers:read'],
    nav: { section: setup, order: 10, icon: 'truck' },
  },
  {
    name: 'carrier-create',
    path: '/dashboard/carriers/create',
    title: 'New carrier',
    needs: ['carriers:create', 'carriers:read'],
  },
  { name: 'carrier', path: '/dashboard/carriers/:carrierID', title: 'Carrier', needs: ['carriers:read'] },
  {
    name: 'carrier-edit',
    path: '/dashboard/carriers/:carrierID/edit',
    title: 'Edit carrier',
    needs: ['carriers:update', 'carriers:read'],
  },
  {
    name: 'payment-terms',
    path: '/dashboard/payment-terms',
    title: 'Payment terms',
    needs: ['payment_terms:read'],
    nav: { section: setup, order: 20, icon: 'calendar' },
  },
  {
    name: 'payment-term-create',
    path: '/dashboard/payment-terms/create',
    title: 'New payment term',
    needs: ['payment_terms:create', 'payment_terms:read'],
  },
  {
    name: 'payment-term-edit',
    path: '/dashboard/payment-terms/:paymentTermID',
    title: 'Payment term',
    needs: ['payment_terms:read'],
  },
  {
    name: 'shipping-terms',
    path: '/dashboard/shipping-terms',
    title: 'Shipping terms',
    needs: ['shipping_terms:read'],
    nav: { section: setup, order: 30, icon: 'receipt' },
  },
  {
    name: 'shipping-term-create',
    path: '/dashboard/shipping-terms/create',
    title: 'New shipping term',
    needs: ['shipping_terms:create', 'shipping_terms:read'],
  },
  {
    name: 'shipping-term-edit',
    path: '/dashboard/shipping-terms/:shippingTermID',
    title: 'Shipping term',
    needs: ['shipping_terms:read'],
  },
]);
