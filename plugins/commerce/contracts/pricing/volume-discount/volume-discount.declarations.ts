import { recordDeclarations } from '@millwright/core/contracts';
import { volumeDiscounts } from './volume-discount.contract.ts';

/** Permissions, record type and screens of volume discounts (spec commerce section 2); create and edit are one form. */
export const volumeDiscountDeclarations = recordDeclarations(volumeDiscounts, {
  nav: { section: 'Sell', order: 34, icon: 'percent' },
  hasPage: false,
  formNeeds: ['customer_groups:read', 'products:read', 'units:read'],
});
