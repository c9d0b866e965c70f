import { defineScreenList, type PermissionCode } from '@millwright/core/contracts';

/** Permissions for margins: invoices, and costs of items. */
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
