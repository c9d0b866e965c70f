import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over customer prices (spec commerce section 6), with what each role type has out of the box. */
export const accountPricePermissions = definePermissions([
  {
    code: 'customer_prices',
    name: 'Customer prices',
    group: 'pricing',
    description: 'Prices agreed with customers and groups of them.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const accountPriceRecordTypes = defineRecords([
  {
    type: 'account_price',
    prefix: 'apr',
    label: 'Customer price',
    permission: 'customer_prices:read',
    path: '/dashboard/customer-prices/{id}',
  },
]);

const needs = ['customers:read', 'customer_groups:read', 'products:read'] as const;

/** Screens of customer prices (spec commerce section 2); create and edit are one form. */
export const accountPriceScreens = defineScreenList([
  {
    name: 'customer-prices',
    path: '/dashboard/customer-prices',
    title: 'Customer prices',
    needs: ['customer_prices:read'],
    nav: { section: 'Sell', order: 32, icon: 'dollar' },
  },
  {
    name: 'customer-price-create',
    path: '/dashboard/customer-prices/create',
    title: 'New customer price',
    needs: ['customer_prices:create', 'customer_prices:read', ...needs],
  },
  {
    name: 'customer-price-edit',
    path: '/dashboard/customer-prices/:accountPriceID',
    title: 'Customer price',
    needs: ['customer_prices:read', ...needs],
  },
]);
