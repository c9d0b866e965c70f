import { defineProblems, defineScreenList, defineWidgets } from '@millwright/core/contracts';

/** Widgets for ordering on the account's own site. */
export const shopWidgets = defineWidgets([
  {
    name: 'catalogue',
    title: 'Catalogue',
    description:
      'Visitors look for products; people of customers sign in with a mailed code and order at their prices.',
  },
  {
    name: 'quick-order',
    title: 'Quick order',
    description: 'People of customers sign in with a mailed code, enter or paste SKUs and quantities, and order.',
  },
]);

export const shopWidgetScreens = defineScreenList([
  {
    name: 'public-catalogue',
    path: '/dashboard/account/public-catalogue',
    title: 'Public catalogue',
    needs: ['api_keys:read', 'customer_groups:read'],
    nav: { section: 'Settings', order: 56, icon: 'globe' },
  },
]);

export const shopWidgetProblems = defineProblems({
  sign_in_code_invalid: { status: 400, message: 'This code is not valid, or not any more' },
});
