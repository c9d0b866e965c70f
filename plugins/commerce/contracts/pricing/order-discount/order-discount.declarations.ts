import { recordDeclarations } from '@millwright/core/contracts';
import { orderDiscounts } from './order-discount.contract.ts';

/** Permissions, record type and screens of order discounts (spec commerce section 2); create and edit are one form. */
export const orderDiscountDeclarations = recordDeclarations(orderDiscounts, {
  rights: {
    name: 'Discounts',
    group: 'pricing',
    description: 'Volume discounts and order discounts.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Sell', order: 36, icon: 'gift' },
  hasPage: false,
  formNeeds: ['customers:read', 'customer_groups:read'],
});
