import { defineScreenList } from '@millwright/core/contracts';

/** Screens of the plugin. */
export const palletLabelScreens = defineScreenList([
  {
    name: 'pallet-labels',
    path: '/dashboard/x/acme-pallet-labels/labels',
    title: 'Pallet labels',
    needs: ['pallet_labels:read'],
    nav: { section: 'Ship', order: 80, icon: 'printer' },
  },
  {
    name: 'pallet-quantities',
    path: '/dashboard/x/acme-pallet-labels/quantities',
    title: 'Pallet quantities',
    needs: ['pallet_labels:read', 'products:read'],
    nav: { section: 'Ship', order: 81, icon: 'layers' },
  },
]);
