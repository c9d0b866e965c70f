import { defineWidgets } from '@millwright/core/contracts';

/** Widget for customers on the account's own site. */
export const orderStatusWidgets = defineWidgets([
  {
    name: 'order-status',
    title: 'Order status',
    description: 'Visitors enter an order number and their postcode or email and see where the order is.',
  },
]);
