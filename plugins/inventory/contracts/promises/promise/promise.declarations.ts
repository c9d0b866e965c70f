import { recordDeclarations } from '@millwright/core/contracts';
import { expectedReceipts } from './expected-receipt.contract.ts';

/** Record type and screens of expected receipts, and the screen of material needs (spec operations section 2). */
export const expectedReceiptDeclarations = recordDeclarations(expectedReceipts, {
  nav: { section: 'Stock', order: 25, icon: 'truck' },
  // There purchase orders and receiving say what is to come.
  navUnless: 'commerce',
  formNeeds: ['items:read'],
  moreScreens: [
    {
      name: 'material-requirements',
      path: '/dashboard/material-requirements',
      title: 'Material needs',
      needs: ['inventory:read', 'materials:read'],
      nav: { section: 'Stock', order: 40, icon: 'alert' },
    },
  ],
});
