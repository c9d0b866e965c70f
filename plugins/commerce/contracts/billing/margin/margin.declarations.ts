import { defineScreenList, type PermissionCode } from '@millwright/core/contracts';

/** What it takes to see what is earned: invoices, and what items cost. */
export const marginRights: PermissionCode[] = ['invoices:read', 'inventory:read'];

/** The screen of margins. */
export const marginScreens = defineScreenList([
  {
    name: 'margins',
    path: '/dashboard/margins',
    title: 'Margins',
    needs: marginRights,
    nav: { section: 'Money', order: 50, icon: 'trend' },
  },
]);
