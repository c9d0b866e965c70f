import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  {
    'pallet-labels': () => import('./pallet-label/pallet-label-list.screen.tsx'),
    'pallet-quantity': () => import('./pallet-quantity/pallet-quantity.screen.tsx'),
    'pallet-quantities': () => import('./pallet-quantity/pallet-quantity-list.screen.tsx'),
  },
  { slots: { 'commerce.sales-order.panels': () => import('./pallet-label/order-pallets.slot.tsx') } },
);
